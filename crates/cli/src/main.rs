//! The program. Its parts are a library, which compiles while those below it are still being
//! optimised.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilebase_cli::main()
}
