//! Puts the style sheet and the English texts into the page, so that it shows them at once.

use std::{fs, path::Path};

use anyhow::{Context, Result};

const STYLE: &str = "style.css";

/// Returns `index.html` of the site, filled in.
pub fn filled(site: &Path) -> Result<String> {
    let read = |name: &str| fs::read_to_string(site.join(name)).with_context(|| name.to_owned());
    let link = format!("<link rel=\"stylesheet\" href=\"{STYLE}\">");
    let style = format!("<style>\n{}</style>", short(&read(STYLE)?));
    let page = super::filled(&read("index.html")?, &link, &style)?;
    texts(&page, &read("texts.js")?)
}

/// Returns a style sheet without comments, indentation and empty lines.
fn short(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let code = parts.filter_map(|part| part.split_once("*/"));
    let code = code.fold(first, |code, (_, rest)| code + rest);
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Writes the English texts into the empty elements that name one: `<b data-text="solve"></b>`.
fn texts(page: &str, texts: &str) -> Result<String> {
    let mut parts = page.split("data-text=\"");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        filled += "data-text=\"";
        let (name, _) = part.split_once('"').context("a text without a name")?;
        let text = texts
            .lines()
            .find_map(|line| line.trim_start().strip_prefix(name)?.strip_prefix(": \""))
            .and_then(|rest| rest.strip_suffix("\","))
            .with_context(|| format!("texts.js has no text `{name}`"))?;
        filled += &part.replacen("></", &format!(">{text}</"), 1);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_sheets_lose_their_comments() {
        let style =
            "/* One. */\na { b: c; } /* two\nlines */\n\n@media print {\n  a { b: d; }\n}\n";
        assert_eq!(
            short(style),
            "a { b: c; }\n@media print {\na { b: d; }\n}\n"
        );
    }
}
