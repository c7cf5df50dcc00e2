//! States as problems of planners: PDDL, and the SAS+ that Fast Downward's translator writes.

use std::fmt::Write;

use tilebase_core::{
    Puzzle,
    oshidori::{Mates, Stones, Turn},
    sliding::Metric,
};

use crate::{
    solver::Solver,
    values::{Error, Result, State},
};

/// The most operators of a problem in SAS+, some hundred megabytes of text.
const MOST_OPERATORS: usize = 1 << 20;

/// The domain of boards that is in use for the n-puzzle.
const BOARD_DOMAIN: &str = "\
(define (domain n-puzzle-typed)
  (:requirements :strips :typing)
  (:types position tile)
  (:predicates
    (at ?tile - tile ?position - position)
    (neighbor ?p1 - position ?p2 - position)
    (empty ?position - position))
  (:action move
    :parameters (?tile - tile ?from - position ?to - position)
    :precondition (and (neighbor ?from ?to) (at ?tile ?from) (empty ?to))
    :effect (and (at ?tile ?to) (empty ?from) (not (at ?tile ?from)) (not (empty ?to)))))
";

impl Solver {
    /// Returns the domain of the puzzle in PDDL: that of the n-puzzle, with tiles `t_1`, `t_2`, …
    /// and positions `p_ROW_COLUMN`, or `p_1`, `p_2`, … on a graph; or one of rows of stones, whose
    /// action moves a block.
    ///
    /// ```
    /// let solver = tilebase::Library::in_memory().puzzle("3x3")?;
    /// assert!(solver.pddl_domain()?.starts_with("(define (domain n-puzzle-typed)"));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// For the multi-tile metric, whose moves it does not have.
    pub fn pddl_domain(&self) -> Result<String> {
        self.check_plannable()?;
        Ok(match self.puzzle() {
            Puzzle::Oshidori(stones) => row_domain(stones),
            _ => BOARD_DOMAIN.to_owned(),
        })
    }

