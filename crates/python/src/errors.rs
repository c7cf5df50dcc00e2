//! The library's errors as Python exceptions with the same texts.

use numpy::{AsSliceError, FromVecError};
use pyo3::{
    create_exception,
    exceptions::{
        PyException, PyFileNotFoundError, PyKeyboardInterrupt, PyMemoryError, PyOSError,
        PyValueError,
    },
    prelude::*,
};
use tilebase::{
    Error, ErrorKind, PuzzleError, oshidori::StonesError, pattern::PartitionError,
    sliding::ShapeError,
};

create_exception!(
    tilebase,
    TableError,
    PyException,
    "A table is damaged, or has another version. Delete its file; it is then built again."
);
create_exception!(
    tilebase,
    MissingTableError,
    PyFileNotFoundError,
    "There is no table, and none may be built."
);

/// An exception. The operator `?` converts errors of the library into it.
#[derive(Debug)]
pub struct Raised(pub PyErr);

pub type Result<T, E = Raised> = std::result::Result<T, E>;

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        Self(match error.kind() {
            ErrorKind::Missing => {
                MissingTableError::new_err(format!("{text}; with build=True it is built"))
            }
            ErrorKind::Damaged => TableError::new_err(text),
            ErrorKind::Memory => PyMemoryError::new_err(text),
            ErrorKind::Io => PyOSError::new_err(text),
            ErrorKind::Interrupted => PyKeyboardInterrupt::new_err(text),
            _ => PyValueError::new_err(text),
        })
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

/// Converts other errors through the library's or through Python's.
macro_rules! raised {
    ($by:ty: $($error:ty),*) => {$(
        impl From<$error> for Raised {
            fn from(error: $error) -> Self {
                <$by>::from(error).into()
            }
        }
    )*};
}

raised!(Error: PuzzleError, StonesError, ShapeError, PartitionError);
raised!(PyErr: AsSliceError, FromVecError);

impl From<Raised> for PyErr {
    fn from(raised: Raised) -> Self {
        raised.0
    }
}

/// Returns the error of an invalid argument.
pub fn invalid(problem: impl Into<String>) -> Raised {
    Raised(PyValueError::new_err(problem.into()))
}

/// Returns the error of a search that found no solution within its time.
pub fn no_solution(state: usize) -> Raised {
    invalid(format!(
        "state {state}: no solution was found within the time; `bounds` returns what is proven"
    ))
}
