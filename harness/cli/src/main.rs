//! `crivet`: the command line.

mod args;
mod command;
mod output;
mod results;

use std::panic::catch_unwind;
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
    #[cfg(unix)]
    outlive_limits();
    // A panic has told itself by then: a thread, say, for which there is no room.
    let done = catch_unwind(|| Arguments::read().and_then(|arguments| arguments.map_or(Ok(GREEN), obey)));
    ExitCode::from(match done {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            output::error(&error);
            let interrupted = command::interrupt::ended() == Some(command::interrupt::Reason::Interrupt);
            if interrupted { INTERRUPTED } else { UNABLE }
        }
        Err(_) => UNABLE,
    })
}

/// Makes errors of what would end this program by a signal.
///
/// A file that may not grow further is an error of the write, which is told. Where memory is at an end, or the stack,
/// the standard library tells it in a sentence and aborts: this program has then been unable.
#[cfg(unix)]
fn outlive_limits() {
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::flag;
    let _ = flag::register(SIGXFSZ, Arc::default());
    let _ = flag::register_conditional_shutdown(SIGABRT, UNABLE.into(), Arc::new(true.into()));
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
