//! Tests of searches, tables and heuristics. They form one binary, so that it is linked only once.

mod board_bounds;
mod colours;
mod common;
mod damage;
mod heuristics;
mod ida;
mod ida_large;
mod ida_many_views;
mod ida_saved;
mod multi;
mod oshidori_rules;
mod oshidori_saved;
mod oshidori_search;
mod oshidori_slack;
mod rows;
mod table;
