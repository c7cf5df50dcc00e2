//! Tests of the builders. They form one binary, so that it is linked only once.

mod colours;
mod multi;
mod pattern;
#[path = "../../../tests/plain_search.rs"]
mod plain_search;
mod table;
