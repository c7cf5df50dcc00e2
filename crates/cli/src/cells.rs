//! A graph from a file, in place of the name of a puzzle: `--cells FILE`.

use tilebase::CellGraph;

use crate::{
    Failure, Result,
    args::{Command, GameArgs, OneState, QuestionArgs, TargetArgs},
    commands::textbook::args::Textbook,
    input,
};

impl Command {
    /// Reads the graph that stands in place of a puzzle, if one does. It fails where the command
    /// has no place for it.
    pub fn settle(&mut self) -> Result<()> {
        match self {
            Self::Distance(args) => args.state.settle(),
            Self::Solve(args) => args.state.settle(),
            Self::Hint(args) => args.state.settle(),
            Self::Check(args) => args.settle(),
            Self::Textbook(Textbook::Compare(args)) => args.state.settle(),
            Self::Review(args) => args.game.settle(&mut args.question),
            Self::Shorten(args) => args.game.settle(&mut args.question),
            Self::Hardest(args) => args.question.settle_alone(),
            Self::Depths(args) => args.question.settle_alone(),
            Self::Random(args) => args.question.settle_alone(),
            Self::Build(args) => {
                args.spaces.extend(args.target.take_graph()?);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl TargetArgs {
    /// Takes the graph in the file that is named, if one is, and returns its name.
    fn take_graph(&mut self) -> Result<Option<String>> {
        let Some(file) = self.cells.take() else {
            return Ok(None);
        };
        let graph = CellGraph::read(&input::text(&file)?);
        let graph = graph.map_err(|error| input::wrong(&file, &error))?;
        Ok(Some(graph.to_string()))
    }
}

impl QuestionArgs {
    /// Takes the graph in the file that is named, if one is, as the puzzle. Returns the word that
    /// stood in its place.
    fn settle(&mut self) -> Result<Option<String>> {
        Ok(match self.target.take_graph()? {
            Some(graph) => self.space.replace(graph),
            None => None,
        })
    }

    /// Does so for a command that takes nothing but a puzzle.
    fn settle_alone(&mut self) -> Result<()> {
        match self.settle()? {
            None => Ok(()),
            Some(word) => Err(Failure::input(format!(
                "`{word}` is one word too many: with --cells, no puzzle is named"
            ))),
        }
    }
}

impl OneState {
    /// Takes the graph in the file that is named, if one is, as the puzzle.
    fn settle(&mut self) -> Result<()> {
        let word = self.question.settle()?;
        self.state.splice(0..0, word);
        Ok(())
    }
}

impl GameArgs {
    /// Takes the graph in the file that the question names, if one is, as the puzzle.
    fn settle(&mut self, question: &mut QuestionArgs) -> Result<()> {
        if let Some(state) = question.settle()? {
            self.made.splice(0..0, self.state.replace(state));
        }
        Ok(())
    }
}
