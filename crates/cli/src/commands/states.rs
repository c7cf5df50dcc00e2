//! Questions about one state, or about each state of a stream.

use std::{
    io,
    path::Path,
    sync::{Mutex, PoisonError},
};

use tilebase::{Answer, Puzzle, Reading, Row, Solver, State, StateText};

use super::unsolvable;
use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{LimitOptions, OneState, TargetArgs, values::is_name_of_goal},
    input, json, output, picture,
    stream::{self, AskedState, Stream},
    terminal,
};

/// A question that a command asks about each state that it is given.
pub struct StateQuestion<'a> {
    pub context: &'a Context,
    pub states: &'a OneState,
    pub solver: Solver,
    /// A picture that is wanted of a state: its file, and what it draws.
    pub picture: Option<(&'a Path, &'static str)>,
    pub cost: Cost,
}

/// What the answer about a state of a stream takes.
#[derive(Clone, Copy, PartialEq)]
pub enum Cost {
    /// A rule, or for some rows a distance.
    Rules,
    /// Tables of the stages.
    Stages,
    /// A distance.
    Distances,
    /// A distance and no more: a table looks up those of many states together.
    LookUps,
}

/// A state that is to be answered.
pub struct StateRequest<'a> {
    pub solver: &'a Solver,
    pub state: &'a State,
    /// How the cells of states are written, by their numbers; empty where numbers are.
    pub signs: &'a [String],
    /// Whether the state is one of a stream.
    pub streamed: bool,
    /// The distance, if it has been looked up together with those of other states.
    pub found: Option<Answer>,
}

impl StateRequest<'_> {
    /// Returns that the goal is out of reach: of one state in lines that fit, of a stream in one.
    pub fn unsolvable(&self) -> String {
        let columns = terminal::known_width().filter(|_| !self.streamed);
        output::fitting(&unsolvable(self.state), columns)
    }
}

/// The answer about a state.
pub struct Printed {
    pub text: String,
    pub outcome: Outcome,
    /// The least number of moves, if it is known.
    pub distance: Option<u32>,
    /// Its picture, if one is wanted. None is drawn of a state that cannot reach the goal.
    pub svg: Option<String>,
}

impl Printed {
    pub fn new(text: String, outcome: Outcome) -> Self {
        Self {
            text,
            outcome,
            distance: None,
            svg: None,
        }
    }
}

/// What answers a request. Each command has its own; what calls it is compiled once.
type Answering<'a> = dyn Fn(StateRequest<'_>) -> tilebase::Result<Printed> + Sync + 'a;

/// Returns the solver of states whose search has limits. An unfinished search is saved for one
/// state only.
pub fn limited(context: &Context, states: &OneState, limits: &LimitOptions) -> Result<Solver> {
    let solver = context.solver(&states.question, SearchArgs::Limits(limits))?;
    if limits.resume.is_some() {
        states.refuse_stream("--resume")?;
    }
    Ok(solver)
}

