//! Questions about one state, or about each state of a stream.

use std::{io, path::Path};

use tilebase::{Answer, Solver, State};

use crate::{
    Context, Failure, Outcome, Result, SearchArgs,
    args::{LimitOptions, OneState},
    input, picture,
    stream::{self, Stream},
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
    /// Whether the state is one of a stream.
    pub streamed: bool,
    /// The distance, if it has been looked up together with those of other states.
    pub found: Option<Answer>,
}

/// The answer about a state.
pub struct Printed {
    pub text: String,
    pub outcome: Outcome,
    /// Its picture, if one is wanted. None is drawn of a state that cannot reach the goal.
    pub svg: Option<String>,
}

impl Printed {
    pub fn new(text: String, outcome: Outcome) -> Self {
        let svg = None;
        Self { text, outcome, svg }
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
        let stream = self.states.stream();
        // Copying pattern databases to memory is worth it for many states, not for one.
        self.solver = self.solver.copy_patterns(stream.is_some());
        match stream {
            Some(file) => self.answer_stream(file, answer),
            None => self.answer_one(answer),
        }
    }

    fn answer_one(&self, answer: &Answering<'_>) -> Result<Outcome> {
        let state = &self.states.state(&self.solver)?;
        let Printed { text, outcome, svg } = self.context.work(|| {
            answer(StateRequest {
                solver: &self.solver,
                state,
                streamed: false,
                found: None,
            })
        })?;
        let svg = svg.filter(|_| outcome != Outcome::Unsolvable);
        let file = self.picture.map(|(file, _)| file).filter(|_| svg.is_some());
        if !picture::alone(file) {
            self.context.print(&text)?;
        }
        picture::draw(self.context, file, || svg.unwrap_or_default())?;
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
        let stream = Stream {
            solver,
            json: context.json,
            batch: if is_quick { stream::QUICK } else { 1 },
            looks_up: is_quick && self.cost == Cost::LookUps,
            answer: &|state, found| {
                let request = StateRequest {
                    solver,
                    state,
                    streamed: true,
                    found,
                };
                // Rules and look-ups end too soon to be interrupted.
                let printed =
                    if is_quick { answer(request)? } else { context.work(|| answer(request))? };
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
