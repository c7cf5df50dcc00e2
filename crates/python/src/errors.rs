//! The library's errors as Python exceptions with the same texts.

use pyo3::{
    create_exception,
    exceptions::{
        PyException, PyFileNotFoundError, PyKeyboardInterrupt, PyMemoryError, PyOSError,
        PyValueError,
    },
    prelude::*,
};
use tilebase::{Error, ErrorKind};

create_exception!(
    tilebase,
    TableError,
    PyException,
    "A table is damaged, or of another version: delete its file, and it is built again."
);
create_exception!(
    tilebase,
    MissingTableError,
    PyFileNotFoundError,
    "There is no table, and none may be built."
);

/// Turns an error of the library into an exception.
pub fn raised(error: Error) -> PyErr {
    let text = error.to_string();
    match error.kind() {
        ErrorKind::Missing => {
            MissingTableError::new_err(format!("{text}; with build=True it is built"))
        }
        ErrorKind::Damaged => TableError::new_err(text),
        ErrorKind::Memory => PyMemoryError::new_err(text),
        ErrorKind::Io => PyOSError::new_err(text),
        ErrorKind::Interrupted => PyKeyboardInterrupt::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// Returns the error of a search whose time was up before it found a solution.
pub fn no_solution(state: usize) -> PyErr {
    PyValueError::new_err(format!(
        "state {state}: no solution was met in the time: `bounds` says what is proven"
    ))
}
