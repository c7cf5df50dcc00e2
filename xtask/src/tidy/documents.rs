//! Checks documents: links lead somewhere, the book has every chapter, versions agree, and a figure
//! stands in one place.

use std::{collections::BTreeMap, path::Path};

use anyhow::Result;
use xshell::Shell;

/// The chapters of the book.
const BOOK: &str = "docs/";
const CONTENTS: &str = "docs/SUMMARY.md";

/// The units of figures. Those of time are first.
const UNITS: [&str; 17] = [
    "ns", "µs", "ms", "s", "second", "seconds", "minutes", "hours", "KB", "KiB", "MB", "MiB", "GB",
    "GiB", "TB", "TiB", "MB/s",
];
const UNITS_OF_TIME: usize = 8;
/// Documents that name no time: they link to the chapter that has it.
const WITHOUT_TIMES: [&str; 4] = [
    "README.md",
    "docs/README.md",
    "docs/TOUR.md",
    "docs/LIBRARY.md",
];
/// Documents that repeat figures of others: a translation, and the history of changes.
const REPEATING: [&str; 2] = ["README.ja.md", "CHANGELOG.md"];

/// The line with which a library makes its README its documentation.
const README: &str = "#![doc = include_str!(\"../README.md\")]";
const PYTHON: &str = "crates/python/";

/// Checks documents, given as paths with texts.
pub fn check(
    shell: &Shell,
    documents: &[(String, String)],
    problems: &mut Vec<String>,
) -> Result<()> {
    let contents = shell.read_file(CONTENTS)?;
    problems.extend(doubled_figures(documents));
    let [readme, translation] = ["README.md", "README.ja.md"].map(|path| shell.read_file(path));
    problems.extend(untranslated(&readme?, &translation?));
    for (path, text) in documents {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let in_book = path.starts_with(BOOK);
        problems.extend(wrong_tables(path, text));
        for link in links(text) {
            if !shell.path_exists(folder.join(&link)) {
                problems.push(format!("{path}: `{link}` does not exist"));
            } else if in_book && link.starts_with("..") {
                problems.push(format!("{path}: the book does not have `{link}`"));
            }
        }
        if let Some(chapter) = path.strip_prefix(BOOK)
            && path != CONTENTS
            && !contents.contains(&format!("]({chapter})"))
        {
            problems.push(format!("{CONTENTS} does not list {chapter}"));
        }
    }

    let manifest = shell.read_file("Cargo.toml")?;
    let line = manifest.lines().find(|line| line.starts_with("version = "));
    let version = line.map_or("", |line| {
        line.trim_start_matches("version = ").trim_matches('"')
    });
    let of_package = format!("\"version\": \"{version}\"");
    for (path, written) in [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        ("crates/web/npm/package.json", of_package.clone()),
        ("crates/web/models/package.json", of_package),
    ] {
        if !shell.read_file(path)?.contains(&written) {
            problems.push(format!("{path}: the version is not {version}"));
        }
    }
    Ok(())
}

/// Returns the tables whose second line, of dashes, has not as many columns as the first: they are
/// shown as text.
fn wrong_tables(path: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let columns = |line: &str| line.matches('|').count() - line.matches(r"\|").count();
    let pairs = lines.windows(2).zip(1..);
    let wrong = pairs
        .filter(|(pair, _)| pair[1].starts_with("| --") && columns(pair[0]) != columns(pair[1]));
    wrong
        .map(|(_, line)| format!("{path}:{line}: the header of a table has other columns"))
        .collect()
}

