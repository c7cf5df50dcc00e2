//! The text of one state, and what stands beside its cells.

use std::borrow::Cow;

use tilebase_core::sliding::Shape;

use super::forms::{Form, Problem};

/// The text of one state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateText<'a> {
    /// The cells, in one line or, with line breaks, in rows.
    pub text: Cow<'a, str>,
    /// The number of the line in which it ends, from 1.
    pub line: usize,
    /// What stands beside the cells. Most texts of long streams have nothing.
    pub(super) beside: Option<Box<Beside>>,
}

/// What stands beside the cells of a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub shape: Option<Shape>,
    pub goal: Option<String>,
    pub number: Option<u32>,
    pub forms: Vec<Form>,
    pub problem: Option<Problem>,
}

impl StateText<'_> {
    /// Returns the shape of the board, if it stands on the same line.
    pub fn shape(&self) -> Option<Shape> {
        self.beside.as_ref()?.shape
    }

    /// Returns the goal of this state, if one is given with it.
    pub fn goal(&self) -> Option<&str> {
        self.beside.as_ref()?.goal.as_deref()
    }

    /// Returns the number after the state, if there is one.
    pub fn number(&self) -> Option<u32> {
        self.beside.as_ref()?.number
    }

    /// Returns what was found around the cells.
    pub fn forms(&self) -> &[Form] {
        self.beside.as_ref().map_or(&[], |beside| &beside.forms)
    }

    /// Returns why the text cannot be read, if that is known.
    pub(super) fn problem(&self) -> Option<&Problem> {
        self.beside.as_ref()?.problem.as_ref()
    }

    /// Returns the text as one that outlives its lines.
    pub fn into_owned(self) -> StateText<'static> {
        StateText {
            text: self.text.into_owned().into(),
            ..self
        }
    }

    /// Returns the state with this goal.
    pub fn with_goal(self, goal: String) -> Self {
        self.with(|beside| {
            beside.goal = Some(goal);
            beside.forms = vec![Form::Pair];
        })
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut Beside)) -> Self {
        change(self.beside.get_or_insert_default());
        self
    }
}
