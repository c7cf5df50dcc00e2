//! Tests of the program as a user runs it. They form one binary, so that it is linked only once.

mod answers;
mod bench;
mod boards;
mod common;
mod damage;
mod documents;
mod forms;
mod games;
mod housekeeping;
mod interrupted;
mod json;
mod kept;
mod large;
mod levels;
mod multi;
mod pictures;
mod practice;
mod research;
mod rows;
mod saved;
mod scratch;
mod terminal;
mod textbook;
mod trouble;
mod two_by_seven;
