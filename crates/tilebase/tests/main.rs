//! Tests of the library. They form one binary, so that it is linked only once.

mod bulk;
mod by_table;
mod chances;
mod examples;
mod forms;
mod goals;
mod graphs;
mod large_boards;
mod library;
mod multi;
mod own;
mod partial_goals;
mod planning;
mod read;
mod searched;
mod stages;
mod stops;
