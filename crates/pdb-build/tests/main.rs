//! Tests of the builders. They form one binary, so that it is linked only once.

mod colours;
mod multi;
#[allow(
    dead_code,
    reason = "`main` reads arguments; the tests call what it calls"
)]
#[path = "../examples/partitions.rs"]
mod partitions;
mod pattern;
mod table;
