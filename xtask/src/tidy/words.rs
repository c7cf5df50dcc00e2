//! Checks names, words and lines: a type name has one meaning in the workspace, no word is known to
//! the authors alone, and lines fit a screen.

use std::collections::BTreeMap;

/// The largest number of characters in a line of sources and of prose.
const WIDEST: usize = 100;

/// Words that only the authors of the code understand, and the words to write instead.
const PRIVATE: [(&str, &str); 18] = [
    ("Whoever ", "a subject that does something"),
    ("whoever ", "a subject that does something"),
    ("gone on with", "continued"),
    ("never none", "at least one"),
    ("shall have", "has"),
    ("but for ", "except for"),
    ("is no board", "is not a board"),
    ("is no puzzle", "is not a puzzle"),
    ("are asked for by", "need"),
    ("Tells ", "Returns or Says"),
    (" tells ", "says or shows"),
    ("esides", "beside, or in addition to"),
    (" lacks ", "has no"),
    (" comes to ", "reaches"),
    (" came to ", "reached"),
    ("one a line", "one per line"),
    (" a line each", "one line each"),
    ("mended", "corrected"),
];

/// Returns the lines that are too long. Tables, code blocks and links in documents may be longer.
pub fn long_lines(path: &str, text: &str) -> Vec<String> {
    let (mut code, document) = (false, path.ends_with(".md"));
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        code ^= line.trim_start().starts_with("```");
        let free = document && (code || line.trim_start().starts_with(['|', '<', '[', '!', '>']));
        let words = line.trim_start_matches(['/', '!', ' ']).split(' ').count();
        if line.chars().count() > WIDEST && !free && words > 1 {
            found.push(format!("{path}:{number}: more than {WIDEST} characters"));
        }
    }
    found
}

/// Returns the lines that have private words.
pub fn private_words(path: &str, text: &str) -> Vec<String> {
    let uses = PRIVATE.iter().flat_map(|(word, instead)| {
        let lines = (1..).zip(text.lines());
        let lines = lines.filter(move |(_, line)| line.contains(word));
        lines.map(move |(number, _)| {
            format!(
                "{path}:{number}: write {instead} in place of `{}`",
                word.trim()
            )
        })
    });
    uses.collect()
}

/// Returns the type names that several files declare, tests apart. `sources` are paths with texts.
pub fn doubled_names(sources: &[(String, String)]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let sources = sources.iter().filter(|(path, _)| path.contains("/src/"));
    for (path, text) in sources.filter(|(path, _)| !path.ends_with("tests.rs")) {
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        for name in code.lines().filter_map(declared) {
            let files = places.entry(name).or_default();
            // A file may declare a type once for each of two systems; so may `lock.rs` and
            // `no_lock.rs`.
            let same = |other: &&str| other.replace("no_", "") == path.replace("no_", "");
            if !files.iter().any(same) {
                files.push(path);
            }
        }
    }
    // Crates abbreviate results with errors of their own.
    let doubled = places
        .into_iter()
        .filter(|(name, files)| files.len() > 1 && *name != "Result");
    doubled
        .map(|(name, files)| format!("{name} means several things: {}", files.join(", ")))
        .collect()
}

/// Returns the name of the type that a line declares.
fn declared(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => code,
    };
    let code = code.strip_prefix("unsafe ").unwrap_or(code);
    // Types in traits and their implementations have names of the trait.
    let kinds = ["struct ", "enum ", "trait ", "union ", "type "];
    let kinds = if line.starts_with(' ') { &kinds[..4] } else { &kinds[..] };
    let name = kinds.iter().find_map(|kind| code.strip_prefix(kind))?;
    name.split(|char: char| !char.is_alphanumeric()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_two_things_are_found() {
        let found = |sources: &[(&str, &str)]| {
            let owned = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
            doubled_names(&sources.iter().map(owned).collect::<Vec<_>>())
        };
        let one = ("crates/a/src/a.rs", "pub struct Part<T> {\n");
        let two = (
            "xtask/src/b.rs",
            "    pub(super) enum Part {\n}\nfn part() {}\n",
        );
        assert_eq!(found(&[one]).len(), 0);
        assert_eq!(
            found(&[one, two]),
            ["Part means several things: crates/a/src/a.rs, xtask/src/b.rs"]
        );
        for (path, text) in [
            (
                "crates/a/src/c.rs",
                "#[cfg(test)]\nmod tests {\n}\nstruct Part;\n",
            ),
            (
                "crates/a/src/d.rs",
                "impl Iterator for It {\n    type Part = u8;\n",
            ),
            ("crates/a/src/no_a.rs", "pub enum Part {}\n"),
            ("crates/a/tests/a.rs", "struct Part;\n"),
        ] {
            assert_eq!(found(&[one, (path, text)]).len(), 0, "{path}");
        }
    }

    #[test]
    fn long_lines_are_found_except_in_tables_and_code() {
        let long = "word ".repeat(21);
        assert_eq!(
            long_lines("a.md", &long),
            ["a.md:1: more than 100 characters"]
        );
        assert!(long_lines("a.md", &format!("| {long}")).is_empty());
        assert!(long_lines("a.md", &format!("```\n{long}\n```")).is_empty());
        assert!(long_lines("a.rs", &format!("// {}", "x".repeat(200))).is_empty());
    }
}
