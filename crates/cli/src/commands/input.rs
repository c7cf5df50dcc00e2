//! Reading a puzzle from a file or standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::failure::Failure;

/// The most bytes that are read: more than any puzzle has.
const MOST: u64 = 1 << 28;

/// The text of a file, or of standard input for `-`. Bytes that are no text come out as `�`, which the
/// parsers then refuse with line and column.
pub fn text(file: &Path) -> Result<String, Failure> {
    let cannot = |error: io::Error| Failure::input(format!("cannot read {}: {error}", name(file)));
    let mut bytes = Vec::new();
    let read = if is_standard_input(file) {
        io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)
    } else {
        File::open(file)
            .map_err(cannot)?
            .take(MOST + 1)
            .read_to_end(&mut bytes)
    };
    read.map_err(cannot)?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::input(format!(
            "{} has more than {MOST} bytes, which is no puzzle",
            name(file)
        )));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What to call the input in messages.
pub fn name(file: &Path) -> String {
    if is_standard_input(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}
