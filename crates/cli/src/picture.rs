//! Pictures in files.

use std::{io::Write, path::Path, sync::OnceLock};

use crate::{context::Context, failure::Failure};

/// Writes a picture into a file, which is there whole or not at all, or to standard output for `-`.
pub fn write(context: &Context, file: &Path, svg: &str) -> Result<(), Failure> {
    if is_standard_output(file) {
        return context.print(svg);
    }
    // What is no file, such as a pipe, cannot be replaced.
    let written = if file.exists() && !file.is_file() {
        std::fs::write(file, svg)
    } else {
        tilebase::replace(file, |out| out.write_all(svg.as_bytes()))
    };
    written.map_err(|error| Failure::Table(format!("cannot write {}: {error}", file.display())))?;
    context.note(&format!("drawn into {}", file.display()));
    Ok(())
}

/// Returns whether a picture, if one is drawn, takes the place of all other output.
pub fn alone(file: Option<&Path>) -> bool {
    file.is_some_and(is_standard_output)
}

/// The picture of what is found while a question is answered, which is drawn after the answer.
pub struct Drawing<'a> {
    file: Option<&'a Path>,
    svg: OnceLock<String>,
}

impl<'a> Drawing<'a> {
    pub fn new(file: Option<&'a Path>) -> Self {
        let svg = OnceLock::new();
        Self { file, svg }
    }

    /// Draws the picture, if one is asked for. Returns it if it takes the place of the text.
    pub fn draw(&self, svg: impl FnOnce() -> String) -> Option<String> {
        let svg = self.file.map(|_| svg())?;
        if alone(self.file) {
            return Some(svg);
        }
        // One state is drawn, not those of a stream.
        let _ = self.svg.set(svg);
        None
    }

    /// Writes what was drawn into its file.
    pub fn write(&self, context: &Context) -> Result<(), Failure> {
        match (self.file, self.svg.get()) {
            (Some(file), Some(svg)) => write(context, file, svg),
            _ => Ok(()),
        }
    }
}

/// Returns whether a picture takes the place of the text on standard output.
pub fn is_standard_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}
