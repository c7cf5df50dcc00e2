//! Joins modules into one script, so that a browser requests one file instead of twenty before the
//! page can be used.
//!
//! Each module becomes a function that returns its exports. It is called once, after the functions
//! of the modules that it imports. Comments on lines of their own and indentation are left out, so
//! no string may have several lines. Imports and exports must have one of these forms, each on a
//! line of its own, and an imported name must be exported:
//!
//! - `import { a, b as c } from "./x.js";`
//! - `export` before a function, a class or a constant, and `export { a, b };`

use std::{collections::HashMap, fs, path::Path};

use anyhow::{Context, Result, bail};

/// Returns a script that does the same as a module of a folder together with all its imports.
pub fn joined(folder: &Path, module: &str) -> Result<String> {
    let mut script = Script {
        folder,
        exports: HashMap::new(),
        text: String::new(),
    };
    let (text, exports) = script.body(module)?;
    let exports = match exports[..] {
        [] => String::new(),
        _ => format!("export {{ {} }};\n", exports.join(", ")),
    };
    Ok(script.text + &text + &exports)
}

struct Script<'a> {
    folder: &'a Path,
    /// The exports of each module; `None` while it is being read.
    exports: HashMap<String, Option<Vec<String>>>,
    text: String,
}

impl Script<'_> {
    /// Adds a module, unless it is there already, and returns its exports.
    fn exports(&mut self, module: &str) -> Result<&[String]> {
        if !self.exports.contains_key(module) {
            self.exports.insert(module.to_owned(), None);
            let (text, exports) = self.body(module)?;
            self.text += &format!(
                "const {} = (() => {{\n{text}return {{ {} }};\n}})();\n",
                variable(module),
                exports.join(", ")
            );
            self.exports.insert(module.to_owned(), Some(exports));
        }
        let exports = self.exports[module].as_deref();
        exports.with_context(|| format!("{module} imports itself, through others"))
    }

    /// Returns the text of a module without its imports and exports, and the names of its exports.
    /// Adds the modules that it imports.
    fn body(&mut self, module: &str) -> Result<(String, Vec<String>)> {
        let path = self.folder.join(module);
        let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let (mut text, mut exports) = (String::new(), Vec::new());
        for line in source.lines() {
            let wrong = || format!("{module}: cannot be joined: {line}");
            if let Some(rest) = line.strip_prefix("import ") {
                let import = rest.split_once(" from \"./");
                let (names, from) = import.with_context(wrong)?;
                let from = from.strip_suffix("\";").with_context(wrong)?;
                let there = self.exports(from)?;
                for name in names.trim_matches(['{', '}', ' ']).split(", ") {
                    let name = name.split(" as ").next().unwrap_or(name);
                    if !there.iter().any(|its| its == name) {
                        bail!("{from} does not export {name}: {}", wrong());
                    }
                }
                let names = names.replace(" as ", ": ");
                text += &format!("const {names} = {};\n", variable(from));
                continue;
            }
            if let Some(rest) = line.strip_prefix("export { ") {
                let names = rest.strip_suffix(" };").with_context(wrong)?;
                exports.extend(names.split(", ").map(str::to_owned));
                continue;
            }
            let declared = line.strip_prefix("export ");
            if let Some(rest) = declared {
                let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_');
                let name = words
                    .skip_while(|word| ["async", "function", "class", "const"].contains(word))
                    .find(|word| !word.is_empty());
                exports.push(name.with_context(wrong)?.to_owned());
            }
            // Comments and empty lines are left out.
            let code = declared.unwrap_or(line).trim();
            let comment = ["//", "/**", "* ", "*/"]
                .iter()
                .any(|begin| code.starts_with(begin));
            if !comment && !code.is_empty() {
                text += code;
                text += "\n";
            }
        }
        Ok((text, exports))
    }
}

/// Returns the name that the exports of a module have in the script.
fn variable(module: &str) -> String {
    format!("${}", module.trim_end_matches(".js").replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use xshell::{Shell, TempDir};

    use super::*;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let shell = Shell::new().unwrap();
        let folder = shell.create_temp_dir().unwrap();
        for (name, text) in files {
            shell.write_file(folder.path().join(name), text).unwrap();
        }
        folder
    }

    const SIZES: (&str, &str) = (
        "board-sizes.js",
        "// Sizes.\nexport const SIDE = 4;\nexport function cells() {\n  return SIDE * SIDE;\n}\n",
    );

    #[test]
    fn modules_become_functions_that_are_called_once_and_in_order() {
        let folder = folder(&[
            (
                "app.js",
                "import { SIDE, cells as all } from \"./board-sizes.js\";\n\
                import { show } from \"./show.js\";\n\nshow(all() + SIDE);\n",
            ),
            (
                "show.js",
                "import { SIDE } from \"./board-sizes.js\";\n\
                /** Shows. */\nfunction show(n) {}\nexport { show };\n",
            ),
            SIZES,
        ]);
        let script = joined(folder.path(), "app.js").unwrap();
        let expected = "\
            const $board_sizes = (() => {\n\
            const SIDE = 4;\nfunction cells() {\nreturn SIDE * SIDE;\n}\n\
            return { SIDE, cells };\n})();\n\
            const $show = (() => {\nconst { SIDE } = $board_sizes;\n\
            function show(n) {}\nreturn { show };\n})();\n\
            const { SIDE, cells: all } = $board_sizes;\nconst { show } = $show;\n\
            show(all() + SIDE);\n";
        assert_eq!(script, expected);
        let script = joined(folder.path(), "board-sizes.js").unwrap();
        assert!(script.ends_with("}\nexport { SIDE, cells };\n"), "{script}");
    }

    #[test]
    fn what_cannot_be_joined_is_named() {
        for (app, error) in [
            (
                "import { SIZE } from \"./board-sizes.js\";\n",
                "board-sizes.js does not export SIZE: app.js: cannot be joined: \
                import { SIZE } from \"./board-sizes.js\";",
            ),
            (
                "import sizes from 'board-sizes';\n",
                "app.js: cannot be joined: import sizes from 'board-sizes';",
            ),
            (
                "import { app } from \"./other.js\";\n",
                "other.js imports itself, through others",
            ),
        ] {
            let other = "import { app } from \"./other.js\";\n";
            let folder = folder(&[("app.js", app), ("other.js", other), SIZES]);
            let said = joined(folder.path(), "app.js").unwrap_err();
            assert_eq!(said.to_string(), error);
        }
    }
}
