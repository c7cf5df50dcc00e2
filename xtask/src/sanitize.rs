//! `sanitize`: the unit tests of all crates, compiled to look for errors that no test sees: reads
//! and writes outside of what was allocated, and threads that race for memory.

use std::path::Path;

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::{host, skip};

/// The sanitizers of the compiler.
const SANITIZERS: [&str; 2] = ["address", "thread"];

pub fn run(shell: &Shell, arguments: &[&str]) -> Result<()> {
    let chosen: Vec<_> = SANITIZERS
        .into_iter()
        .filter(|name| arguments.is_empty() || arguments.contains(name))
        .collect();
    if chosen.len() < arguments.len() {
        bail!("the sanitizers are address and thread");
    }
    let host = host(shell)?;
    let sysroot = cmd!(shell, "rustc --print sysroot").quiet().read()?;
    let has_source = Path::new(&sysroot)
        .join("lib/rustlib/src/rust/library/Cargo.lock")
        .exists();
    // The compiler is a stable one; sanitizers are its only unstable feature here.
    let _unstable = shell.push_env("RUSTC_BOOTSTRAP", "1");
    // Reports name lines.
    let _lines = shell.push_env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    for name in chosen {
        let mut flags = format!("-Zsanitizer={name}");
        // Tests request more memory than there is, and expect an error.
        let mut options = "allocator_may_return_null=1".to_owned();
        let mut build_std = None;
        // Memory accesses of the standard library itself are seen only if the library is compiled
        // again. Only the thread sanitizer needs this: if it misses accesses, it reports false
        // races.
        if name == "thread" && has_source {
            build_std = Some("-Zbuild-std");
        } else if name == "thread" {
            skip(
                "races in the standard library, and those of xtask/thread-sanitizer.txt",
                "`rustup component add rust-src` installs the source of the standard library",
            )?;
            flags += " -Cunsafe-allow-abi-mismatch=sanitizer";
            let known = shell.current_dir().join("xtask/thread-sanitizer.txt");
            options += &format!(":suppressions={}", known.display());
        }
        let _flags = shell.push_env("RUSTFLAGS", flags);
        let _folder = shell.push_env("CARGO_TARGET_DIR", format!("target/sanitize-{name}"));
        let variable = format!("{}_OPTIONS", if name == "thread" { "TSAN" } else { "ASAN" });
        let _options = shell.push_env(variable, options);
        cmd!(
            shell,
            "cargo test {build_std...} --target {host} --workspace --lib --bins"
        )
        .run()?;
    }
    Ok(())
}
