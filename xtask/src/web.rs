//! Builds the page and the package for JavaScript, serves the page, and tests both.
//!
//! The page is `crates/web/site` together with the module, in few files: the style sheet and the
//! texts are part of the page ([`page`]), and there are two scripts, the page's and its worker's
//! ([`script`]), and one with the Japanese texts. The service worker gets a list of files to keep.
//! The result is a folder that any server of files can serve.

mod page;
mod script;
mod serve;

use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{
    answers, skip, target_folder,
    targets::{self, BROWSER, WEB},
    tested_program,
};

const SITE: &str = "crates/web/site";
/// The scripts that a browser loads. All others become parts of these.
const SCRIPTS: [&str; 2] = ["app.js", "worker.js"];
/// The script that only those fetch who read Japanese.
const JAPANESE: &str = "japanese.js";
/// The service worker, which keeps the files for use without a network.
const KEEPER: &str = "sw.js";
/// The script that runs the module, both for the page's worker and for the package for JavaScript.
const HOST: &str = "tilebase.js";
/// The module, and two smaller ones, since the page fetches no more than it needs: the whole when
/// a row is first opened, what has no rows when a board without a table is, and before that what
/// has no searches of boards either.
const MODULE: &str = "tilebase.wasm";
const BOARDS: &str = "boards.wasm";
const TABLES: &str = "tables.wasm";
/// The modules, each with the arguments for cargo.
const MODULES: [(&str, &[&str]); 3] = [
    (TABLES, &["--no-default-features"]),
    (BOARDS, &["--no-default-features", "--features=searches"]),
    (MODULE, &[]),
];
/// Models that guide beams; the page and the package fetch one when a board first needs it.
const MODELS: &str = "crates/anytime/data";
/// What a chat shows of a link to the page.
const PREVIEW: [&str; 2] = ["docs/page-play.png", "preview.png"];
/// The packages for JavaScript: the library, and models that are needed for large boards only. (The
/// others are small.)
const PACKAGE: &str = "crates/web/npm";
const LARGE_MODELS: &str = "crates/web/models";
const SMALL_MODELS: [&str; 2] = ["4x4.model", "5x5.model"];
/// Their folders in [`OUTPUT`].
pub const PACKAGES: [&str; 2] = ["npm", "npm-models"];
/// The script that leaves out of a module what visits to boards with a table do not call.
const PRUNE: &str = "crates/web/prune.js";
/// Tests of the scripts' modules, in node.
const UNIT_TESTS: &str = "crates/web/unit";
/// Tests of the page, in a browser.
const TESTS: &str = "crates/web/browser";
pub const OUTPUT: &str = "target/web";

/// Writes each file that is named, with `.br` after its name, compressed as well as brotli can.
const COMPRESS: &str = "for (const file of process.argv.slice(1)) \
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(fs.readFileSync(file)))";

const HELP: &str =
    "usage: cargo xtask web [--scripts | --serve [PORT] | --test | --measure [ROUNDS]]";

/// Builds the page and the package, and then serves or tests them if `arguments` say so.
pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    match arguments {
        [] => build(shell),
        ["--scripts"] => scripts(),
        ["--serve"] => serve(shell, "8000"),
        ["--serve", port] => serve(shell, port),
        ["--test"] => modules(shell)
            .and_then(|()| build(shell))
            .and_then(|()| test(shell)),
        ["--measure"] => build(shell).and_then(|()| measure(shell, "9")),
        ["--measure", rounds] => build(shell).and_then(|()| measure(shell, rounds)),
        _ => bail!("{HELP}"),
    }
}

fn serve(shell: &Shell, port: &str) -> Result<()> {
    let port = port.parse().context(HELP)?;
    build(shell)?;
    serve::forever(Path::new(OUTPUT), port)
}

/// Tests what can be tested on this system, and prints what cannot: for continuous integration.
pub fn ci(shell: &Shell) -> Result<()> {
    if targets::toolchain(shell, WEB)?.is_none() {
        skip("the page", &targets::remedy(WEB))?;
        return Ok(());
    }
    build(shell)?;
    test(shell)
}

fn build(shell: &Shell) -> Result<()> {
    let compiled = |(name, features)| {
        let mut module = targets::module(shell, features)?;
        if name == TABLES {
            module = pruned(shell, module)?;
        }
        Ok((name, fs::read(module)?))
    };
    assemble(&MODULES.map(compiled).into_iter().collect::<Result<_>>()?)?;
    compressed(shell)
}