/// Returns the source files that documents name and that are not there. Both are paths with texts.
pub fn lost_sources(documents: &[(String, String)], sources: &[(String, String)]) -> Vec<String> {
    let exists = |name: &str| {
        let end = format!("/{}", name.trim_start_matches("../"));
        let mut paths = sources.iter().map(|(path, _)| format!("/{path}"));
        paths.any(|path| path.ends_with(&end))
    };
    let named = documents.iter().flat_map(|(path, text)| {
        let code = text.split('`').skip(1).step_by(2);
        let names = code.filter(|code| code.ends_with(".rs") && !code.contains(' '));
        names.map(move |name| (path, name))
    });
    let lost = named.filter(|(_, name)| !exists(name));
    lost.map(|(path, name)| format!("{path}: no source file has the name `{name}`"))
        .collect()
}

/// Returns the libraries whose README has no example, or is not part of their documentation, of
/// which the examples are tests. The README of the Python package is for Python.
pub fn untested_readmes(
    documents: &[(String, String)],
    sources: &[(String, String)],
) -> Vec<String> {
    let readmes = documents.iter().filter_map(|(path, text)| {
        let folder = path.strip_suffix("README.md")?;
        let library = format!("{folder}src/lib.rs");
        let (_, library) = sources.iter().find(|(path, _)| *path == library)?;
        let is_tested = library.contains(README) && text.contains("```rust\n");
        (!is_tested && folder != PYTHON).then_some(path)
    });
    readmes
        .map(|path| format!("{path}: no example of it runs as a test: `{README}`"))
        .collect()
}

/// Returns the files that a document links to, without the anchors in them.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut code = false;
    for line in text.lines() {
        code ^= line.starts_with("```");
        let ends = line.split("](").skip(1).filter(|_| !code);
        let targets = ends.filter_map(|rest| rest.split([')', '#']).next());
        let files = targets.filter(|target| !target.is_empty() && !target.contains("://"));
        links.extend(files.map(str::to_owned));
    }
    links
}

/// Returns the figures that stand in two places: equal ones of three digits or more in two
/// documents, figures beside the same command in two rows of tables, and times in introductions.
/// `documents` are paths with texts.
fn doubled_figures(documents: &[(String, String)]) -> Vec<String> {
    let (mut places, mut problems) = (BTreeMap::<String, Vec<&str>>::new(), Vec::new());
    let own = documents.iter().map(|(path, text)| (&**path, text));
    for (path, text) in own.filter(|(path, _)| !REPEATING.contains(path)) {
        let mut code = false;
        for line in text.lines() {
            code ^= line.starts_with("```");
            let figures = if code { Vec::new() } else { figures(line) };
            let commands = line.split('`').skip(1).step_by(2);
            let measured = commands.filter(|command| command.starts_with("tilebase "));
            if line.starts_with('|') && !figures.is_empty() {
                measured.for_each(|command| places.entry(command.into()).or_default().push(path));
            }
            for (number, unit) in figures {
                let of_time = UNITS[..UNITS_OF_TIME].contains(&unit);
                if of_time && WITHOUT_TIMES.contains(&path) {
                    problems.push(format!(
                        "{path}: link to the chapter that has {number} {unit}"
                    ));
                }
                let zeros = ['0', '.', ','];
                let digits = number.trim_start_matches(zeros).chars();
                let place = places.entry(format!("{number} {unit}")).or_default();
                if digits.filter(char::is_ascii_digit).count() > 2 && !place.contains(&path) {
                    place.push(path);
                }
            }
        }
    }
    let doubled = places.into_iter().filter(|(_, paths)| paths.len() > 1);
    problems.extend(doubled.map(|(figure, paths)| {
        format!(
            "the figure of `{figure}` stands in two places: {}",
            paths.join(", ")
        )
    }));
    problems
}

/// Compares a document with its translation: both link to the same files, and their tables have the
/// same figures.
fn untranslated(original: &str, translation: &str) -> Vec<String> {
    let contents = |text: &str| {
        let rows = text.lines().filter(|line| line.starts_with('|'));
        let figures = rows
            .flat_map(figures)
            .map(|(number, unit)| format!("{number} {unit}"));
        let mut contents: Vec<String> = links(text).into_iter().chain(figures).collect();
        contents.retain(|text| !text.starts_with("README"));
        contents.sort();
        contents
    };
    let [original, translation] = [original, translation].map(contents);
    if original == translation {
        return Vec::new();
    }
    vec![format!(
        "README.ja.md has {translation:?}, README.md {original:?}"
    )]
}

