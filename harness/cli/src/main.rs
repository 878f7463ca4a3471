//! `crivet`: the command line.

mod args;
mod command;
mod output;
mod results;

use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use anyhow::Result;

use args::{Arguments, Command};

/// Everything is as expected.
const GREEN: u8 = 0;
/// A vector failed or had no answer.
const RED: u8 = 1;
/// The run itself could not be done.
const UNABLE: u8 = 2;
/// The run was interrupted.
const INTERRUPTED: u8 = 130;

/// The first argument of this program when it starts itself as the supervisor of a testee.
const SUPERVISE: &str = "supervise";

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    if std::env::args_os().nth(1).is_some_and(|first| first == SUPERVISE) {
        return crivet::process::supervise(std::env::args_os().skip(2));
    }
    // A file that may not grow further is then an error of the write, which is told, and not the end of the program.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    match Arguments::read().and_then(|arguments| arguments.map_or(Ok(GREEN), obey)) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            output::error(&error);
            let interrupted = command::interrupt::ended() == Some(command::interrupt::Reason::Interrupt);
            ExitCode::from(if interrupted { INTERRUPTED } else { UNABLE })
        }
    }
}

fn obey(arguments: Arguments) -> Result<u8> {
    match arguments.command {
        Command::Run(arguments) => command::run::main(*arguments),
        Command::Fuzz(arguments) => command::fuzz::main(*arguments),
        Command::List(arguments) => command::list::main(arguments),
        Command::Show(arguments) => command::show::main(arguments),
        Command::Explain(arguments) => command::explain::main(arguments),
        Command::Export(arguments) => command::export::main(&arguments),
        Command::Lint(arguments) => command::lint::main(arguments),
        Command::Coverage(arguments) => command::coverage::main(arguments),
        Command::Compare(arguments) => command::compare::main(arguments),
        Command::Testee(arguments) => command::testee::main(arguments),
        Command::Completions { shell } => command::shell::completions(shell),
        Command::Man { folder } => command::shell::man(folder.as_deref()),
    }
}