/// Returns the path of a module without the functions that visits do not call; of the module itself
/// if there is no node.
fn pruned(shell: &Shell, module: PathBuf) -> Result<PathBuf> {
    if !has_node(shell) {
        skip(
            "a smaller module",
            "node 20 makes it (`apt-get install nodejs`)",
        )?;
        return Ok(module);
    }
    let small = module.with_extension("pruned.wasm");
    cmd!(shell, "node {PRUNE} {module} {small}").run()?;
    Ok(small)
}

/// Writes compressed files beside those that a browser fetches, for servers that send them: they
/// are smaller by a fifth than with gzip.
fn compressed(shell: &Shell) -> Result<()> {
    if !has_node(shell) {
        return skip(
            "the files *.br",
            "node 20 writes them (`apt-get install nodejs`)",
        );
    }
    let scripts = [SCRIPTS[0], SCRIPTS[1], JAPANESE, "index.html"];
    let files = MODULES.iter().map(|(name, _)| *name).chain(scripts);
    let _folder = shell.push_dir(OUTPUT);
    Ok(cmd!(shell, "node --eval {COMPRESS} {files...}").run()?)
}

/// Builds the page with the modules that were built last: they take minutes, the rest a moment.
fn scripts() -> Result<()> {
    let built = |name| {
        let module = fs::read(Path::new(OUTPUT).join(name));
        let module =
            module.with_context(|| format!("{OUTPUT}/{name}: `cargo xtask web` builds it"))?;
        Ok((name, module))
    };
    let names = MODULES.map(|(name, _)| name);
    assemble(&names.map(built).into_iter().collect::<Result<_>>()?)
}

