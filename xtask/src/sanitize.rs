//! `sanitize`: the unit tests of all crates, compiled to look for errors that no test sees: reads
//! and writes outside of what was allocated, and threads that race for memory.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

/// What the compiler can look for, and the flags that it takes. The standard library is not
/// compiled anew, so what it does with memory itself is not seen.
const SANITIZERS: [(&str, &str); 2] = [
    ("address", "-Zsanitizer=address"),
    (
        "thread",
        "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer",
    ),
];

pub fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let chosen: Vec<_> = SANITIZERS
        .into_iter()
        .filter(|(name, _)| arguments.is_empty() || arguments.iter().any(|asked| asked == name))
        .collect();
    if chosen.len() < arguments.len() {
        bail!("sanitizers are address and thread");
    }
    let host = cmd!(shell, "rustc -vV").quiet().read()?;
    let Some(host) = host.lines().find_map(|line| line.strip_prefix("host: ")) else {
        bail!("rustc does not say what it compiles for");
    };
    // The compiler is a stable one; sanitizers are its only unstable feature here.
    let _unstable = shell.push_env("RUSTC_BOOTSTRAP", "1");
    for (name, flags) in chosen {
        let _flags = shell.push_env("RUSTFLAGS", flags);
        let _folder = shell.push_env("CARGO_TARGET_DIR", format!("target/sanitize-{name}"));
        // Tests ask for more memory than there is, and expect to be refused.
        let _memory = shell.push_env("ASAN_OPTIONS", "allocator_may_return_null=1");
        let known = shell.current_dir().join("xtask/thread-sanitizer.txt");
        let known = format!("suppressions={}", known.display());
        let _known = shell.push_env("TSAN_OPTIONS", known);
        cmd!(shell, "cargo test --target {host} --workspace --lib --bins").run()?;
    }
    Ok(())
}
