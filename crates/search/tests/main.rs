//! Tests of the searches of textbooks. They form one binary, so that it is linked only once.

mod agreement;
mod counted;
mod counts;
mod guided;
mod maze;
mod parsers;
mod ranked;
mod sudoku;
