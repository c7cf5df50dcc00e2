//! In place of `row_search`, where rows of stones are not compiled in.

use tilebase_core::{
    format::TableFile,
    oshidori::{Goal, Row, Stones},
};
use tilebase_pdb_build::BuildError;

use super::traits::{Backend, TableBackend};
use crate::{options::Options, values::Result};

pub(crate) fn by_table(_: Stones, _: Goal, _: TableFile) -> Result<Box<dyn TableBackend>> {
    Err(BuildError::NO_ROWS.into())
}

pub(crate) fn by_search(_: Stones, _: Goal, _: &Options) -> Result<Box<dyn Backend>> {
    Err(BuildError::NO_ROWS.into())
}

pub(crate) fn excluded(_: &Row, _: Goal) -> Option<&'static str> {
    None
}
