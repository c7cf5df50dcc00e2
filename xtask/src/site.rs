//! The site: the page, and the book beside it.

use std::path::Path;

use anyhow::{Context, Result};
use xshell::Shell;

use crate::{book, web};

const OUTPUT: &str = "target/site";

/// Builds the site into its folder.
pub fn run(shell: &Shell) -> Result<()> {
    web::run(shell, &[])?;
    collect(shell, Path::new(OUTPUT))?;
    eprintln!("{OUTPUT}/index.html");
    Ok(())
}

/// Puts the page, which is built already, into a new folder, and the book if mdBook is installed.
pub fn collect(shell: &Shell, folder: &Path) -> Result<()> {
    shell.remove_path(folder)?;
    shell.create_dir(folder)?;
    for file in shell.read_dir(web::OUTPUT)? {
        // The package for JavaScript is a folder; it is not part of the page.
        if file.is_file() {
            shell.copy_file(file, folder)?;
        }
    }
    if book::build(shell)? {
        let place = folder.join("book");
        std::fs::rename(book::OUTPUT, &place).with_context(|| place.display().to_string())?;
    }
    Ok(())
}
