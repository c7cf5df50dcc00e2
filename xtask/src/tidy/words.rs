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

/// Beginnings of documentation that says only in what an item differs from another one.
const LEANING: [&str; 10] = [
    "Returns the same",
    "Does the same",
    "Is the same",
    "Says the same",
    "The same",
    "Same ",
    "As [`",
    "As `",
    "Like [`",
    "Like `",
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

/// Returns the comments that document an item and begin with a reference to another one: each is
/// read alone.
pub fn leaning_docs<'a>(path: &str, text: &'a str) -> Vec<String> {
    let starts: &[&str] = match path.rsplit_once('.') {
        Some((_, "rs")) => &["///", "//!"],
        Some((_, "py" | "pyi")) => &["\"\"\"", "r\"\"\""],
        _ => &["/**"],
    };
    let documented = |line: &'a str| {
        let line = line.trim_start();
        starts.iter().find_map(|start| line.strip_prefix(start))
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // In Rust every line of a comment begins alike.
        let continued = path.ends_with(".rs") && at > 0 && documented(lines[at - 1]).is_some();
        let Some(mut first) = documented(line).filter(|_| !continued) else {
            continue;
        };
        if first.trim().is_empty() {
            first = lines.get(at + 1).copied().unwrap_or_default();
        }
        let first = first.trim_start_matches([' ', '/', '!', '*']);
        if LEANING.iter().any(|begin| first.starts_with(begin)) {
            let what = "say what it is or returns, not what it is like";
            found.push(format!("{path}:{}: {what}: `{first}`", at + 1));
        }
    }
    found
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
    fn documentation_that_leans_on_another_item_is_found() {
        for (path, text, line) in [
            (
                "a.rs",
                "/// Walks.\nfn a() {}\n    /// Returns the same walk.\n",
                3,
            ),
            ("a.rs", "//! Does the same.\n", 1),
            ("a.rs", "///\n/// As [`a`], but wider.\n", 1),
            (
                "a.py",
                "def a():\n    \"\"\"Like ``b``, but wider.\"\"\"\n",
                2,
            ),
            ("a.js", "/** The same for SVG. */\n", 1),
            ("a.d.ts", "/**\n * The same for SVG.\n */\n", 1),
        ] {
            let found = leaning_docs(path, text);
            assert_eq!(found.len(), 1, "{text}");
            assert!(
                found[0].starts_with(&format!("{path}:{line}: ")),
                "{found:?}"
            );
        }
        for text in [
            "/// Walks.\n/// The same holds for rows.\n",
            "/// # Errors\n/// As [`a`].\n",
            "// The same for rows.\n",
            "/// Returns the sum.\n",
        ] {
            assert_eq!(leaning_docs("a.rs", text), Vec::<String>::new(), "{text}");
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