/// Returns the numbers of a line that have a unit, each with it.
fn figures(line: &str) -> Vec<(&str, &str)> {
    let between = [' ', '|', '(', ')', '–', '、', '\\', '*'];
    let words: Vec<&str> = line.split(between).collect();
    let pairs = words.windows(2).filter_map(|pair| {
        let number = pair[0].starts_with(|first: char| first.is_ascii_digit());
        let unit = pair[1].trim_end_matches(['.', ',', ';', ':']);
        (number && UNITS.contains(&unit)).then_some((pair[0], unit))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(texts: &[(&str, &str)]) -> Vec<String> {
        let texts = texts
            .iter()
            .map(|&(path, text)| (path.to_owned(), text.to_owned()));
        doubled_figures(&texts.collect::<Vec<_>>())
    }

    #[test]
    fn a_translation_with_other_links_or_figures_is_found() {
        let original = "[files](docs/FORMAT.md)\n| table | 31 MiB |";
        assert!(untranslated(original, "[表](docs/FORMAT.md)\n| 表 | 31 MiB、作成 |").is_empty());
        assert_eq!(
            untranslated(original, "[表](docs/FORMAT.md)\n| 表 | 33 MiB |").len(),
            1
        );
        assert_eq!(
            untranslated(original, "[表](docs/JSON.md)\n| 表 | 31 MiB |").len(),
            1
        );
    }

    #[test]
    fn a_source_file_that_is_not_there_is_found() {
        let pair = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let sources = [pair("crates/a/src/words/moves.rs", "")];
        let text = "`words/moves.rs`, `crates/a/src/words/moves.rs`, `../moves.rs`, `cp a b.rs`";
        assert!(lost_sources(&[pair("A.md", text)], &sources).is_empty());
        assert_eq!(
            lost_sources(&[pair("A.md", "`moves.rs`, `a/moves.rs`")], &sources),
            ["A.md: no source file has the name `a/moves.rs`"]
        );
    }

    #[test]
    fn a_readme_without_a_test_is_found() {
        let pair = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let sources = [
            pair("crates/a/src/lib.rs", README),
            pair("b/src/lib.rs", ""),
        ];
        let sample = "```rust\nlet a = 1;\n```\n";
        let good = [pair("crates/a/README.md", sample), pair("README.md", "")];
        assert!(untested_readmes(&good, &sources).is_empty());
        let wrong = [pair("crates/a/README.md", ""), pair("b/README.md", sample)];
        assert_eq!(untested_readmes(&wrong, &sources).len(), 2);
    }

    #[test]
    fn a_figure_in_two_places_is_found() {
        let one = ("docs/A.md", "It takes 1.23 MB, or 20 ms.");
        assert!(doubled(&[one, ("docs/B.md", "20 ms, 1.24 MB\n```\n1.23 MB\n```")]).is_empty());
        assert_eq!(
            doubled(&[one, ("docs/B.md", "| the same | (1.23 MB) |")]),
            ["the figure of `1.23 MB` stands in two places: docs/A.md, docs/B.md"]
        );
        let row = "| all | 8.7 s | `tilebase bench korf100` |";
        assert!(doubled(&[("docs/A.md", row)]).is_empty());
        assert_eq!(
            doubled(&[
                ("docs/A.md", row),
                ("docs/B.md", &row.replace("8.7", "7.1"))
            ]),
            ["the figure of `tilebase bench korf100` stands in two places: docs/A.md, docs/B.md"]
        );
        assert_eq!(
            doubled(&[("README.md", "in 7 s\\*, of 31 MiB")]),
            ["README.md: link to the chapter that has 7 s"]
        );
    }
}