impl StateQuestion<'_> {
    /// Answers for the one state that was given, or for each state of a stream. A bad state, or a
    /// file that cannot be read, is found before any table is built for it.
    pub fn answer(mut self, answer: &Answering<'_>) -> Result<Outcome> {
        if self.states.expect && self.cost == Cost::Rules {
            return Err(Failure::input(
                "--expect compares distances, and this command finds none: use `distance`",
            ));
        }
        let stream = self.states.stream();
        // Copying pattern databases to memory is worth it for many states, not for one.
        self.solver = self.solver.with_copied_patterns(stream.is_some());
        match stream {
            Some(file) => self.answer_stream(file, answer),
            None => self.answer_one(answer),
        }
    }

    fn answer_one(&self, answer: &Answering<'_>) -> Result<Outcome> {
        let asked = self.states.state(self.context, &self.solver)?;
        let printed = self.answer_asked(&asked, None, None, answer)?;
        let Printed {
            text, outcome, svg, ..
        } = printed;
        let svg = svg.filter(|_| outcome != Outcome::Unsolvable);
        let file = self.picture.map(|(file, _)| file).filter(|_| svg.is_some());
        if !picture::alone(file) {
            self.context.print(&text)?;
        }
        picture::draw(self.context, file, || svg.unwrap_or_default())?;
        if let (Outcome::Interrupted, Some(saved)) = (outcome, self.solver.where_saved()) {
            self.context.note(&saved);
        }
        Ok(outcome)
    }

    fn answer_stream(&self, file: &Path, answer: &Answering<'_>) -> Result<Outcome> {
        if let Some((_, what)) = self.picture {
            return Err(Failure::input(format!(
                "--svg draws the {what} of one state, not of a stream"
            )));
        }
        let (context, solver) = (self.context, &self.solver);
        let mut input = input::open(file)?;
        let is_quick = self.is_quick()?;
        let told = Mutex::new(Vec::new());
        let stream = Stream {
            solver,
            name: (!input::is_standard_stream(file)).then(|| input::name(file)),
            json: context.json,
            pairs: self.states.pairs.is_some(),
            batch: if is_quick { stream::QUICK } else { 1 },
            looks_up: is_quick && self.cost == Cost::LookUps,
            read: &|text| {
                let asked = self.asked_of(text)?;
                if !asked.reading.forms().is_empty() {
                    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                    if !told
                        .iter()
                        .any(|forms: &Vec<String>| forms == asked.reading.forms())
                    {
                        asked.note(context);
                        told.push(asked.reading.forms().to_vec());
                    }
                }
                Ok(asked)
            },
            answer: &|asked, found| {
                let printed = self.answer_asked(asked, found, Some(is_quick), answer)?;
                Ok((printed.text, printed.outcome))
            },
            report: &|answered, all| {
                if !is_quick {
                    context.progress.answered(answered, all);
                }
            },
        };
        stream.run(&mut input, &mut io::stdout().lock())
    }

    /// Reads a state of a stream.
    fn asked_of(&self, text: &StateText<'_>) -> Result<AskedState> {
        let states = self.states;
        if states.expect && text.number().is_none() {
            return Err(Failure::input(
                "no number stands after the state, with which --expect could compare the answer",
            ));
        }
        if states.pairs.is_some() && text.goal().is_none() {
            return Err(Failure::input(
                "the goal of the pair is missing: write `start goal`",
            ));
        }
        let names_file = || input::file_of_puzzle(&states.question.space).is_some();
        let other = text.shape().map(Puzzle::Sliding);
        let other = other.filter(|puzzle| *puzzle != self.solver.puzzle() && names_file());
        let Some(puzzle) = other else {
            return states.asked(&self.solver, self.solver.reading_of(text)?, text.number());
        };
        let goal = states.question.target.goal.as_deref().map(input::goal);
        let solver = self
            .solver
            .of_puzzle(puzzle)
            .with_goal(goal.transpose()?.as_deref())?;
        let mut asked = states.asked(&solver, solver.reading_of(text)?, text.number())?;
        asked.solver.get_or_insert_with(|| Box::new(solver));
        Ok(asked)
    }

    fn answer_asked(
        &self,
        asked: &AskedState,
        found: Option<Answer>,
        stream_is_quick: Option<bool>,
        answer: &Answering<'_>,
    ) -> Result<Printed> {
        let context = self.context;
        let solver = asked.solver.as_deref().unwrap_or(&self.solver);
        let reading = &asked.reading;
        let request = StateRequest {
            solver,
            state: &reading.state,
            signs: reading.signs(),
            streamed: stream_is_quick.is_some(),
            found,
        };
        // Rules and look-ups end too soon to be interrupted.
        let is_quick = stream_is_quick == Some(true) && asked.solver.is_none();
        let mut printed =
            if is_quick { answer(request)? } else { context.work(|| answer(request))? };
        if context.json
            && let Some(read_as) = reading.read_as(solver.goal())
        {
            printed.text = json::with(&printed.text, "read_as", &read_as);
        }
        if let Some(number) = asked.number.filter(|_| self.states.expect) {
            let agrees = printed.distance == Some(number);
            printed.text = match context.json {
                true => {
                    let text = json::with(&printed.text, "expected", &number);
                    json::with(&text, "agrees", &agrees)
                }
                false if agrees => printed.text,
                false => format!("{}  (expected: {number})", printed.text),
            };
            if !agrees {
                printed.outcome = printed.outcome.max(Outcome::Unsolvable);
            }
        }
        Ok(printed)
    }

    /// Returns whether each state takes a moment. Opens what answers for it, to know that.
    fn is_quick(&self) -> Result<bool> {
        match self.cost {
            Cost::Rules => Ok(self.solver.is_checked_by_rule()),
            Cost::Stages => Ok(false),
            Cost::Distances | Cost::LookUps => {
                (self.context).work(|| self.solver.prepare()?.answers_from_table())
            }
        }
    }
}

impl AskedState {
    /// Says how the state was read, if that is a guess.
    fn note(&self, context: &Context) {
        let forms = self.reading.forms();
        if forms.is_empty() || context.json {
            return;
        }
        let goal = self.solver.as_ref();
        let goal = goal.map(|solver| format!(", goal {}", solver.goal()));
        context.note(&format!(
            "read as {}{}: {}",
            self.reading.state.puzzle(),
            goal.unwrap_or_default(),
            forms.join("; ")
        ));
    }
}

