//! What the page shows and loads first: its style sheet, the English texts, and the names of its scripts.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// The style sheet, which becomes part of the page.
pub const STYLE: &str = "style.css";

/// Scripts that workers load, or that the page loads when they are asked for.
const LATER: [&str; 5] = ["bring.js", "how.js", "sw.js", super::HOST, "worker.js"];

/// Fills `index.html` of a folder in, whose files are named.
pub fn fill(folder: &Path, files: &[String]) -> Result<()> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).with_context(|| name.to_owned());
    let preload: String = files
        .iter()
        .filter(|name| name.ends_with(".js") && !LATER.contains(&name.as_str()))
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"))
        .collect();
    let page = folder.join("index.html");
    super::fill(&page, "<!-- modules -->\n", &preload)?;
    let style = format!("<style>\n{}</style>", read(STYLE)?);
    super::fill(
        &page,
        &format!("<link rel=\"stylesheet\" href=\"{STYLE}\">"),
        &style,
    )?;
    let filled = texts(&read("index.html")?, &read("texts.js")?)?;
    fs::write(page, filled)?;
    Ok(())
}

/// Writes the English texts into the empty elements that name one: `<b data-text="solve"></b>`.
fn texts(page: &str, texts: &str) -> Result<String> {
    let english = texts.split("function japanese()").next().unwrap_or(texts);
    let mut parts = page.split("data-text=\"");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        filled += "data-text=\"";
        let (name, _) = part.split_once('"').context("a text without a name")?;
        let text = english
            .lines()
            .find_map(|line| line.trim_start().strip_prefix(name)?.strip_prefix(": \""))
            .and_then(|rest| rest.strip_suffix("\","))
            .with_context(|| format!("texts.js has no text `{name}`"))?;
        filled += &part.replacen("></", &format!(">{text}</"), 1);
    }
    Ok(filled)
}
