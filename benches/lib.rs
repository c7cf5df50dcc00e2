//! Benchmarks of the kernels, each a file beside this one: `build_*` the tables of boards, rows of
//! stones and patterns, `solve_*` look-ups and the searches of boards and rows.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench solve_ida` runs one of them.
