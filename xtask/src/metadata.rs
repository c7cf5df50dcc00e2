//! Cargo's description of the workspace, and the bill of materials made from it.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use xshell::{Shell, cmd};

use crate::host;

/// The package whose dependencies a release contains.
pub const PROGRAM: &str = "tilebase-cli";

/// The answer of `cargo metadata`, as it is: derived readers would take longer to compile than all
/// else here.
pub struct CargoMetadata(Value);

/// A package of the workspace or of a registry.
#[derive(Clone, Copy)]
pub struct Package<'a>(pub &'a Value);

impl CargoMetadata {
    /// Asks cargo for the description, with the dependencies for this system.
    pub fn read(shell: &Shell) -> Result<Self> {
        let host = host(shell)?;
        let output = cmd!(
            shell,
            "cargo metadata --format-version 1 --locked --filter-platform {host}"
        );
        Ok(Self(serde_json::from_str(&output.quiet().read()?)?))
    }

    fn packages(&self) -> impl Iterator<Item = Package<'_>> {
        list(&self.0["packages"]).map(Package)
    }

    /// Returns the version of the workspace.
    pub fn version(&self) -> Result<&str> {
        Ok(self.program()?.text("version"))
    }

    fn program(&self) -> Result<Package<'_>> {
        let program = self.packages().find(|package| package.name() == PROGRAM);
        program.context("cargo metadata: no tilebase-cli")
    }

    /// Returns the workspace's packages that are published, by their names.
    pub fn published(&self) -> Vec<Package<'_>> {
        // `publish` lists the registries to which a package may go: none for `publish = false`.
        let ours = |Package(of): &Package<'_>| of["source"].is_null() && of["publish"].is_null();
        let mut published: Vec<_> = self.packages().filter(ours).collect();
        published.sort_by_key(Package::name);
        published
    }

    /// Returns the packages on which a package depends, except those of its tests.
    fn needed_by(&self, id: &str) -> Result<Vec<Package<'_>>> {
        let mut nodes = list(&self.0["resolve"]["nodes"]);
        let node = nodes.find(|node| node["id"] == id).context("a package")?;
        let is_released = |of: &&Value| list(&of["dep_kinds"]).any(|kind| kind["kind"] != "dev");
        let needed = list(&node["deps"]).filter(is_released);
        let package = |of: &Value| self.packages().find(|package| package.0["id"] == of["pkg"]);
        needed.map(|of| package(of).context("a package")).collect()
    }

    /// Returns the list of the program's parts as a CycloneDX document.
    pub fn bill_of_materials(&self) -> Result<String> {
        let program = self.program()?;
        let (mut reached, mut dependencies) = (vec![program], Vec::new());
        while let Some(&package) = reached.get(dependencies.len()) {
            let needed = self.needed_by(package.text("id"))?;
            let references: Vec<String> = needed.iter().map(|needed| needed.reference()).collect();
            dependencies.push(json!({ "ref": package.reference(), "dependsOn": references }));
            for next in needed {
                if !reached
                    .iter()
                    .any(|package| package.text("id") == next.text("id"))
                {
                    reached.push(next);
                }
            }
        }
        let mut others = reached.split_off(1);
        others.sort_by_key(|package| package.text("id"));
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

impl<'a> Package<'a> {
    pub fn name(&self) -> &'a str {
        self.text("name")
    }

    fn text(&self, key: &str) -> &'a str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn component(&self, kind: &str) -> Value {
        let reference = self.reference();
        let mut component = json!({
            "type": kind,
            "bom-ref": reference,
            "name": self.name(),
            "version": self.text("version"),
            "purl": reference,
        });
        if let Some(licence) = self.0["license"].as_str() {
            // Old manifests write a slash for "or".
            let expression = licence.replace('/', " OR ").replace("  ", " ");
            component["licenses"] = json!([{ "expression": expression }]);
        }
        component
    }

    /// Returns the package URL.
    fn reference(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name(), self.text("version"))
    }
}

/// The elements of a list; none if it is not one.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_made_of_what_the_program_depends_on() {
        let metadata = CargoMetadata::read(&Shell::new().unwrap()).unwrap();
        let published: Vec<&str> = metadata.published().iter().map(Package::name).collect();
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
