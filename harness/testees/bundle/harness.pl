#!/usr/bin/env perl
# A harness on the bundle that `crivet export` writes: harness.pl BUNDLE COMMAND… prints `profile id verdict` a vector.
use v5.26;
use IPC::Open2;
use JSON::PP;
my $json = JSON::PP->new->utf8->canonical;
my $bundle = $json->decode(do { local (@ARGV, $/) = shift; <> });
open2(my $output, my $input, @ARGV);
sub ask { print {$input} $json->encode({id => 1, @_}), "\n"; $input->flush; $json->decode(scalar <$output>) }
sub among { my $one = shift; grep { $_ eq $one } @_ }
sub passes {
    my ($answers, $profile, $claims, $answer) = @_;
    my $options = $answer->{ok} && $answer->{ok}{options};
    @$options = sort { $a->{number} <=> $b->{number} } @$options if $options;
    my @counting = grep { my $a = $_; (!$a->{profiles} || among($profile, @{$a->{profiles}}))
        && !grep({ !among($_, @$claims) } @{$a->{with} // []}) && !grep({ among($_, @$claims) } @{$a->{without} // []})
    } @$answers;
    return grep { $_->{any} || $_->{ok} && $json->encode($_->{ok}) eq $json->encode($answer->{ok}) } @counting if $answer->{ok};
    return grep { my $a = $_; grep { exists $a->{$_} && exists $answer->{$_} } qw(reject unsupported) } @counting;
}
my %vectors = map { $_->{id} => $_ } @{$bundle->{vectors}};
for my $s (@{$bundle->{samples}}) {
    die $json->encode($s) if !!passes($vectors{$s->{vector}}{answers}, @$s{qw(profile claims answer)}) ne ($s->{verdict} eq 'pass');
}
my $me = ask(op => 'describe', protocol => 1)->{ok};
sub right {
    my ($step, $profile) = @_;
    my $answer = ask(%{$step->{request}}, profile => $profile);
    return 1 if passes($step->{answers}, $profile, $me->{features}, $answer);
    return $answer->{ok} && $step->{then} && passes($step->{then}{answers}, $profile, $me->{features},
        ask(%{$step->{then}{request}}, reference => $answer->{ok}{reference}, profile => $profile));
}
for my $v (@{$bundle->{vectors}}) {
    for my $profile (grep { among($_, @{$me->{profiles}}) } @{$v->{profiles}}) {
        my @known = @{ref $me->{operations} eq 'HASH' ? $me->{operations}{$profile} // [] : $me->{operations}};
        my @steps = map { ($_) x $_->{times} } @{$v->{before}}, $v;
        next if grep { !among($_->{op}, @known) } @steps;
        say "$profile $v->{id} ", (grep { !right($_, $profile) } @steps) ? 'fail' : 'pass';
    }
}
