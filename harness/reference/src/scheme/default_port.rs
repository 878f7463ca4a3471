//! Default ports (C7), of the schemes that CRIs are mostly used with.

/// The default port of the scheme of this name, where it is known here to have one.
pub fn default_port(scheme: &str) -> Option<u16> {
    Some(match scheme {
        "coap" | "coap+tcp" => 5683,
        "coaps" | "coaps+tcp" => 5684,
        "http" | "ws" | "coap+ws" => 80,
        "https" | "wss" | "coaps+ws" => 443,
        "ftp" => 21,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::default_port;

    #[test]
    fn ports() {
        for (scheme, port) in [
            ("coap", Some(5683)),
            ("coaps+tcp", Some(5684)),
            ("coap+ws", Some(80)),
            ("wss", Some(443)),
            ("ftp", Some(21)),
            ("did", None),
        ] {
            assert_eq!(default_port(scheme), port, "{scheme}");
        }
    }
}
