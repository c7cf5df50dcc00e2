//! Files of models.

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};
use thiserror::Error;
use tilebase_core::{checksum, sliding::Shape};

/// The most cells of boards with a model.
pub(crate) const MOST_CELLS: usize = 64;

/// The bytes are not a model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// They do not begin like a model of this version.
    #[error("not a pair model, or one of another version")]
    Unknown,
    /// The file is too short, or was changed: no model has such weights.
    #[error(
        "the pair model is damaged: its checksum is wrong, or its length or a weight is impossible"
    )]
    Damaged,
}

/// Returns a file: its first bytes, the numbers of rows and columns in a byte each, the content,
/// compressed by Deflate (RFC 1951), and the checksum of all that.
pub(crate) fn file(magic: &[u8], shape: Shape, content: &[u8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend([shape.rows() as u8, shape.cols() as u8]);
    bytes.extend(compress_to_vec(content, 9));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a file that begins so, and has no more content than boards of its shape need. Returns the
/// shape and the content.
pub(crate) fn read_file(
    magic: &[u8],
    bytes: &[u8],
    most: impl Fn(Shape) -> usize,
) -> Result<(Shape, Vec<u8>), ModelError> {
    let (body, sum) = bytes.split_last_chunk().ok_or(ModelError::Unknown)?;
    let rest = body.strip_prefix(magic).ok_or(ModelError::Unknown)?;
    let content = || {
        (checksum(body).to_le_bytes() == *sum).then_some(())?;
        let ([rows, cols], compressed) = rest.split_first_chunk()?;
        let shape = Shape::new((*rows).into(), (*cols).into()).ok()?;
        (shape.cells() <= MOST_CELLS).then_some(())?;
        let content = decompress_to_vec_with_limit(compressed, most(shape));
        Some((shape, content.ok()?))
    };
    content().ok_or(ModelError::Damaged)
}
