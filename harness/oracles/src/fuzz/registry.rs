//! The oracles there are. A new one is entered here, and in nothing else.

use super::any::AnyOracle;
use crate::oracle::agree::Agree;
use crate::oracle::cddl::Cddl;
use crate::oracle::coap::{CoapFromCri, CoapFromOptions};
use crate::oracle::coap_uri::{CoapCriAsUri, CriCoapAsUri, OptionsKept, UriNormal};
use crate::oracle::decode_encode::DecodeEncode;
use crate::oracle::early::coap::EarlyCoap;
use crate::oracle::early::relativize::EarlyRelativize;
use crate::oracle::early::round_trip::{EarlyFromCri, EarlyFromUri};
use crate::oracle::early::{EarlyAndLater, EarlyResolution};
use crate::oracle::equivalence::Equivalence;
use crate::oracle::iri::{IriFromCri, IriFromText};
use crate::oracle::iri_guidelines::{IriParse, IriPrepare, IriToUri, IriUriRoundTrip};
use crate::oracle::pet::Pet;
use crate::oracle::pure::Pure;
use crate::oracle::relativize::Relativize;
use crate::oracle::resolution::Resolution;
use crate::oracle::resolution_uri::ResolutionUri;
use crate::oracle::resolve_associative::ResolveAssociative;
use crate::oracle::resolve_idempotent::ResolveIdempotent;
use crate::oracle::resolve_pure::ResolvePure;
use crate::oracle::revisions::Revisions;
use crate::oracle::round_trip_cri::RoundTripCri;
use crate::oracle::round_trip_uri::RoundTripUri;
use crate::oracle::scan::Scan;
use crate::oracle::scan_decode::ScanDecode;

/// Every oracle, in the order they are put to work.
pub fn oracles() -> Vec<Box<dyn AnyOracle>> {
    let alone: Vec<Box<dyn AnyOracle>> = vec![
        Box::new(DecodeEncode),
        Box::new(Cddl),
        Box::new(Pet),
        Box::new(RoundTripCri),
        Box::new(RoundTripUri),
        Box::new(Resolution),
        Box::new(ResolutionUri),
        Box::new(ResolveIdempotent),
        Box::new(ResolveAssociative),
        Box::new(ResolvePure),
        Box::new(Relativize),
        Box::new(Equivalence),
        Box::new(Scan),
        Box::new(ScanDecode),
        Box::new(Revisions),
        Box::new(IriFromCri),
        Box::new(IriFromText),
        Box::new(CoapFromCri),
        Box::new(CoapFromOptions),
        Box::new(UriNormal),
        Box::new(OptionsKept),
        Box::new(CriCoapAsUri),
        Box::new(CoapCriAsUri),
        Box::new(IriPrepare),
        Box::new(IriParse),
        Box::new(IriToUri),
        Box::new(IriUriRoundTrip),
        Box::new(EarlyResolution),
        Box::new(EarlyAndLater),
        Box::new(EarlyFromCri),
        Box::new(EarlyFromUri),
        Box::new(EarlyRelativize),
        Box::new(EarlyCoap),
        Box::new(Pure),
    ];
    let against = Agree::all().map(|agree| Box::new(agree) as _);
    alone.into_iter().chain(against).collect()
}
