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
    input, output, picture,
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
    match (&args.file, &args.generate) {
        (Some(file), _) => solve(context, args, file),
        (None, Some(size)) => generate(context, args, *size),
        (None, None) => Err(Failure::input("name a file, or a size with --generate")),
    }
}

fn solve(context: &Context, args: &MazeArgs, file: &Path) -> Result<Outcome> {
    let maze: Maze = input::text(file)?
        .parse()
        .map_err(|error| Failure::input(format!("{}: {error}", input::name(file))))?;
    let search = match args.algorithm {
        MazeAlgorithm::Bfs => breadth_first,
        MazeAlgorithm::Dfs => depth_first,
        MazeAlgorithm::Astar => a_star,
    };
    let limits = SearchLimits {
        memory: allowance(u64::MAX),
        ..SearchLimits::default()
    };
    let space = Traced::new(&maze);
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
        context.answer(&answer, || text(&maze, &found, &name, seconds))?;
    }
    picture::draw(context, svg, || maze.svg(path, &space.into_visited()))?;
    Ok(outcome(Some(found.path.is_some())))
}

fn text(maze: &Maze, found: &SearchOutcome<u32>, name: &str, seconds: f64) -> String {
    let strong = output::STRONG;
    let answer = match &found.path {
        Some(path) => format!(
            "{}{strong}{} moves{strong:#}: {}\n",
            maze.draw(path),
            path.len() - 1,
            maze.directions(path)
        ),
        None => format!("{maze}no path leads from S to G\n"),
    };
    format!(
        "{answer}{name}: {} nodes generated, {} expanded, {}\n",
        output::count(found.stats.generated),
        output::count(found.stats.expanded),
        output::seconds(seconds)
    )
}

fn generate(context: &Context, args: &MazeArgs, (rows, cols): (usize, usize)) -> Result<Outcome> {
    let seed = args.seed.unwrap_or_else(random::entropy);
    let maze = Maze::generate(rows, cols, seed, args.braid)
        .map_err(|error| Failure::input(error.to_string()))?;
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
