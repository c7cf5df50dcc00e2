//! The examples run, and find what they say.

#[path = "../examples/any_board.rs"]
mod any_board;
#[path = "../examples/batch.rs"]
mod batch;
#[path = "../examples/graded_set.rs"]
mod graded_set;
#[path = "../examples/optimal_15_puzzle.rs"]
mod optimal_15_puzzle;
#[path = "../examples/own_puzzle.rs"]
mod own_puzzle;
#[path = "../examples/pancakes.rs"]
mod pancakes;
#[path = "../examples/service.rs"]
mod service;
#[path = "../examples/table_in_memory.rs"]
mod table_in_memory;

#[test]
fn examples_run() {
    optimal_15_puzzle::main().unwrap();
    table_in_memory::main().unwrap();
    batch::main().unwrap();
    graded_set::main().unwrap();
    own_puzzle::main().unwrap();
    pancakes::main().unwrap();
    any_board::main().unwrap();
    service::main().unwrap();
}
