//! Every vector file is a test of the reference: it passes all of its vectors. Findings that were promoted are among
//! them as soon as they have a verdict.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::detail::Detail;
use crivet::implementation::Implementation;
use crivet::run::{Options, Subject, run};
use crivet::select::Filter;
use crivet::verdict::Status;
use crivet_testee_reference::Reference;

fn file(path: &Path) -> datatest_stable::Result<()> {
    let corpus = Corpus::read(&[path.to_owned()])?;
    let reference = Reference::new();
    let description = reference.describe();
    let filter = Filter { profiles: description.profiles.iter().copied().collect(), ..Filter::default() };
    let cases = filter.select(&corpus);
    let cancel = AtomicBool::new(false);
    let options = Options { jobs: 1, strict: false, cancel: &cancel };
    let run = run(Subject::InProcess(&reference), description, &cases, &options, &|_| {})?;
    if run.green() && run.tally().skipped == 0 {
        return Ok(());
    }
    let citations = Citations::new(&corpus);
    let failed = run.results.iter().filter(|judged| judged.status(run.strict) != Status::Pass);
    let details: Vec<_> = failed.map(|judged| Detail::new(&run, judged, &citations).to_string()).collect();
    Err(details.join("\n").into())
}

datatest_stable::harness! {
    { test = file, root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../vectors"), pattern = r"^(?!requirements/)[^/]+/.*\.yaml$" },
}
