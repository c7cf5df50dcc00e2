//! Checks documents: links lead somewhere, the book has every chapter, and versions agree.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

/// The chapters of the book.
const BOOK: &str = "docs/";
const CONTENTS: &str = "docs/SUMMARY.md";

pub fn check(shell: &Shell, problems: &mut Vec<String>) -> Result<()> {
    let contents = shell.read_file(CONTENTS)?;
    let documents = cmd!(shell, "git ls-files *.md").quiet().read()?;
    for path in documents.lines() {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let in_book = path.starts_with(BOOK);
        for link in links(&shell.read_file(path)?) {
            if !shell.path_exists(folder.join(&link)) {
                problems.push(format!("{path}: `{link}` is not there"));
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
    for (path, written) in [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        (
            "crates/web/npm/package.json",
            format!("\"version\": \"{version}\""),
        ),
    ] {
        if !shell.read_file(path)?.contains(&written) {
            problems.push(format!("{path}: the version is not {version}"));
        }
    }
    Ok(())
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
