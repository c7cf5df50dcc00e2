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
#[path = "../../core/tests/support/pattern_states.rs"]
mod pattern_states;
#[path = "../../../tests/plain_search.rs"]
mod plain_search;
mod table;
