//! Where the implementation is that is tested, and how it is asked.

use clap::{ArgGroup, Args};
use crivet::protocol::Framing;

/// An implementation outside this program.
#[derive(Args, Clone, Debug, Default)]
#[command(group(ArgGroup::new("elsewhere").args(["command", "tcp", "serial"])))]
pub(crate) struct ElsewhereArguments {
    /// A testee: a program, with its arguments, that speaks the testee protocol on standard input and output
    #[arg(long = "impl-cmd", value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// A testee on a device, at a TCP port
    #[arg(long = "impl-tcp", value_name = "HOST:PORT")]
    pub(crate) tcp: Option<String>,
    /// A testee on a device, at a serial port [default speed: 115200]
    #[arg(long = "impl-serial", value_name = "DEVICE[,BAUD]")]
    pub(crate) serial: Option<String>,
    /// The command that starts or resets the device, and ends; it runs before each connection
    #[arg(long = "reset-cmd", value_name = "COMMAND", conflicts_with = "command", requires = "elsewhere")]
    pub(crate) reset: Option<String>,
    /// The protocol of the testee: json, cbor, cbor-frames, or auto, which tries them [default: json for a command, else
    /// auto]
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol, requires = "elsewhere")]
    pub(crate) protocol: Option<Protocol>,
}

/// One `--protocol`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Auto,
    Of(Framing),
}

fn protocol(text: &str) -> Result<Protocol, String> {
    if text == "auto" { Ok(Protocol::Auto) } else { text.parse().map(Protocol::Of) }
}

impl ElsewhereArguments {
    /// Is it anywhere but in this program?
    pub(crate) fn any(&self) -> bool {
        self.command.is_some() || self.tcp.is_some() || self.serial.is_some()
    }

    /// What it is asked by.
    pub(crate) fn protocol(&self) -> Protocol {
        let usual = if self.command.is_some() { Protocol::Of(Framing::Json) } else { Protocol::Auto };
        self.protocol.unwrap_or(usual)
    }

    /// The arguments that choose it again, but for a command.
    pub(crate) fn words(&self) -> Vec<String> {
        let protocol = self.protocol.map(|protocol| match protocol {
            Protocol::Auto => "auto".to_owned(),
            Protocol::Of(framing) => framing.to_string(),
        });
        let given = [
            ("--impl-tcp", &self.tcp),
            ("--impl-serial", &self.serial),
            ("--reset-cmd", &self.reset),
            ("--protocol", &protocol),
        ];
        let words = given.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value.clone()?]));
        words.flatten().collect()
    }
}
