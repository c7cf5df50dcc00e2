//! Puts the style sheet and the English texts into the page, so that it shows them at once.

use std::{fs, path::Path};

use anyhow::{Context, Result};

const STYLE: &str = "style.css";

/// Returns `index.html` of the site, filled in.
pub fn filled(site: &Path) -> Result<String> {
    let read = |name: &str| fs::read_to_string(site.join(name)).with_context(|| name.to_owned());
    let link = format!("<link rel=\"stylesheet\" href=\"{STYLE}\">");
    let style = format!("<style>\n{}</style>", read(STYLE)?);
    let page = super::filled(&read("index.html")?, &link, &style)?;
    texts(&page, &read("texts.js")?)
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
