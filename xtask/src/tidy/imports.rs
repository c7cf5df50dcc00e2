//! Checks the imports between the files of a crate: no file may import itself through others.

use std::collections::{BTreeMap, BTreeSet};

/// The modules of a crate, by their paths from its root.
type Modules<'a> = BTreeMap<Vec<&'a str>, Module<'a>>;

/// The imports and definitions of a file.
#[derive(Default)]
struct Module<'a> {
    file: &'a str,
    /// The names that it imports, public or not, as paths from the root.
    imports: BTreeMap<&'a str, Vec<&'a str>>,
    /// The names that it only re-exports.
    reexports: BTreeSet<&'a str>,
}

/// Returns the imports that form circles among the files of a crate. `sources` are the files below
/// its `src`, with their text.
pub fn circles(sources: &[(&str, &str)]) -> Vec<String> {
    let module = |&(file, text)| (module_path(file), read(file, text));
    let modules: Modules<'_> = sources.iter().map(module).collect();
    let edges = modules.iter().map(|(own, module)| {
        let uses = module.imports.iter();
        let uses = uses.filter(|(name, _)| !module.reexports.contains(*name));
        let targets = uses.filter_map(|(_, path)| defining(&modules, path, 0));
        let targets = targets.filter(|target| target != own);
        let files: BTreeSet<&str> = targets.map(|target| modules[&target].file).collect();
        (module.file, files)
    });
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = edges.collect();
    // A file is in no circle if it imports none of the others, or if none of them imports it.
    loop {
        let files: BTreeSet<&str> = edges.keys().copied().collect();
        for targets in edges.values_mut() {
            targets.retain(|target| files.contains(target));
        }
        let imported: BTreeSet<&str> = edges.values().flatten().copied().collect();
        edges.retain(|file, targets| !targets.is_empty() && imported.contains(file));
        if edges.len() == files.len() {
            break;
        }
    }
    let imports = edges.iter().flat_map(|(file, targets)| {
        let import = move |target| format!("files import each other: {file} -> {target}");
        targets.iter().map(import)
    });
    imports.collect()
}

/// Returns the module path of a file below `src`.
fn module_path(file: &str) -> Vec<&str> {
    let mut path: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    if matches!(path.last(), Some(&("mod" | "lib" | "main"))) {
        path.pop();
    }
    path
}

/// Reads the imported paths of a file, up to its tests.
fn read<'a>(file: &'a str, text: &'a str) -> Module<'a> {
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let own = module_path(file);
    let mut module = Module {
        file,
        ..Module::default()
    };
    for statement in text.split(';') {
        for (at, word) in statement.rmatch_indices("use ") {
            let visibility = statement[..at].rsplit('\n').next().unwrap_or_default();
            let reexports = match visibility.trim() {
                "" => false,
                "pub" | "pub(crate)" | "pub(super)" => true,
                _ => continue,
            };
            for (name, path) in leaves(&statement[at + word.len()..]) {
                module.imports.insert(name, from_root(&path, &own));
                if reexports {
                    module.reexports.insert(name);
                }
            }
            break;
        }
    }
    module
}

/// Splits the tree of a `use` into names and paths.
fn leaves(tree: &str) -> Vec<(&str, Vec<&str>)> {
    let parts = |text| {
        let parts = str::split(text, "::").map(str::trim);
        parts.filter(|part| !part.is_empty() && *part != "self")
    };
    let (mut before, mut leaves) = (vec![Vec::new()], Vec::new());
    for piece in tree.split_inclusive(['{', ',', '}']) {
        let text = piece.trim_end_matches(['{', ',', '}']).trim();
        let (path, name) = match text.split_once(" as ") {
            Some((path, name)) => (path, Some(name.trim())),
            None => (text, None),
        };
        let mut whole: Vec<&str> = before.last().cloned().unwrap_or_default();
        whole.extend(parts(path));
        if piece.ends_with('{') {
            before.push(whole);
            continue;
        }
        if !text.is_empty()
            && let Some(&last) = whole.last()
        {
            leaves.push((name.unwrap_or(last), whole));
        }
        if piece.ends_with('}') {
            before.pop();
        }
    }
    leaves
}

/// Returns a path as seen from the crate's root. The name of another crate leads nowhere.
fn from_root<'a>(path: &[&'a str], own: &[&'a str]) -> Vec<&'a str> {
    let mut base = own.to_vec();
    let mut parts = path.iter().copied().peekable();
    if parts.next_if_eq(&"crate").is_some() {
        base.clear();
    }
    while parts.next_if_eq(&"super").is_some() {
        base.pop();
    }
    base.extend(parts);
    base
}

/// Returns the module whose file defines the item of a path. It is the deepest on the path, unless
/// that module imports the name.
fn defining<'a>(modules: &Modules<'a>, path: &[&'a str], depth: usize) -> Option<Vec<&'a str>> {
    let length = (0..=path.len())
        .rev()
        .find(|&length| modules.contains_key(&path[..length]))?;
    if length == 0 && path.len() > 1 && !modules[&path[..0]].imports.contains_key(path[0]) {
        return None;
    }
    let module = &modules[&path[..length]];
    let reexports = path.get(length).and_then(|name| module.imports.get(name));
    match reexports {
        Some(import) if depth < 8 => {
            let mut further = import.clone();
            further.extend(&path[length + 1..]);
            defining(modules, &further, depth + 1)
        }
        _ => Some(path[..length].to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_found_and_a_reexport_is_not_one() {
        let root = ("lib.rs", "mod a;\nmod b;\npub use a::A;\n");
        let straight = [
            root,
            ("a.rs", "pub struct A;\n"),
            ("b.rs", "use crate::{A, b};\n"),
        ];
        assert_eq!(circles(&straight), Vec::<String>::new());
        let round = [
            root,
            ("a.rs", "use crate::b::B;\npub struct A;\n"),
            straight[2],
        ];
        assert_eq!(
            circles(&round),
            ["a.rs -> b.rs", "b.rs -> a.rs"].map(|pair| format!("files import each other: {pair}"))
        );
        let in_tests = [
            root,
            ("a.rs", "#[cfg(test)]\nmod tests {\n use crate::b;\n}\n"),
            straight[2],
        ];
        assert_eq!(circles(&in_tests), Vec::<String>::new());
    }
}
