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
    /// The names that it only exports again.
    reexports: BTreeSet<&'a str>,
}

/// Returns each circle of files in a crate. `sources` are the files below its `src`, with their
/// text.
pub fn circles(sources: &[(&str, &str)]) -> Vec<String> {
    let modules: Modules<'_> = sources
        .iter()
        .map(|&(file, text)| {
            let path = module_path(file);
            let module = read(file, text, &path);
            (path, module)
        })
        .collect();
    let edges: BTreeMap<&str, BTreeSet<&str>> = modules
        .iter()
        .map(|(own, module)| {
            let uses = module.imports.iter();
            let uses = uses.filter(|(name, _)| !module.reexports.contains(*name));
            let targets = uses.filter_map(|(_, path)| defining(&modules, path, 0));
            let targets = targets.filter(|target| target != own);
            (
                module.file,
                targets.map(|target| modules[&target].file).collect(),
            )
        })
        .collect();
    // A circle is found once from each of its files.
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for &start in edges.keys() {
        if let Some(circle) = way_back(&edges, start)
            && seen.insert(circle.iter().copied().collect::<BTreeSet<_>>())
        {
            found.push(format!("files import each other: {}", circle.join(" -> ")));
        }
    }
    found
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
fn read<'a>(file: &'a str, text: &'a str, own: &[&'a str]) -> Module<'a> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut module = Module {
        file,
        ..Module::default()
    };
    let mut rest = text;
    while let Some(line) = rest.split_inclusive('\n').next() {
        let code = line.trim_start();
        let statement = code
            .strip_prefix("pub(crate) ")
            .or_else(|| code.strip_prefix("pub(super) "))
            .or_else(|| code.strip_prefix("pub "))
            .unwrap_or(code);
        if let Some(tree) = statement.strip_prefix("use ") {
            let from = rest.len() - (rest.len() - (line.len() - tree.len()));
            let end = rest[from..].find(';').map_or(rest.len(), |end| from + end);
            flatten(
                &rest[from..end],
                own,
                statement.len() < code.len(),
                &mut module,
            );
            rest = &rest[end..];
            continue;
        }
        rest = &rest[line.len()..];
    }
    module
}

/// Splits the tree of a `use` into paths.
fn flatten<'a>(tree: &'a str, own: &[&'a str], reexports: bool, module: &mut Module<'a>) {
    fn go<'a>(tree: &'a str, before: &[&'a str], leaves: &mut Vec<(&'a str, Vec<&'a str>)>) {
        let tree = tree.trim();
        let Some(open) = tree.find('{') else {
            let (path, name) = match tree.split_once(" as ") {
                Some((path, name)) => (path, Some(name.trim())),
                None => (tree, None),
            };
            let mut whole = before.to_vec();
            whole.extend(
                path.split("::")
                    .map(str::trim)
                    .filter(|part| *part != "self"),
            );
            if let Some(&last) = whole.last() {
                leaves.push((name.unwrap_or(last), whole));
            }
            return;
        };
        let mut inner = before.to_vec();
        let head = tree[..open].trim().trim_end_matches("::");
        inner.extend(
            head.split("::")
                .map(str::trim)
                .filter(|part| !part.is_empty()),
        );
        let body = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
        let (mut depth, mut start) = (0, 0);
        for (at, byte) in body.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b',' if depth == 0 => {
                    go(&body[start..at], &inner, leaves);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if !body[start..].trim().is_empty() {
            go(&body[start..], &inner, leaves);
        }
    }
    let mut leaves = Vec::new();
    go(tree, &[], &mut leaves);
    for (name, path) in leaves {
        if let Some(path) = from_root(&path, own) {
            module.imports.insert(name, path);
            if reexports {
                module.reexports.insert(name);
            }
        }
    }
}

/// Returns a path as seen from the crate's root; `None` if it begins outside the crate.
fn from_root<'a>(path: &[&'a str], own: &[&'a str]) -> Option<Vec<&'a str>> {
    let mut base = own.to_vec();
    let mut parts = path.iter().copied().peekable();
    match *parts.peek()? {
        "crate" => {
            parts.next();
            base.clear();
        }
        "super" => {
            while parts.next_if_eq(&"super").is_some() {
                base.pop();
            }
        }
        "self" => {
            parts.next();
        }
        // This is a module below this one, or the name of another crate, which leads nowhere.
        _ => {}
    }
    base.extend(parts);
    Some(base)
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

/// Returns a shortest chain of imports from a file back to itself.
fn way_back<'a>(
    edges: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    start: &'a str,
) -> Option<Vec<&'a str>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut level = vec![start];
    while !level.is_empty() {
        let mut next = Vec::new();
        for &file in &level {
            for &target in edges.get(file).into_iter().flatten() {
                if target == start {
                    let mut way = vec![start, file];
                    while let Some(&earlier) = before.get(way[way.len() - 1]) {
                        way.push(earlier);
                    }
                    if way[way.len() - 1] != start {
                        way.push(start);
                    }
                    way.reverse();
                    way.dedup();
                    return Some(way);
                }
                if !before.contains_key(target) {
                    before.insert(target, file);
                    next.push(target);
                }
            }
        }
        level = next;
    }
    None
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
            ["files import each other: a.rs -> b.rs -> a.rs"]
        );
        let in_tests = [
            root,
            ("a.rs", "#[cfg(test)]\nmod tests {\n use crate::b;\n}\n"),
            straight[2],
        ];
        assert_eq!(circles(&in_tests), Vec::<String>::new());
    }
}
