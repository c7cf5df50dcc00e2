//! Parts of tables, which machines built apart, and how they are joined.

mod join;
mod part;

pub use self::{
    join::Parts,
    part::{PART_EXTENSION, Part, PartError, PartPlace},
};
