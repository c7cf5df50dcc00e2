//! Rules that compilers do not check: files stay short, and documents agree with the code.

mod documents;
mod imports;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

/// The largest number of lines of a file. A longer one holds more than one concept.
const LONGEST_FILE: usize = 600;

/// How the names of the files at the top of the repository end.
const AT_THE_TOP: [&str; 7] = [
    ".cff",
    ".gitignore",
    ".lock",
    ".md",
    ".toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
];

pub fn run(shell: &Shell) -> Result<()> {
    let read = |patterns: &[&str]| -> Result<Vec<(String, String)>> {
        let paths = cmd!(shell, "git ls-files {patterns...}").quiet().read()?;
        let text = |path: &str| Ok((path.to_owned(), shell.read_file(path)?));
        paths.lines().map(text).collect()
    };
    let tracked = cmd!(shell, "git ls-files").quiet().read()?;
    let (sources, documents) = (read(&["*.rs"])?, read(&["*.md"])?);
    let architecture = shell.read_file("ARCHITECTURE.md")?;
    let tour = shell.read_file("docs/TOUR.md")?;
    let mut problems = Vec::new();
    let stray = tracked.lines().filter(|path| is_stray(path));
    problems.extend(stray.map(|path| format!("{path}: what a run leaves does not belong here")));
    problems.extend(findings(shell)?);
    let mut crates: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (path, text) in &sources {
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            problems.push(format!("{path}: {lines} lines, more than {LONGEST_FILE}"));
        }
        // The word is in two parts here, so that the rule does not find this file.
        for word in [
            concat!("todo", "!("),
            concat!("dbg", "!("),
            concat!("#[ignore", "]"),
        ] {
            if text.contains(word) {
                problems.push(format!("{path}: `{word}` marks unfinished work"));
            }
        }
        // The map must mention each folder crates/NAME/src/MODULE.
        let parts: Vec<&str> = path.split('/').collect();
        if let ["crates", name, "src", module, _, ..] = parts[..]
            && !architecture.contains(&format!("{module}/"))
        {
            problems.push(format!(
                "ARCHITECTURE.md does not mention {module}/ of crates/{name}"
            ));
        }
        if let ["crates", "cli", "src", "commands", file] = parts[..] {
            let command = file.trim_end_matches(".rs");
            // Files of commands begin with the command's name.
            let is_command = text.starts_with(&format!("//! `{command}"));
            if is_command && !tour.contains(&format!("tilebase {command}")) {
                problems.push(format!("docs/TOUR.md does not show `tilebase {command}`"));
            }
        }
        if let Some((name, file)) = path.split_once("/src/") {
            crates.entry(name).or_default().push((file, text));
        }
    }
    for (path, text) in sources.iter().chain(&documents) {
        problems.extend(words::long_lines(path, text));
        if !path.starts_with("xtask/src/tidy") {
            problems.extend(words::private_words(path, text));
        }
    }
    let scripts = read(&["*.py", "*.pyi", "*.js", "*.ts"])?;
    for (path, text) in sources.iter().chain(&scripts) {
        problems.extend(words::leaning_docs(path, text));
    }
    for (name, sources) in crates {
        let found = imports::circles(&sources).into_iter();
        problems.extend(found.map(|problem| format!("{name}: {problem}")));
    }
    problems.extend(words::doubled_names(&sources));
    problems.extend(unlisted_unsafe(&architecture, &sources));
    problems.extend(tests_left_out(&sources));
    problems.extend(binaries_left_out(&sources));
    problems.extend(documents::lost_sources(&documents, &sources));
    problems.extend(documents::untested_readmes(&documents, &sources));
    documents::check(shell, &documents, &mut problems)?;
    problems.sort();
    problems.dedup();
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}

