//! Exact distances and optimal solutions of sliding-tile and oshidori puzzles.
