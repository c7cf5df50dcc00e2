//! `maze`: the way through a maze, or a new maze.

use std::path::Path;

use serde::Serialize;
use tilebase::{
    programs::allowance,
    search::{Maze, SearchLimits, SearchOutcome, Traced, a_star, breadth_first, depth_first},
};

use super::{
    NodeCounts,
    args::{MazeAlgorithm, MazeArgs},
    timed,
};
use crate::{
    Context, Failure, Outcome, Result,
    args::values::name,
    commands::{outcome, random},
    input, json, output, picture,
};

/// A search, as JSON has it.
#[derive(Serialize)]
struct MazeSearch<'a> {
    rows: usize,
    cols: usize,
    algorithm: &'a str,
    solvable: bool,
    length: Option<usize>,
    path: Option<String>,
    #[serde(flatten)]
    counts: NodeCounts,
    seconds: f64,
    maze: Vec<&'a str>,
}

/// A new maze, as JSON has it.
#[derive(Serialize)]
struct Generated<'a> {
    rows: usize,
    cols: usize,
    seed: u64,
    braid: f64,
    maze: Vec<&'a str>,
}

pub fn run(context: &Context, args: &MazeArgs) -> Result<Outcome> {
    match (args.file.as_ref().or(args.maze.as_ref()), &args.generate) {
        (Some(file), _) => solve_all(context, args, file),
        (None, Some(size)) => generate(context, args, *size),
        (None, None) => Err(Failure::input("name a file, or a size with --generate")),
    }
}

/// Solves the mazes of a file.
fn solve_all(context: &Context, args: &MazeArgs, file: &Path) -> Result<Outcome> {
    let mazes = Maze::parse_all(&input::text(file)?);
    if mazes.len() > 1 && args.svg.is_some() {
        return Err(Failure::input("--svg draws one maze, not several"));
    }
    let several = mazes.len() > 1;
    let mut worst = Outcome::Done;
    for (number, maze) in mazes.into_iter().enumerate() {
        let maze = maze.map_err(|error| Failure::input(format!("{}: {error}", input::name(file))));
        // An empty line is between answers of several lines.
        if number > 0 && !context.json {
            context.print("\n")?;
        }
        worst = worst.max(match maze {
            Ok(maze) => solve(context, args, &maze)?,
            Err(failure) if several => {
                let error = output::printable(&failure.to_string());
                let answer = json::ErrorLine { error };
                context.answer(&answer, || format!("error: {}\n", answer.error))?;
                failure.as_outcome()
            }
            Err(failure) => return Err(failure),
        });
    }
    Ok(worst)
}

fn solve(context: &Context, args: &MazeArgs, maze: &Maze) -> Result<Outcome> {
    let search = match args.algorithm {
        MazeAlgorithm::Bfs => breadth_first,
        MazeAlgorithm::Dfs => depth_first,
        MazeAlgorithm::Astar => a_star,
    };
    let limits = SearchLimits {
        memory: allowance(u64::MAX),
        ..SearchLimits::default()
    };
    let space = Traced::new(maze);
    let (found, seconds) = timed(|monitor| search(&space, maze.start(), &limits, monitor));
    let found = found?;
    let path = found.path.as_deref().unwrap_or_default();
    let svg = args.svg.as_deref();
    let name = name(args.algorithm);
    if !picture::alone(svg) {
        let drawn = maze.draw(path);
        let answer = MazeSearch {
            rows: maze.rows(),
            cols: maze.cols(),
            algorithm: &name,
            solvable: found.path.is_some(),
            length: found.length(),
            path: found.path.as_ref().map(|path| maze.directions(path)),
            counts: (&found.stats).into(),
            seconds,
            maze: drawn.lines().collect(),
        };
        context.answer(&answer, || text(maze, &found, &name, seconds))?;
    }
    picture::draw(context, svg, || maze.svg(path, &space.into_visited()))?;
    Ok(outcome(Some(found.path.is_some())))
}

fn text(maze: &Maze, found: &SearchOutcome<u32>, name: &str, seconds: f64) -> String {
    let strong = output::STRONG;
    let answer = match &found.path {
        Some(path) => format!(
            "{}{strong}{}{strong:#}: {}\n",
            maze.draw(path),
            output::moves(path.len() as u32 - 1),
            maze.directions(path)
        ),
        None => format!("{maze}no path leads from S to G\n"),
    };
    format!(
        "{answer}{name}: {} generated, {} expanded, {}\n",
        output::counted(output::count(found.stats.generated), "node"),
        output::count(found.stats.expanded),
        output::seconds(seconds)
    )
}

fn generate(context: &Context, args: &MazeArgs, (rows, cols): (usize, usize)) -> Result<Outcome> {
    let seed = args.seed.unwrap_or_else(random::entropy);
    let draw = if args.uniform { Maze::generate_uniform } else { Maze::generate };
    let maze =
        draw(rows, cols, seed, args.braid).map_err(|error| Failure::input(error.to_string()))?;
    if args.seed.is_none() {
        context.note(&format!("--seed {seed} makes this maze again"));
    }
    let svg = args.svg.as_deref();
    if !picture::alone(svg) {
        let text = maze.to_string();
        let answer = Generated {
            rows,
            cols,
            seed,
            braid: args.braid,
            maze: text.lines().collect(),
        };
        context.answer(&answer, || text.clone())?;
    }
    picture::draw(context, svg, || maze.svg(&[], &[]))?;
    Ok(Outcome::Done)
}