    /// Returns a state with the goal as a problem of [`pddl_domain`](Self::pddl_domain). `note` is
    /// a comment in it. Tiles that are alike are one object. The goal names the empty position only
    /// if it leaves other cells open.
    ///
    /// ```
    /// let solver = tilebase::Library::in_memory().puzzle("2x2")?;
    /// let state = solver.state("1 2 0 3")?;
    /// let problem = solver.pddl_problem(&state, "1 action")?;
    /// assert!(problem.contains("(at t_3 p_2_2)"));
    /// assert_eq!(solver.state(&*problem)?, state);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// For the multi-tile metric, and for goals that are not one pattern of cells.
    pub fn pddl_problem(&self, state: &State, note: &str) -> Result<String> {
        self.check_plannable()?;
        let goal = self.pattern()?;
        let (puzzle, cells) = (self.puzzle(), state.cells());
        let (object, kind, domain) = match puzzle {
            Puzzle::Oshidori(stones) => ('s', "stone", row_name(stones)),
            _ => ('t', "tile", "n-puzzle-typed".to_owned()),
        };
        let place = |cell: usize| match puzzle {
            Puzzle::Sliding(shape) => {
                let (row, col) = (shape.row(cell) + 1, shape.col(cell) + 1);
                format!("p_{row}_{col}")
            }
            _ => format!("p_{}", cell + 1),
        };
        let fact = |(cell, &tile): (usize, &u8)| match tile {
            0 => format!("(empty {})", place(cell)),
            tile => format!("(at {object}_{tile} {})", place(cell)),
        };
        let mut kinds: Vec<u8> = cells.iter().copied().filter(|&tile| tile > 0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let objects = kinds.iter().map(|tile| format!("{object}_{tile}"));
        let places = (0..cells.len()).map(place);
        let linked = |(from, to): (usize, usize)| match puzzle {
            Puzzle::Oshidori(_) => format!("(next {} {})", place(from), place(to)),
            _ => format!("(neighbor {} {})", place(from), place(to)),
        };
        let links = links(puzzle).into_iter().map(linked);
        let init = cells.iter().enumerate().map(fact).chain(links);
        let whole = goal.iter().all(Option::is_some);
        let named = goal.iter().enumerate();
        let named = named.filter_map(|(cell, tile)| Some((cell, tile.as_ref()?)));
        let named = named.filter(|&(_, &tile)| tile > 0 || !whole).map(fact);
        Ok(format!(
            "(define (problem {domain}-{})\n  ; {note}\n  (:domain {domain})\n  (:objects {} - \
            {kind}\n    {} - position)\n  (:init\n    {})\n  (:goal (and\n    {})))\n",
            puzzle
                .to_string()
                .replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
            joined(objects, " "),
            joined(places, " "),
            joined(init, "\n    "),
            joined(named, "\n    "),
        ))
    }

    /// Returns a state with the goal as a problem in SAS+, version 3, in which each cell is a
    /// variable, with the value 0 if it is empty.
    ///
    /// ```
    /// let solver = tilebase::Library::in_memory().puzzle("2x2")?;
    /// let sas = solver.sas_problem(&solver.state("1 2 0 3")?)?;
    /// assert!(sas.starts_with("begin_version\n3\n") && sas.contains("\n24\nbegin_operator\n"));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`pddl_problem`](Self::pddl_problem), and if there are more than a million operators.
    pub fn sas_problem(&self, state: &State) -> Result<String> {
        self.check_plannable()?;
        let (goal, cells) = (self.pattern()?, state.cells());
        let kinds = cells.iter().copied().max().unwrap_or_default();
        let operators = match self.puzzle() {
            Puzzle::Oshidori(stones) => jumps(stones, kinds)?,
            puzzle => slides(puzzle, kinds),
        };
        let mut sas = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n".to_owned();
        let mut line = |text: String| sas += &(text + "\n");
        line(cells.len().to_string());
        for cell in 0..cells.len() {
            line(format!(
                "begin_variable\nvar{cell}\n-1\n{}",
                u32::from(kinds) + 1
            ));
            line(format!("Atom empty(p_{})", cell + 1));
            for kind in 1..=kinds {
                line(format!("Atom at({kind}, p_{})", cell + 1));
            }
            line("end_variable".to_owned());
        }
        line("0".to_owned());
        let values = cells.iter().map(ToString::to_string);
        line(format!("begin_state\n{}\nend_state", joined(values, "\n")));
        let named: Vec<_> = goal.iter().enumerate().collect();
        let named = named
            .iter()
            .filter_map(|(cell, tile)| Some(format!("{cell} {}", tile.as_ref()?)));
        let named: Vec<String> = named.collect();
        line(format!(
            "begin_goal\n{}\n{}\nend_goal",
            named.len(),
            joined(named, "\n")
        ));
        line(operators.len().to_string());
        for Operator { name, effects } in operators {
            line(format!("begin_operator\n{name}\n0\n{}", effects.len()));
            for (cell, before, after) in effects {
                line(format!("0 {cell} {before} {after}"));
            }
            line("1\nend_operator".to_owned());
        }
        line("0".to_owned());
        Ok(sas)
    }

    fn check_plannable(&self) -> Result<()> {
        match self.metric() {
            Metric::Single => Ok(()),
            Metric::Multi => Err(Error::Question(
                "problems for planners have moves of single tiles: leave out the metric `multi`"
                    .to_owned(),
            )),
        }
    }

    /// Returns the tile of each cell of the goal, or `None` for an open one.
    fn pattern(&self) -> Result<Vec<Option<u8>>> {
        let goal = self.goal();
        let cell = |word: &str| match word {
            "x" => Some(None),
            word => word.parse().ok().map(Some),
        };
        let cells: Option<Vec<Option<u8>>> = goal.split_whitespace().map(cell).collect();
        cells
            .filter(|cells| cells.len() == self.cells())
            .ok_or_else(|| {
                Error::Question(format!(
                    "several patterns meet the goal {goal}: a problem for planners needs one row \
                    of cells, such as `--goal \"{}\"`",
                    self.a_goal()
                ))
            })
    }
}

/// An operator of SAS+: its name, and the variables that it changes with their values before and
/// after.
struct Operator {
    name: String,
    effects: Vec<(usize, u8, u8)>,
}

/// Returns the pairs of cells between which stones or tiles are related: neighbours on a board
/// or graph, a cell and the one to its right in a row.
fn links(puzzle: Puzzle) -> Vec<(usize, usize)> {
    match puzzle {
        Puzzle::Sliding(shape) => {
            let from = |cell| shape.neighbours(cell).map(move |to| (cell, to));
            (0..shape.cells()).flat_map(from).collect()
        }
        #[cfg(feature = "graphs")]
        Puzzle::Graph(graph) => {
            let from = |cell| {
                graph
                    .neighbours(cell)
                    .iter()
                    .map(move |&to| (cell, to.into()))
            };
            (0..graph.cells()).flat_map(from).collect()
        }
        Puzzle::Oshidori(stones) => (1..stones.cells()).map(|cell| (cell - 1, cell)).collect(),
    }
}

fn slides(puzzle: Puzzle, kinds: u8) -> Vec<Operator> {
    let mut operators = Vec::new();
    for (from, to) in links(puzzle) {
        operators.extend((1..=kinds).map(|tile| Operator {
            name: format!("move {tile} p_{} p_{}", from + 1, to + 1),
            effects: vec![(from, tile, 0), (to, 0, tile)],
        }));
    }
    operators
}

fn jumps(stones: Stones, kinds: u8) -> Result<Vec<Operator>> {
    let (cells, rules) = (stones.cells(), stones.rules());
    let block = stones.block();
    let blocks = usize::from(kinds).saturating_pow(block as u32);
    let places = (cells + 1 - block).pow(2);
    if blocks.saturating_mul(2 * places) > MOST_OPERATORS {
        return Err(Error::Question(format!(
            "{} has more than a million moves in SAS+: write PDDL",
            Puzzle::Oshidori(stones)
        )));
    }
    let mut operators = Vec::new();
    for number in 0..blocks {
        let digit = |place: usize| (number / usize::from(kinds).pow(place as u32)) as u8;
        let block_of: Vec<u8> = (0..block).map(|at| digit(at) % kinds + 1).collect();
        let alike = block_of.iter().all(|&stone| stone == block_of[0]);
        if alike && rules.mates == Mates::Unlike {
            continue;
        }
        let turned: Vec<u8> = block_of.iter().rev().copied().collect();
        let mut ways = Vec::new();
        if rules.turn != Turn::Must {
            ways.push(("jump", &block_of));
        }
        if rules.turn != Turn::Never && (turned != block_of || rules.turn == Turn::Must) {
            ways.push(("turn", &turned));
        }
        for from in 0..=cells - block {
            for to in (0..=cells - block).filter(|to| to.abs_diff(from) >= block) {
                operators.extend(ways.iter().map(|(name, after)| {
                    let left = block_of
                        .iter()
                        .enumerate()
                        .map(|(at, &kind)| (from + at, kind, 0));
                    let set = after
                        .iter()
                        .enumerate()
                        .map(|(at, &kind)| (to + at, 0, kind));
                    let kinds = joined(block_of.iter().map(ToString::to_string), " ");
                    Operator {
                        name: format!("{name} {kinds} p_{} p_{}", from + 1, to + 1),
                        effects: left.chain(set).collect(),
                    }
                }));
            }
        }
    }
    Ok(operators)
}

/// Returns the name of the domain of rows with these rules.
fn row_name(stones: Stones) -> String {
    let rules = stones.rules();
    let unlike = if rules.mates == Mates::Unlike { "-unlike" } else { "" };
    let turn = match rules.turn {
        Turn::Never => String::new(),
        turn => format!("-turn-{}", turn.name()),
    };
    format!("oshidori-block-{}{unlike}{turn}", stones.block())
}

fn row_domain(stones: Stones) -> String {
    let (rules, block) = (stones.rules(), stones.block());
    let each = |text: &dyn Fn(usize) -> String| joined((1..=block).map(text), " ");
    let chain = |name: char| {
        let pairs = (1..block).map(|at| format!("(next ?{name}{at} ?{name}{})", at + 1));
        joined(pairs, " ")
    };
    let unlike = rules.mates == Mates::Unlike;
    let requirements = if unlike {
        ":strips :typing :equality :negative-preconditions"
    } else {
        ":strips :typing"
    };
    let alike = joined((1..block).map(|at| format!("(= ?s{at} ?s{})", at + 1)), " ");
    let condition = match (unlike, block) {
        (false, _) => String::new(),
        (true, 2) => format!(" (not {alike})"),
        (true, _) => format!(" (not (and {alike}))"),
    };
    let mut domain = format!(
        "(define (domain {})\n  (:requirements {requirements})\n  (:types position stone)\n  \
        (:predicates\n    (at ?stone - stone ?position - position)\n    (next ?left - position \
        ?right - position)\n    (empty ?position - position))",
        row_name(stones),
    );
    let mut action = |name: &str, stone_at: &dyn Fn(usize) -> usize| {
        let _ = write!(
            domain,
            "\n  (:action {name}\n    :parameters ({} - stone {} {} - position)\n    \
            :precondition (and {} {} {} {}{condition})\n    :effect (and {} {} {} {}))",
            each(&|at| format!("?s{at}")),
            each(&|at| format!("?a{at}")),
            each(&|at| format!("?b{at}")),
            chain('a'),
            chain('b'),
            each(&|at| format!("(at ?s{at} ?a{at})")),
            each(&|at| format!("(empty ?b{at})")),
            each(&|at| format!("(at ?s{} ?b{at})", stone_at(at))),
            each(&|at| format!("(empty ?a{at})")),
            each(&|at| format!("(not (at ?s{at} ?a{at}))")),
            each(&|at| format!("(not (empty ?b{at}))")),
        );
    };
    if rules.turn != Turn::Must {
        action("jump", &|at| at);
    }
    if rules.turn != Turn::Never {
        action("turn", &|at| block + 1 - at);
    }
    domain + ")\n"
}

fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}
