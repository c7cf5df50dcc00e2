//! docs/JSON.md names every key that `--json` prints, with its type.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::PathBuf,
    process::Command,
};

use serde_json::Value;

use crate::common::{Tilebase, said};

/// Keys as paths, each with the types of its values.
type Keys = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A section of the document: its name, its commands, and the keys in its table.
struct Section {
    name: String,
    commands: Vec<String>,
    keys: Keys,
}

fn sections() -> Vec<Section> {
    let text = std::fs::read_to_string(root().join("docs/JSON.md")).expect("the document");
    let parts = text.split("\n## ").skip(1);
    parts
        .map(|part| {
            let (name, rest) = part.split_once('\n').expect("a heading");
            let (_, block) = rest.split_once("```sh\n").expect("commands");
            let (commands, table) = block.split_once("```").expect("their end");
            let mut keys = Keys::new();
            for line in table.lines().filter(|line| line.starts_with("| `")) {
                let mut cells = line.split(" | ");
                let (names, types) = (cells.next().unwrap(), cells.next().expect("a type"));
                for name in names.split('`').skip(1).step_by(2) {
                    let types = types.split(" or ").map(str::to_owned).collect();
                    assert_eq!(keys.insert(name.to_owned(), types), None, "{name} twice");
                }
            }
            Section {
                name: name.to_owned(),
                commands: commands.lines().map(str::to_owned).collect(),
                keys,
            }
        })
        .collect()
}

/// Returns the type of a value in the document's words.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "text",
        Value::Object(_) => "object",
        Value::Array(list) => match list.first() {
            Some(Value::Object(_)) => "list of objects",
            Some(Value::String(_)) => "list of texts",
            Some(Value::Array(_)) => "list of lists of integers",
            Some(Value::Number(number)) if number.is_f64() => "list of numbers",
            Some(Value::Number(_)) => "list of integers",
            None => "list of nothing",
            Some(other) => panic!("a list of {other}"),
        },
    }
}

fn collect(prefix: &str, value: &Value, keys: &mut Keys) {
    let Value::Object(object) = value else { return };
    for (key, value) in object {
        let path = format!("{prefix}{key}");
        let types = keys.entry(path.clone()).or_default();
        types.insert(type_of(value).to_owned());
        collect(&format!("{path}."), value, keys);
        for item in value.as_array().into_iter().flatten() {
            collect(&format!("{path}[]."), item, keys);
        }
    }
}

/// Runs commands and returns the keys of everything that they print.
fn printed(tilebase: &Tilebase, commands: &[String]) -> Keys {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tilebase"));
    let folder = program.parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut keys = Keys::new();
    for command in commands {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", command]).current_dir(root());
        let shell = shell
            .env("PATH", &path)
            .env("TILEBASE_DATA", tilebase.data());
        let said = said(shell.output().expect("sh"));
        assert!(!said.out.is_empty(), "{command}: {said:?}");
        for line in said.out.lines() {
            let value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{command}: {line}"));
            collect("", &value, &mut keys);
        }
    }
    keys
}

/// Compares sections with what their commands print.
fn compare(sections: &[Section]) {
    // The keys of solve are those of distance and more.
    let inherited = sections.iter().find(|section| section.name == "distance");
    let inherited = |key: &str| inherited.and_then(|section| section.keys.get(key));
    let mut wrong = String::new();
    for Section {
        name,
        commands,
        keys,
    } in sections
    {
        let tilebase = Tilebase::new();
        let printed = printed(&tilebase, commands);
        for (key, types) in &printed {
            let told = keys.get(key);
            let told = told.or_else(|| inherited(key).filter(|_| name == "solve"));
            let Some(told) = told else {
                wrong += &format!("{name}: `{key}` is not in the document\n");
                continue;
            };
            for found in types {
                // A whole number is also a number. The type of an empty list's elements is unknown.
                let fits = told.contains(found)
                    || found == "integer" && told.contains("number")
                    || found == "list of nothing"
                        && told.iter().any(|known| known.starts_with("list"));
                if !fits {
                    wrong += &format!("{name}: `{key}` is a {found}, not {told:?}\n");
                }
            }
        }
        for key in keys.keys().filter(|key| !printed.contains_key(*key)) {
            wrong += &format!("{name}: no command shows `{key}`\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The section about figures that are measured on tables whose build takes a minute.
const MEASURED: &str = "bench tables, lookup and patterns";

#[test]
#[cfg_attr(not(unix), ignore = "takes the shell of Unix")]
fn the_document_has_every_key_and_its_type() {
    let mut sections = sections();
    sections.retain(|section| section.name != MEASURED);
    let named: Vec<&str> = sections.iter().map(|section| &*section.name).collect();
    for command in [
        "distance", "solve", "review", "random", "list", "bench", "maze",
    ] {
        assert!(named.contains(&command), "no section {command}");
    }
    compare(&sections);
}

#[test]
#[ignore = "builds large tables and pattern databases: `cargo xtask test --heavy`"]
fn the_document_has_the_keys_of_what_is_measured() {
    let mut sections = sections();
    sections.retain(|section| section.name == MEASURED);
    assert_eq!(sections.len(), 1);
    compare(&sections);
}
