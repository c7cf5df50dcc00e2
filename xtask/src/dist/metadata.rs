//! Cargo's description of the workspace, and the bill of materials made from it.

use std::collections::HashMap;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use xshell::{Shell, cmd};

/// The package whose dependencies a release contains.
pub const PROGRAM: &str = "tilebase-cli";

/// The answer of `cargo metadata`.
pub struct Metadata {
    /// The version of the workspace.
    pub version: String,
    /// The packages, by their ids.
    packages: HashMap<String, Value>,
    /// The ids of the packages on which each package depends, by its id. Dependencies of tests are
    /// left out.
    dependencies: HashMap<String, Vec<String>>,
    program: String,
}

/// Returns a text of the description.
pub fn text(value: &Value) -> Result<String> {
    let text = value.as_str().context("cargo metadata: no text")?;
    Ok(text.to_owned())
}

fn list(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().context("cargo metadata: no list")
}

impl Metadata {
    /// Asks cargo for the description, with the dependencies for the present system.
    pub fn read(shell: &Shell) -> Result<Self> {
        let host = cmd!(shell, "rustc --print host-tuple").quiet().read()?;
        let output = cmd!(
            shell,
            "cargo metadata --format-version 1 --locked --filter-platform {host}"
        )
        .quiet()
        .read()?;
        let root: Value = serde_json::from_str(&output)?;
        let mut packages = HashMap::new();
        for package in list(&root["packages"])? {
            packages.insert(text(&package["id"])?, package.clone());
        }
        let mut dependencies = HashMap::new();
        for node in list(&root["resolve"]["nodes"])? {
            let mut needed = Vec::new();
            for dependency in list(&node["deps"])? {
                let kinds = list(&dependency["dep_kinds"])?;
                if kinds.iter().any(|kind| kind["kind"] != "dev") {
                    needed.push(text(&dependency["pkg"])?);
                }
            }
            dependencies.insert(text(&node["id"])?, needed);
        }
        let program = packages.values().find(|package| package["name"] == PROGRAM);
        let program = program.context("cargo metadata: no tilebase-cli")?;
        Ok(Self {
            version: text(&program["version"])?,
            program: text(&program["id"])?,
            packages,
            dependencies,
        })
    }

    /// Returns the workspace's packages that are published.
    pub fn published(&self) -> impl Iterator<Item = &Value> {
        self.packages.values().filter(|package| {
            // Packages from registries have a source. `publish = false` becomes an empty list.
            package["source"].is_null() && package["publish"].is_null()
        })
    }

    /// Returns the names of these packages, in alphabetical order.
    pub fn published_names(&self) -> Result<Vec<String>> {
        let names = self.published().map(|package| text(&package["name"]));
        let mut names: Vec<String> = names.collect::<Result<_>>()?;
        names.sort();
        Ok(names)
    }

    /// Returns the list of the program's parts as a CycloneDX document.
    pub fn bill_of_materials(&self) -> Result<String> {
        let mut reached = vec![self.program.clone()];
        let mut at = 0;
        while at < reached.len() {
            for next in &self.dependencies[&reached[at]] {
                if !reached.contains(next) {
                    reached.push(next.clone());
                }
            }
            at += 1;
        }
        let (program, others) = reached.split_first().context("the program")?;
        let mut others = others.to_vec();
        others.sort();
        let mut components = Vec::new();
        for id in &others {
            components.push(self.component(id, "library")?);
        }
        let mut dependencies = Vec::new();
        for id in &reached {
            let needed: Vec<String> = self.dependencies[id]
                .iter()
                .map(|needed| self.reference(needed))
                .collect::<Result<_>>()?;
            dependencies.push(json!({ "ref": self.reference(id)?, "dependsOn": needed }));
        }
        let bill = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": self.component(program, "application")? },
            "components": components,
            "dependencies": dependencies,
        });
        Ok(serde_json::to_string_pretty(&bill)? + "\n")
    }

    fn component(&self, id: &str, kind: &str) -> Result<Value> {
        let package = &self.packages[id];
        let reference = self.reference(id)?;
        let mut component = json!({
            "type": kind,
            "bom-ref": reference,
            "name": package["name"],
            "version": package["version"],
            "purl": reference,
        });
        if let Some(licence) = package["license"].as_str() {
            // Old manifests write a slash for "or".
            let expression = licence.replace('/', " OR ").replace("  ", " ");
            component["licenses"] = json!([{ "expression": expression }]);
        }
        Ok(component)
    }

    /// Returns the package URL of a package.
    fn reference(&self, id: &str) -> Result<String> {
        let package = &self.packages[id];
        let (name, version) = (text(&package["name"])?, text(&package["version"])?);
        Ok(format!("pkg:cargo/{name}@{version}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_made_of_what_the_program_depends_on() {
        let metadata = Metadata::read(&Shell::new().unwrap()).unwrap();
        let published = metadata.published_names().unwrap();
        assert!(published.contains(&"tilebase-core".to_owned()));
        assert!(!published.contains(&"xtask".to_owned()));
        let bill: Value = serde_json::from_str(&metadata.bill_of_materials().unwrap()).unwrap();
        let names: Vec<&Value> = list(&bill["components"])
            .unwrap()
            .iter()
            .map(|component| &component["name"])
            .collect();
        assert!(names.contains(&&json!("tilebase-core")) && names.contains(&&json!("serde")));
        assert!(
            !names.contains(&&json!("proptest")),
            "tests are not released"
        );
        assert!(!names.contains(&&json!(PROGRAM)));
    }
}