/// Returns the findings that cannot be run, work elsewhere than in a temporary folder, or need this
/// project.
fn findings(shell: &Shell) -> Result<Vec<String>> {
    let scripts = cmd!(shell, "git ls-files --stage findings")
        .quiet()
        .read()?;
    let mut problems = Vec::new();
    for entry in scripts.lines().filter(|entry| entry.ends_with(".sh")) {
        let (mode, path) = entry.split_once('\t').unwrap_or_default();
        let text = shell.read_file(path)?;
        let is_alone = text.contains("mktemp -d") && !text.to_lowercase().contains("tilebase");
        if !mode.starts_with("100755") || !is_alone {
            problems.push(format!(
                "{path}: it must be executable, use a temporary folder and not need the project"
            ));
        }
    }
    Ok(problems)
}

/// Returns whether a run has left this file: at the top there are manifests, documents and licences
/// alone, and nowhere is a log.
fn is_stray(path: &str) -> bool {
    let is_at_the_top = !path.contains('/');
    let belongs = AT_THE_TOP.iter().any(|end| path.ends_with(end));
    path.ends_with(".log") || is_at_the_top && !belongs
}

/// Compares the files that ARCHITECTURE.md says have `unsafe` code with those that do.
fn unlisted_unsafe(architecture: &str, sources: &[(String, String)]) -> Vec<String> {
    let list = architecture.split("## Where `unsafe` is").nth(1);
    let words = list.unwrap_or_default().split('`');
    let listed: BTreeSet<&str> = words.filter(|word| word.ends_with(".rs")).collect();
    // Put together here, so that this file does not find itself.
    let starts = ["{", "fn ", "impl ", "extern "].map(|after| format!("{} {after}", "unsafe"));
    let is_unsafe = |text: &str| {
        let mut code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        code.any(|line| {
            starts.iter().any(|start| line.contains(start))
                || line.contains(concat!("#[un", "safe("))
        })
    };
    let found: BTreeSet<&str> = sources
        .iter()
        .filter(|(path, text)| path.contains("/src/") && is_unsafe(text))
        .map(|(path, _)| &**path)
        .collect();
    let differ = listed.symmetric_difference(&found);
    differ
        .map(|path| format!("ARCHITECTURE.md and the code differ on `unsafe` in {path}"))
        .collect()
}

/// Returns the binaries of tests in folders of their own that no manifest names, so that they never
/// run: the manifests turn off the search for tests.
fn binaries_left_out(sources: &[(String, String)]) -> Vec<String> {
    let left_out = sources.iter().filter(|(path, _)| {
        let Some((package, rest)) = path.split_once("/tests/") else {
            return false;
        };
        let manifest = fs::read_to_string(format!("{package}/Cargo.toml")).unwrap_or_default();
        let is_binary = rest
            .split_once('/')
            .is_some_and(|(_, file)| file == "main.rs");
        is_binary && !manifest.contains(&format!("path = \"tests/{rest}\""))
    });
    left_out
        .map(|(path, _)| format!("{path}: the package's Cargo.toml does not name it"))
        .collect()
}

/// Returns the files of tests that the binary of their folder leaves out, so that they never run.
fn tests_left_out(sources: &[(String, String)]) -> Vec<String> {
    let mains = sources.iter().filter_map(|(path, text)| {
        let folder = path.strip_suffix("main.rs")?;
        folder.ends_with("tests/").then_some((folder, text))
    });
    let left_out = mains.flat_map(|(folder, main)| {
        let files = sources.iter().filter_map(move |(path, _)| {
            let name = path.strip_prefix(folder)?.strip_suffix(".rs")?;
            (name != "main" && !name.contains('/')).then_some((path, name))
        });
        files.filter(|(_, name)| !main.contains(&format!("mod {name};")))
    });
    left_out
        .map(|(path, _)| format!("{path}: the `main.rs` beside it does not name it"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_leaves_is_found() {
        for path in [
            "3x3.log",
            "--goal.log",
            "2x5",
            "out.txt",
            "crates/cli/build.log",
        ] {
            assert!(is_stray(path), "{path}");
        }
        for path in [
            "Cargo.lock",
            "README.ja.md",
            "LICENSE-MIT",
            ".gitignore",
            "data/a.txt",
        ] {
            assert!(!is_stray(path), "{path}");
        }
    }
}
