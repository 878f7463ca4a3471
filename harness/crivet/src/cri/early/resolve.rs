//! Resolution, as far as judging `relativize` needs it (-03, section 5.2; -02, section 4.1).
//!
//! Both drafts keep the options of the base up to some place, take segments off, and append the reference. They
//! differ in the port, which can come first in -02 alone, and in the numbers of the path types.

use super::{Opt, Sequence, implied_path_type};
use crate::profile::Profile;

/// Resolves a reference against a base, which has to be absolute. A relation (-02) is taken for 0.
pub fn resolve(base: &Sequence, reference: &Sequence, profile: Profile) -> Sequence {
    let up_to_port = |option: &&Opt| !matches!(option, Opt::Path(_) | Opt::Query(_) | Opt::Fragment(_));
    let up_to_path = |option: &&Opt| up_to_port(option) || matches!(option, Opt::Path(_));
    let (mut kept, kind): (Vec<Opt>, u64) = match reference.options.first() {
        Some(Opt::Scheme(_)) => (Vec::new(), 0),
        Some(Opt::HostName(_) | Opt::HostIp(_)) => (base.options.iter().take(1).cloned().collect(), 0),
        Some(Opt::Port(_)) => (base.options.iter().take(2).cloned().collect(), 0),
        Some(Opt::PathType(0)) => (base.options.iter().filter(up_to_port).cloned().collect(), 0),
        Some(Opt::PathType(kind)) => (base.options.iter().filter(up_to_path).cloned().collect(), *kind),
        Some(Opt::Path(_)) => {
            (base.options.iter().filter(up_to_path).cloned().collect(), implied_path_type(profile))
        }
        Some(Opt::Query(_)) => (base.options.iter().filter(up_to_path).cloned().collect(), 0),
        Some(Opt::Fragment(_)) | None => {
            let kept = base.options.iter().filter(|option| !matches!(option, Opt::Fragment(_)));
            (kept.cloned().collect(), 0)
        }
    };
    if profile == Profile::Href02 && kind == 1 {
        kept.push(Opt::Path("0".to_owned()));
    }
    for _ in (implied_path_type(profile) - 1)..kind {
        if !matches!(kept.last(), Some(Opt::Path(_))) {
            break;
        }
        kept.pop();
    }
    kept.extend(reference.options.iter().filter(|option| !matches!(option, Opt::PathType(_))).cloned());
    Sequence { options: kept }.without_lone_segment()
}
