//! Problems for planners: their operators are the moves of the puzzle, and their facts the places.

use std::collections::BTreeSet;

use tilebase::{
    Library, Puzzle, Solver, State, Stones,
    oshidori::{Rules, Turn},
    seeded,
    sliding::Metric,
};

/// The variables that an operator of SAS+ changes, with their values before and after.
type Effects = Vec<(usize, u8, u8)>;

/// Reads the operators of a problem in SAS+.
fn operators(sas: &str) -> Vec<Effects> {
    let operator = |text: &str| {
        let effects = text.lines().filter(|line| line.matches(' ').count() == 3);
        let effect = |line: &str| {
            let numbers: Vec<usize> = line
                .split(' ')
                .map_while(|word| word.parse().ok())
                .collect();
            let [0, cell, before, after] = numbers[..] else {
                return None;
            };
            Some((cell, before as u8, after as u8))
        };
        effects.filter_map(effect).collect()
    };
    let texts = sas.split("begin_operator\n").skip(1);
    texts.map(operator).collect()
}

/// Returns the cells after each operator that can be applied.
fn after(operators: &[Effects], cells: &[u8]) -> BTreeSet<Vec<u8>> {
    let can = |effects: &&Effects| {
        effects
            .iter()
            .all(|&(cell, before, _)| cells[cell] == before)
    };
    let apply = |effects: &Effects| {
        let mut next = cells.to_vec();
        effects
            .iter()
            .for_each(|&(cell, _, after)| next[cell] = after);
        next
    };
    operators.iter().filter(can).map(apply).collect()
}

fn rows() -> Vec<Stones> {
    let mut rows = vec![
        Stones::of_kinds(4, 2).unwrap(),
        Stones::of_kinds(3, 3).unwrap(),
    ];
    for (block, unlike) in [(2, false), (2, true), (3, false)] {
        for turn in [Turn::Never, Turn::May, Turn::Must] {
            let rules = Rules::of_options(block, None, unlike, turn);
            rows.push(Stones::of_kinds(3, 3).unwrap().with_rules(rules).unwrap());
        }
    }
    rows
}

#[test]
fn operators_are_the_moves() {
    let rows = rows().into_iter().map(Puzzle::Oshidori);
    let others = ["2x3", "3x4", "torus-3x3", "cylinder-2x4"];
    let others = others.iter().map(|name| name.parse().unwrap());
    for puzzle in others.chain(rows) {
        let solver: Solver = Library::in_memory().solver(puzzle);
        for state in solver.random(20, &mut seeded(5)) {
            let operators = operators(&solver.sas_problem(&state).unwrap());
            let moves = state.neighbours(Metric::Single).into_iter();
            let moves: BTreeSet<Vec<u8>> = moves.map(|next| next.cells().to_vec()).collect();
            assert_eq!(after(&operators, state.cells()), moves, "{puzzle} {state}");
        }
    }
}

/// Places on a board are named by row and column, and a tile that is there is a fact.
#[test]
fn facts_are_places() {
    let solver = Library::in_memory().puzzle("2x3").unwrap();
    let state: State = solver.state("5 0 3 / 1 2 4").unwrap();
    let problem = solver.pddl_problem(&state, "a note").unwrap();
    let (init, goal) = problem.split_once("(:goal").unwrap();
    for fact in [
        "(at t_5 p_1_1)",
        "(empty p_1_2)",
        "(at t_4 p_2_3)",
        "(neighbor p_1_2 p_2_2)",
    ] {
        assert!(init.contains(fact), "{fact}: {init}");
    }
    assert!(
        goal.contains("(at t_5 p_2_2)") && !goal.contains("empty"),
        "{goal}"
    );
    assert_eq!(solver.state(&*problem).unwrap(), state);
}
