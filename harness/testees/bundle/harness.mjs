#!/usr/bin/env node
// A harness on the bundle that `crivet export` writes: harness.mjs BUNDLE COMMAND… prints `profile id verdict` a vector.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {isDeepStrictEqual as same} from 'node:util';
const bundle = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const testee = spawn(process.argv[3], process.argv.slice(4), {stdio: ['pipe', 'pipe', 'inherit']});
const lines = createInterface({input: testee.stdout})[Symbol.asyncIterator]();
async function ask(request) {
    testee.stdin.write(JSON.stringify({id: 1, ...request}) + '\n');
    return JSON.parse((await lines.next()).value);
}
function passes(answers, profile, claims, answer) {
    answer.ok?.options?.sort((a, b) => a.number - b.number);
    const counting = answers.filter((a) => (a.profiles ?? [profile]).includes(profile) &&
        (a.with ?? []).every((f) => claims.includes(f)) && !(a.without ?? []).some((f) => claims.includes(f)));
    const alike = (a) => ['reject', 'unsupported'].some((kind) => kind in answer && kind in a);
    return counting.some((a) => answer.ok ? a.any || same(a.ok, answer.ok) : alike(a));
}
const vectors = new Map(bundle.vectors.map((vector) => [vector.id, vector]));
for (const s of bundle.samples) {
    if (passes(vectors.get(s.vector).answers, s.profile, s.claims, s.answer) !== (s.verdict === 'pass')) throw new Error(JSON.stringify(s));
}
const {ok: me} = await ask({op: 'describe', protocol: 1});
async function right(step, profile) {
    const answer = await ask({...step.request, profile});
    if (passes(step.answers, profile, me.features, answer)) return true;
    return answer.ok && step.then ? passes(step.then.answers, profile, me.features,
        await ask({...step.then.request, reference: answer.ok.reference, profile})) : false;
}
for (const vector of bundle.vectors) for (const profile of vector.profiles.filter((p) => me.profiles.includes(p))) {
    const known = Array.isArray(me.operations) ? me.operations : me.operations[profile] ?? [];
    const steps = [...vector.before, vector].flatMap((step) => Array(step.times).fill(step));
    if (!steps.every((step) => known.includes(step.op))) continue;
    let verdict = true;
    for (const step of steps) verdict &&= await right(step, profile);
    console.log(profile, vector.id, verdict ? 'pass' : 'fail');
}
testee.stdin.end();
