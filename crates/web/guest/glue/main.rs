//! Writes the JavaScript that loads a module: `glue MODULE FOLDER`.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        return Err("usage: glue MODULE FOLDER".into());
    };
    let mut glue = Bindgen::new();
    glue.input_path(module).out_name("guest").typescript(false);
    // The script finds the module beside itself.
    glue.omit_default_module_path(false);
    let written = glue.web(true).and_then(|glue| glue.generate(folder));
    Ok(written.map_err(|error| format!("{module}: {error:#}"))?)
}
