//! The puzzle of states that do not name it.

use tilebase_core::{Puzzle, oshidori::Stones, sliding::Shape, split_words, without_mark};

use super::{forms, planning};

/// The longest row of a board whose cells are signs without anything between.
const LONGEST_ROW: usize = 6;

/// Returns the puzzle of the first state in a text, as its size, its rows or its number of cells
/// tell.
///
/// ```
/// use tilebase::puzzle_of;
///
/// assert_eq!(puzzle_of("# 42\n3\n0 2 6\n4 3 1\n7 5 8")?.to_string(), "3x3");
/// assert_eq!(puzzle_of("1 2 3 4 / 5 6 7 0")?.to_string(), "2x4");
/// assert_eq!(puzzle_of("HHHHHTTTTT--")?.to_string(), "oshidori-bw-5");
/// assert!(puzzle_of("1 2 3 4 5 6 7 8 9 0").unwrap_err().contains("2x5 or 5x2"));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If there is no state, or its number of cells is that of several boards: the sentence names them.
pub fn puzzle_of(text: &str) -> Result<Puzzle, String> {
    if let Some(name) = name_in_object(text) {
        return name.parse().map_err(|error| format!("{error}"));
    }
    if let Some(found) = planning::shape_of_problem(text) {
        return found.and_then(|(rows, cols)| shape(rows, cols));
    }
    if planning::is_in_sas(text) {
        return Err(planning::SAS.to_owned());
    }
    let mut lines = Vec::new();
    for line in without_mark(text).lines().flat_map(rows_of) {
        let line = &line[..forms::end_of_cells(line, |length| length <= LONGEST_ROW)];
        let line = forms::without_frame(line);
        if let Some((cols, rows, _)) = forms::width_and_height(&line) {
            return shape(rows, cols);
        }
        let (_, line) = forms::heading(&line);
        let line = forms::within_brackets(line);
        let bars = line.trim().trim_matches('|').split('|').count();
        let words: Vec<String> = split_words(line).map(str::to_owned).collect();
        if !words.is_empty() {
            let width = if bars > words.len() { bars } else { words.len() };
            lines.push((width, words));
        }
    }
    let number = |line: usize| {
        let (_, words) = lines.get(line)?;
        let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        numbers
    };
    let width = |line: usize| lines.get(line).map_or(0, |(width, _)| *width);
    // A size before the rows: programs name the width first, people the height.
    for before in 0..lines.len().min(3) {
        // The number of boards may be between.
        let next = (before + 1..lines.len()).find(|&line| width(line) > 1 || before + 2 < line);
        let next = next.unwrap_or(before + 1);
        let (found, left) = (width(next), lines.len() - before - 1);
        let size = match number(before).as_deref() {
            Some([size]) if *size == found => Some((found, found)),
            Some([rows, cols] | [rows, cols, _]) if *cols == found => Some((*rows, *cols)),
            Some([cols, rows] | [cols, rows, _]) if *cols == found => Some((*rows, *cols)),
            _ => None,
        };
        // A first row may look like a size.
        let is_size = |&(rows, cols): &(usize, usize)| {
            width(before) != cols && rows <= left || rows == cols && cols > 2
        };
        if let Some((rows, cols)) = size.filter(is_size)
            && let Ok(puzzle) = shape(rows, cols)
        {
            return Ok(puzzle);
        }
    }
    if let Some(puzzle) = of_words_of_rows(&lines) {
        return puzzle;
    }
    // Rows of equal length, after lines of one word.
    let Some(first) = (0..lines.len()).find(|&line| width(line) > 1) else {
        let words = lines.iter().flat_map(|(_, words)| words);
        return of_words(&words.map(String::as_str).collect::<Vec<_>>());
    };
    let words: Vec<&str> = lines[first].1.iter().map(String::as_str).collect();
    // A line with all numbers from 0 on is a whole state.
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if words.len() > 3 && (0..words.len()).all(|number| numbers.contains(&number)) {
        return of_words(&words);
    }
    let cols = width(first).max(width(first + 1));
    let is_row = |line: &usize| [cols, cols - 1].contains(&width(*line));
    let rows = (first..lines.len()).take_while(is_row).count();
    // A line with more numbers than a row usually has is a whole state.
    let is_list = cols > 8 && (0..=2).any(|more| square(cols - more).is_some());
    let has_word = words.iter().any(|word| word.chars().count() > 3);
    if rows < 2 || has_word || is_list && rows != cols {
        return of_words(&words);
    }
    if rows.is_multiple_of(cols) { shape(cols, cols) } else { shape(rows, cols) }
}

