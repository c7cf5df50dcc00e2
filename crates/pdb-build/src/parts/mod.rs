//! Parts of tables that several machines built, and their joining.

mod join;
mod part;

pub use self::{
    join::Parts,
    part::{PART_EXTENSION, Part, PartError, PartPlace},
};