/// Puts the page and the package together, with these modules.
fn assemble(modules: &BTreeMap<&str, Vec<u8>>) -> Result<()> {
    let output = Path::new(OUTPUT);
    // The folder itself is kept, because a server may be serving it.
    fs::create_dir_all(output)?;
    for old in fs::read_dir(output)? {
        let old = old?.path();
        if old.is_dir() { fs::remove_dir_all(old)? } else { fs::remove_file(old)? }
    }
    let site = Path::new(SITE);
    let mut files = vec!["index.html".to_owned()];
    for (name, module) in modules {
        fs::write(output.join(name), module)?;
    }
    fs::write(output.join("index.html"), page::filled(site)?)?;
    for name in SCRIPTS {
        fs::write(output.join(name), script::joined(site, name)?)?;
        files.push(name.to_owned());
    }
    fs::write(output.join(JAPANESE), script::joined(site, JAPANESE)?)?;
    let is_joined = |name: &str| {
        [".js", ".css", ".html"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    // The pictures are for chats and for phones that keep an icon, not for visitors.
    let is_picture = |name: &str| name.ends_with(".png");
    copied(SITE, output, is_picture)?;
    let [from, to] = PREVIEW;
    fs::copy(from, output.join(to))?;
    let is_kept = |name: &str| !is_joined(name) && !is_picture(name);
    files.extend(copied(SITE, output, is_kept)?);
    let models = copied(MODELS, output, is_model)?;
    let kept = files
        .iter()
        .map(|name| if name == "index.html" { "./" } else { name });
    let kept: Vec<String> = kept.map(|name| format!("\"{name}\"")).collect();
    let keeper = fs::read_to_string(site.join(KEEPER))?;
    let keeper = filled(&keeper, "/*FILES*/", &kept.join(", "))?;
    let later = [TABLES, BOARDS, MODULE, JAPANESE].map(str::to_owned);
    let hashed = [&files[..], &later, &models].concat();
    let keeper = filled(&keeper, "@HASH@", &hash(output, &hashed)?)?;
    fs::write(output.join(KEEPER), keeper)?;
    packages(output, &modules[MODULE])?;
    report(output, &[&files[..], &later[..1]].concat())
}

/// Builds the packages for programs in JavaScript.
fn packages(output: &Path, module: &[u8]) -> Result<()> {
    let is_small = |name: &str| SMALL_MODELS.contains(&name);
    let [library, models] = PACKAGES.map(|folder| output.join(folder));
    for folder in [&library, &models] {
        fs::create_dir(folder)?;
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            fs::copy(licence, folder.join(licence))?;
        }
    }
    copied(PACKAGE, &library, |_| true)?;
    fs::copy(Path::new(SITE).join(HOST), library.join(HOST))?;
    fs::write(library.join(MODULE), module)?;
    copied(MODELS, &library, is_small)?;
    fs::copy("docs/JAVASCRIPT.md", library.join("README.md"))?;
    copied(LARGE_MODELS, &models, |_| true)?;
    copied(MODELS, &models, |name| is_model(name) && !is_small(name))?;
    Ok(())
}

/// Whether a file is the model of a board: the page has no graphs.
fn is_model(name: &str) -> bool {
    name.ends_with(".model") && !name.starts_with("torus-")
}

/// Copies the files of a folder whose names are wanted into another folder. Returns their names in
/// alphabetical order.
fn copied(folder: &str, to: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.to_owned())? {
        let (entry, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = name.to_string_lossy().into_owned();
        if wanted(&name) {
            fs::copy(entry, to.join(&name))?;
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Returns a text in which another text replaces a mark, which must be there.
fn filled(text: &str, mark: &str, by: &str) -> Result<String> {
    if !text.contains(mark) {
        bail!("`{mark}` is missing");
    }
    Ok(text.replace(mark, by))
}

/// Returns a name that depends on the contents of the files, so that a new page has a new cache.
fn hash(folder: &Path, files: &[String]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for name in files {
        name.hash(&mut hasher);
        fs::read(folder.join(name))?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn report(output: &Path, files: &[String]) -> Result<()> {
    let mut bytes = 0;
    for name in files {
        bytes += fs::metadata(output.join(name))?.len();
    }
    eprintln!(
        "{}: {} files, {} KiB; the package is {}",
        output.display(),
        files.len() + 1,
        bytes / 1024,
        output.join("npm").display()
    );
    Ok(())
}

fn has_node(shell: &Shell) -> bool {
    answers(shell, "node", &["--version"])
}

/// Tests the modules of the page's scripts, which takes a second.
pub fn modules(shell: &Shell) -> Result<()> {
    if !has_node(shell) {
        let remedy = "they are tested with node 20 (`apt-get install nodejs`)";
        return skip("the modules of the page", remedy);
    }
    let _folder = shell.push_dir(UNIT_TESTS);
    Ok(cmd!(shell, "node --test --test-reporter=dot").run()?)
}

/// Drives the page in a browser, and uses the package from an empty project.
fn test(shell: &Shell) -> Result<()> {
    let browser = match browser(shell) {
        Ok(browser) => browser,
        Err(missing) => {
            return skip("the tests of the page", &missing.to_string());
        }
    };
    let guest = target_folder(shell).join("targets/guest");
    let _guest = if targets::toolchain(shell, BROWSER)?.is_some() {
        targets::guest(shell, &guest)?;
        Some(shell.push_env("GUEST", guest))
    } else {
        skip("the example in Rust", &targets::remedy(BROWSER))?;
        None
    };
    let _program = shell.push_env("PROGRAM", tested_program(shell)?);
    drive(shell, browser, &["--test", "--test-concurrency=2"])
}

/// Measures the page in a browser, and prints a table.
fn measure(shell: &Shell, rounds: &str) -> Result<()> {
    let browser = browser(shell)?;
    let _rounds = shell.push_env("ROUNDS", rounds);
    let _folder = shell.push_env("FOLDER", shell.current_dir().join(OUTPUT));
    drive(shell, browser, &["measure.js"])
}

/// Returns the name of a browser that can be driven, or says what is missing.
fn browser(shell: &Shell) -> Result<&'static str> {
    let there = |tool: &str| answers(shell, tool, &["--version"]);
    if !there("node") || !there("npm") {
        bail!("the page is tested with node 20 and npm (`apt-get install nodejs npm`)");
    }
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|browser| there(browser))
        .context("the page is driven in a browser (`apt-get install chromium`)")
}

/// Serves the page, and runs node in the folder of the scripts that drive it.
fn drive(shell: &Shell, browser: &str, arguments: &[&str]) -> Result<()> {
    let folder = shell.current_dir().join("target/web-test");
    shell.create_dir(&folder)?;
    copied(TESTS, &folder, |_| true)?;
    let server = serve::start(Path::new(OUTPUT))?;
    let _folder = shell.push_dir(&folder);
    let _no_browser = shell.push_env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    cmd!(shell, "npm ci --silent --no-audit --no-fund").run()?;
    let _address = shell.push_env("PAGE", format!("http://127.0.0.1:{server}/"));
    let _browser = shell.push_env("BROWSER", browser);
    Ok(cmd!(shell, "node {arguments...}").run()?)
}
