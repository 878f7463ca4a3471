//! The crate iri-string behind crivet's testee protocol.

use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::outcome::IriComponents;
use crivet::profile::Profile;
use iri_string::convert::MappedToUri;
use iri_string::format::ToDedicatedString;
use iri_string::types::IriReferenceStr;

struct IriString;

impl Implementation for IriString {
    fn describe(&self) -> Description {
        Description {
            name: "iri-string".to_owned(),
            version: "0.7.14".to_owned(),
            language: "Rust".to_owned(),
            profiles: [Profile::IriGuidelines01].into(),
            features: [].into(),
            operations: [OperationName::IriParse, OperationName::IriToUri].into(),
        }
    }

    fn iri_parse(&self, _: Profile, iri: &str) -> Answer<IriComponents> {
        let iri = IriReferenceStr::new(iri).map_err(Refusal::reject)?;
        let text = |text: &str| text.to_owned();
        let authority = iri.authority_components();
        Ok(IriComponents {
            scheme: iri.scheme_str().map(text),
            userinfo: authority.and_then(|parts| parts.userinfo()).map(text),
            host: authority.map(|parts| parts.host()).map(text),
            port: authority.and_then(|parts| parts.port()).map(text),
            path: Some(text(iri.path_str())),
            query: iri.query_str().map(text),
            fragment: iri.fragment().map(|fragment| text(fragment.as_str())),
        })
    }

    fn iri_to_uri(&self, _: Profile, iri: &str) -> Answer<String> {
        let iri = IriReferenceStr::new(iri).map_err(Refusal::reject)?;
        Ok(MappedToUri::from(iri).to_dedicated_string().to_string())
    }
}

fn main() -> anyhow::Result<()> {
    crivet::protocol::serve(&IriString, std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(())
}