impl OneState {
    /// Returns the state, if a command answers for one, and says how it was read.
    pub fn state(&self, context: &Context, solver: &Solver) -> Result<AskedState> {
        if self.expect {
            return Err(Failure::input(
                "--expect compares the numbers after the states of a file, not of one state",
            ));
        }
        let reading = match (&self.state[..], solver.puzzle()) {
            ([], Puzzle::Oshidori(stones)) => Reading::plain(Row::start(stones)),
            (words, _) => match (solver.reading(&words.join(" ")), words) {
                (Err(_), [word]) if Path::new(word).is_file() => {
                    return Err(Failure::input(format!(
                        "{word} is a file, not a state: --file {word} reads the states in it"
                    )));
                }
                (Err(error), _) if words.iter().all(|word| word.trim().is_empty()) => {
                    let (puzzle, goal) = (solver.puzzle(), solver.a_goal());
                    return Err(Failure::input(format!(
                        "{error}, such as `tilebase solve {puzzle} \"{goal}\"`"
                    )));
                }
                (reading, _) => reading?,
            },
        };
        let asked = self.asked(solver, reading, None)?;
        asked.note(context);
        Ok(asked)
    }

    /// Returns what is asked about a state: with the goal that stands with it, and its cells where
    /// they are, if they are given in another order.
    fn asked(
        &self,
        solver: &Solver,
        mut reading: Reading,
        number: Option<u32>,
    ) -> Result<AskedState> {
        let target = &self.question.target;
        let is_changed = self.cells_of_tiles || target.transpose;
        if self.cells_of_tiles && matches!(solver.puzzle(), Puzzle::Oshidori(_)) {
            return Err(Failure::input(
                "--cells-of-tiles is for boards: a row has several stones of a kind",
            ));
        }
        if self.cells_of_tiles && !reading.signs().is_empty() {
            return Err(Failure::input(format!(
                "--cells-of-tiles: cells are numbers from 0, but the state was read with {}",
                reading.forms().join("; ")
            )));
        }
        if is_changed {
            let cells = reading.state.cells().to_vec();
            let cells = if self.cells_of_tiles { in_cells(&cells) } else { cells };
            let cells = if target.transpose { input::by_rows(solver, &cells)? } else { cells };
            reading.state = solver.state(&cells[..])?;
        }
        let mut other = None;
        if let Some(goal) = reading.goal() {
            let mut towards = solver.clone().with_goal(goal)?;
            if target.transpose {
                towards = transposed_goal(towards, Some(goal))?;
            }
            if target.goal.is_some() && towards.goal() != solver.goal() {
                return Err(Failure::input(format!(
                    "the text asks for the goal {}, but --goal for {}",
                    towards.goal(),
                    solver.goal()
                )));
            }
            other = Some(Box::new(towards));
        }
        Ok(AskedState {
            reading,
            solver: other,
            number,
        })
    }
}

/// Returns whether a goal is given by its cells, and not by a name.
fn has_cells(goal: Option<&str>) -> bool {
    goal.is_some_and(|goal| !is_name_of_goal(goal))
}

/// Refuses `--transpose` of a command that takes no state, if the goal has no cells either.
pub fn check_transpose(target: &TargetArgs) -> Result<()> {
    if target.transpose && !has_cells(target.goal.as_deref()) {
        return Err(Failure::input(
            "--transpose is about cells that are given, and none are: write those of a --goal",
        ));
    }
    Ok(())
}

/// Returns the solver for the goal whose cells were `given` column by column.
pub fn transposed_goal(solver: Solver, given: Option<&str>) -> Result<Solver> {
    // A goal that has a name is meant as it is.
    if !has_cells(given) {
        return Ok(solver);
    }
    let goal = solver.goal();
    let cells: Vec<&str> = goal.split(' ').collect();
    let goal = input::by_rows(&solver, &cells)?.join(" ");
    Ok(tilebase::programs::with_goal_in_signs(solver, &goal)?)
}

/// Returns the cells of the board that has the blank and the tiles in these cells.
fn in_cells(cells: &[u8]) -> Vec<u8> {
    let mut tiles = vec![0; cells.len()];
    for (&cell, tile) in cells.iter().zip(0..=u8::MAX) {
        if let Some(at) = tiles.get_mut(usize::from(cell)) {
            *at = tile;
        }
    }
    tiles
}
