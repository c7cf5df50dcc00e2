//! The command line of Tilebase.

fn main() {}
