//! The crate oxiri behind crivet's testee protocol.

use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::outcome::IriComponents;
use crivet::profile::Profile;
use oxiri::IriRef;

struct Oxiri;

impl Implementation for Oxiri {
    fn describe(&self) -> Description {
        Description {
            name: "oxiri".to_owned(),
            version: "0.3.1".to_owned(),
            language: "Rust".to_owned(),
            profiles: [Profile::IriGuidelines01].into(),
            features: [].into(),
            operations: [OperationName::IriParse].into(),
        }
    }

    fn iri_parse(&self, _: Profile, iri: &str) -> Answer<IriComponents> {
        let iri = IriRef::parse(iri).map_err(Refusal::reject)?;
        let text = |text: &str| text.to_owned();
        let (userinfo, host, port) = iri.authority().map_or((None, None, None), parts);
        Ok(IriComponents {
            scheme: iri.scheme().map(text),
            userinfo: userinfo.map(text),
            host: host.map(text),
            port: port.map(text),
            path: Some(text(iri.path())),
            query: iri.query().map(text),
            fragment: iri.fragment().map(text),
        })
    }
}

/// The crate checks the authority and gives it whole; this cuts it at the delimiters of RFC 3986, section 3.2.
fn parts(authority: &str) -> (Option<&str>, Option<&str>, Option<&str>) {
    let (userinfo, rest) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, authority),
    };
    match rest.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (userinfo, Some(host), Some(port)),
        _ => (userinfo, Some(rest), None),
    }
}

fn main() -> anyhow::Result<()> {
    crivet::protocol::serve(&Oxiri, std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(())
}
