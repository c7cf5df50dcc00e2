//! Cargo's description of the workspace, and the bill of materials made from it.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use xshell::{Shell, cmd};

use crate::host;

/// The package whose dependencies a release contains.
pub const PROGRAM: &str = "tilebase-cli";

/// The answer of `cargo metadata`.
#[derive(Deserialize)]
pub struct CargoMetadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

/// A package of the workspace or of a registry.
#[derive(Deserialize)]
pub struct Package {
    id: String,
    pub name: String,
    version: String,
    source: Option<String>,
    /// The registries to which it may go; none for `publish = false`.
    publish: Option<Vec<String>>,
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<ResolvedPackage>,
}

/// A package and its dependencies.
#[derive(Deserialize)]
struct ResolvedPackage {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Value>,
}

impl CargoMetadata {
    /// Asks cargo for the description, with the dependencies for this system.
    pub fn read(shell: &Shell) -> Result<Self> {
        let host = host(shell)?;
        let output = cmd!(
            shell,
            "cargo metadata --format-version 1 --locked --filter-platform {host}"
        );
        Ok(serde_json::from_str(&output.quiet().read()?)?)
    }

    /// Returns the version of the workspace.
    pub fn version(&self) -> Result<&str> {
        Ok(&self.program()?.version)
    }

    fn program(&self) -> Result<&Package> {
        let program = self.packages.iter().find(|package| package.name == PROGRAM);
        program.context("cargo metadata: no tilebase-cli")
    }

    /// Returns the workspace's packages that are published, by their names.
    pub fn published(&self) -> Vec<&Package> {
        let ours = |package: &&Package| package.source.is_none() && package.publish.is_none();
        let mut published: Vec<&Package> = self.packages.iter().filter(ours).collect();
        published.sort_by_key(|package| &package.name);
        published
    }

    /// Returns the packages on which a package depends, except those of its tests.
    fn needed_by(&self, id: &str) -> Result<Vec<&Package>> {
        let mut nodes = self.resolve.nodes.iter();
        let node = nodes.find(|node| node.id == id).context("a package")?;
        let is_released = |of: &&Dependency| of.dep_kinds.iter().any(|kind| kind["kind"] != "dev");
        let needed = node.deps.iter().filter(is_released);
        let package = |of: &Dependency| self.packages.iter().find(|package| package.id == of.pkg);
        needed.map(|of| package(of).context("a package")).collect()
    }

    /// Returns the list of the program's parts as a CycloneDX document.
    pub fn bill_of_materials(&self) -> Result<String> {
        let program = self.program()?;
        let (mut reached, mut dependencies) = (vec![program], Vec::new());
        while let Some(package) = reached.get(dependencies.len()) {
            let needed = self.needed_by(&package.id)?;
            let references: Vec<String> = needed.iter().map(|needed| needed.reference()).collect();
            dependencies.push(json!({ "ref": package.reference(), "dependsOn": references }));
            for next in needed {
                if !reached.iter().any(|package| package.id == next.id) {
                    reached.push(next);
                }
            }
        }
        let mut others = reached.split_off(1);
        others.sort_by_key(|package| &package.id);
        let components = others.iter().map(|package| package.component("library"));
        let bill = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": program.component("application") },
            "components": components.collect::<Vec<Value>>(),
            "dependencies": dependencies,
        });
        Ok(serde_json::to_string_pretty(&bill)? + "\n")
    }
}

impl Package {
    fn component(&self, kind: &str) -> Value {
        let reference = self.reference();
        let mut component = json!({
            "type": kind,
            "bom-ref": reference,
            "name": self.name,
            "version": self.version,
            "purl": reference,
        });
        if let Some(licence) = self.fields.get("license").and_then(Value::as_str) {
            // Old manifests write a slash for "or".
            let expression = licence.replace('/', " OR ").replace("  ", " ");
            component["licenses"] = json!([{ "expression": expression }]);
        }
        component
    }

    /// Returns the package URL.
    fn reference(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_made_of_what_the_program_depends_on() {
        let metadata = CargoMetadata::read(&Shell::new().unwrap()).unwrap();
        let published: Vec<&str> = (metadata.published().iter()).map(|of| &*of.name).collect();
        assert!(published.contains(&"tilebase-core") && !published.contains(&"xtask"));
        let bill: Value = serde_json::from_str(&metadata.bill_of_materials().unwrap()).unwrap();
        let components = bill["components"].as_array().unwrap();
        let names: Vec<&Value> = components
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