/// Returns the rows that slashes separate in a line; the line, if they do not.
fn rows_of(line: &str) -> impl Iterator<Item = &str> {
    let rows = || line.split('/').filter(|row| !row.trim().is_empty());
    let cells = |row: &str| match &split_words(row).collect::<Vec<_>>()[..] {
        [word] => word.chars().count(),
        words => words.len(),
    };
    let cols = rows().next().map_or(0, cells);
    let are_rows = rows().count() > 1 && cols > 1 && rows().all(|row| cells(row) == cols);
    line.split(move |sign| are_rows && sign == '/')
}

/// Returns the puzzle of lines of one word, with a sign for each cell of a row.
fn of_words_of_rows(lines: &[(usize, Vec<String>)]) -> Option<Result<Puzzle, String>> {
    let words: Option<Vec<&str>> = lines
        .iter()
        .map(|(_, words)| match &words[..] {
            [word] => Some(word.as_str()),
            _ => None,
        })
        .collect();
    let words = words?;
    let cols = words.last()?.chars().count();
    // A size or the number of boards may stand before the rows.
    let headers = words
        .iter()
        .take(2)
        .take_while(|word| word.chars().count() != cols);
    let words = &words[headers.count()..];
    let are_equal = words.iter().all(|word| word.chars().count() == cols);
    // A word with all numbers from 0 on is a whole state.
    let is_state = |word: &&str| (0..cols).all(|number| word.contains(&number.to_string()));
    let is_board = are_equal && (2..=6).contains(&cols) && words.len() > 1;
    let rows = if words.len().is_multiple_of(cols) { cols } else { words.len() };
    (is_board && !words.iter().all(is_state)).then(|| shape(rows, cols))
}

fn shape(rows: usize, cols: usize) -> Result<Puzzle, String> {
    let shape = Shape::new(rows, cols).map_err(|error| error.to_string())?;
    Ok(shape.into())
}

/// Returns the name of the puzzle in one of our own objects.
fn name_in_object(text: &str) -> Option<&str> {
    let object = text.trim_start().starts_with('{').then_some(text)?;
    let (_, after) = object.split_once("\"space\"")?;
    after.split('"').nth(1)
}

/// Returns the side of a square with as many cells.
fn square(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side > 1 && side * side == cells).then_some(side)
}

/// Returns the puzzle of a state in a line of words.
fn of_words(words: &[&str]) -> Result<Puzzle, String> {
    let is_row = |word: &&str| word.chars().count() == words.len();
    if words.len() > 1 && words.iter().all(is_row) {
        return shape(words.len(), words.len());
    }
    let longest = words
        .iter()
        .map(|word| forms::signs_of(word, None).chars().count())
        .max()
        .unwrap_or_default();
    let is_word = longest > 3;
    let cells = if is_word { longest } else { words.len() };
    let signs: Vec<char> = if is_word {
        let mut signs = words.iter().map(|word| forms::signs_of(word, None));
        let word = signs.find(|word| word.chars().count() == longest);
        word.map_or_else(Vec::new, |word| word.chars().collect())
    } else {
        words
            .iter()
            .filter_map(|word| word.chars().next())
            .collect()
    };
    if let Some(stones) = stones(&signs) {
        return Ok(stones.into());
    }
    // Numbers may stand before and after the cells of a line.
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let is_whole = (0..cells).all(|number| numbers.contains(&number));
    let more = if is_word || is_whole { 0 } else { 2 };
    if let Some(side) = (0..=more).find_map(|more| square(cells.checked_sub(more)?)) {
        return shape(side, side);
    }
    let sides = (2..=cells / 2).filter(|rows| cells.is_multiple_of(*rows));
    let boards = sides.filter_map(|rows| Shape::new(rows, cells / rows).ok());
    let shapes: Vec<String> = boards.map(|board| board.to_string()).collect();
    Err(match &shapes[..] {
        [] if cells == 0 => "there is no state in it".to_owned(),
        [] => format!("no board has {cells} cells: name the puzzle"),
        shapes => format!(
            "{cells} cells may be a board of {}: name the puzzle",
            shapes.join(" or ")
        ),
    })
}

/// Returns the puzzle of black and white stones with a gap of two cells that these signs are.
fn stones(signs: &[char]) -> Option<Stones> {
    let mut kinds: Vec<(char, usize)> = Vec::new();
    for &sign in signs {
        match kinds.iter_mut().find(|(known, _)| *known == sign) {
            Some((_, times)) => *times += 1,
            None => kinds.push((sign, 1)),
        }
    }
    kinds.sort_by_key(|(_, times)| *times);
    match kinds[..] {
        [(_, 2), (_, some), (_, others)] if some == others && some > 2 => {
            format!("oshidori-bw-{some}").parse().ok()
        }
        _ => None,
    }
}
