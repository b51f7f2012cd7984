//! The process that compiles: requests come in on the standard input, answers go out on the standard output, until the
//! input ends.

mod compile;
mod output;

use std::io::{self, Write};
use std::process::ExitCode;

use wavefold_worker::{PROTOCOL, Request, Response, wire};

use crate::compile::LazyCompiler;

fn main() -> ExitCode {
    match output::claim().and_then(|mut output| serve(&mut output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wavefold-worker: {error}; this program is started by wavefold, and talks to it alone");
            ExitCode::FAILURE
        }
    }
}

/// Answers until there are no more requests.
fn serve(output: &mut impl Write) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut compiler = LazyCompiler::default();
    while let Some(content) = wire::read_frame(&mut input)? {
        let response = match Request::decode(&content) {
            Some(Request::Hello) => Response::Hello(PROTOCOL),
            Some(Request::Info) => compiler.info(),
            Some(Request::Compile(job)) => compiler.compile(&job),
            None => return Err(io::Error::new(io::ErrorKind::InvalidData, "a request cannot be understood")),
        };
        wire::write_frame(output, &response.encode())?;
    }
    Ok(())
}
