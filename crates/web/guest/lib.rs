//! A game for browsers: a page in JavaScript draws it and passes on what is pressed.

use tilebase::{Library, Selection, Solver, State, seeded};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A board, and what is known about its puzzle.
#[wasm_bindgen]
pub struct Game {
    solver: Solver,
    state: State,
}

#[wasm_bindgen]
impl Game {
    /// Begins a game of a puzzle, such as `3x3`, at a distance from the goal. The seed repeats it.
    #[wasm_bindgen(constructor)]
    pub fn new(puzzle: &str, distance: u32, seed: u64) -> Result<Self, JsError> {
        // There are no files in a browser: the tables are in memory. Here they are built.
        let solver = Library::in_memory().puzzle(puzzle)?;
        let drawn = solver.draw(1, Selection::AtDistance(distance), &mut seeded(seed))?;
        let state = drawn.states.into_iter().next();
        let state = state.ok_or_else(|| JsError::new("there is no such board"))?;
        Ok(Self { solver, state })
    }

    /// Returns the cells in reading order, with 0 for the blank.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> Vec<u8> {
        self.state.cells().to_vec()
    }

    /// Returns the least number of moves to the goal.
    #[wasm_bindgen(getter)]
    pub fn distance(&self) -> Result<Option<u32>, JsError> {
        Ok(self.solver.distance(&self.state)?.distance())
    }

    /// Slides a tile next to the blank, and returns whether that was a best move.
    pub fn press(&mut self, tile: &str) -> Result<bool, JsError> {
        let hints = self.solver.hints(&self.state)?;
        let pressed = hints
            .moves
            .iter()
            .find(|hint| hint.step.to_string() == tile);
        let pressed = pressed.ok_or_else(|| JsError::new("this tile cannot slide"))?;
        self.state = pressed.state.clone();
        Ok(pressed.bounds == hints.moves[0].bounds)
    }

    /// Returns the tiles of a shortest solution, to be pressed one after another.
    pub fn solution(&self) -> Result<Vec<String>, JsError> {
        let answer = self.solver.solve(&self.state)?;
        let moves = answer.moves().to_string();
        Ok(moves.split(' ').map(str::to_owned).collect())
    }
}
