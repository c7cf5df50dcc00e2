//! Pictures, as SVG: text that browsers and word processors show.
//!
//! The colours follow the reader's choice of a dark or a light page, if the viewer supports it.
//! Every picture has a title, which screen readers read.

mod chart;
mod solution;

pub use chart::{Bar, Kinds, bars, depths, growth, moves_by_kinds, review};
pub use solution::{sheet, solution};

/// The look of everything in a picture, by class.
const STYLE: &str = "
text{font:13px system-ui,sans-serif;fill:#3b4252}
.title{font-size:17px;font-weight:600}
.faint{fill:#7b8394}
.paper{fill:#fff}
.grid{stroke:#e5e8ee;fill:none}
.axis{stroke:#9aa3b2;fill:none}
.bar{fill:#7d9dc4}
.line{stroke:#7d9dc4;stroke-width:2;fill:none}
.good{fill:#5e8f72;stroke:none}
.bad{fill:#c2694f;stroke:none}
.mark{stroke:#c2694f;stroke-width:1.5;fill:none}
.tile{fill:#dfe7f1;stroke:#9fb2cc}
.cell{fill:#f4f6f9;stroke:#d5dbe5}
.stone{stroke:#6d7688}
.big{font-size:20px;font-weight:600;text-anchor:middle}
.mid{text-anchor:middle}
.end{text-anchor:end}
@media(prefers-color-scheme:dark){
text{fill:#d8dee9}.faint{fill:#8f98aa}.paper{fill:#20242c}.grid{stroke:#343a46}.axis{stroke:#6c7587}
.tile{fill:#3a4760;stroke:#5d7396}.cell{fill:#282d37;stroke:#3a414e}
}";

/// A picture that is being drawn.
struct Drawing {
    title: String,
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    fn new(title: impl Into<String>, width: f64, height: f64) -> Self {
        Self {
            title: title.into(),
            width,
            height,
            body: String::new(),
        }
    }

    /// Appends an element, given as text.
    fn add(&mut self, element: impl AsRef<str>) {
        self.body.push_str(element.as_ref());
        self.body.push('\n');
    }

    /// Appends text at a point, with these classes.
    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let text = escape(text);
        self.add(format!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        ));
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.add(format!(
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        ));
    }

    /// Appends a circle, with a title if that is not empty.
    fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64, title: &str) {
        let title = match title {
            "" => String::new(),
            title => format!("<title>{}</title>", escape(title)),
        };
        self.add(format!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\">{title}</circle>"
        ));
    }

    /// Appends a line from point to point.
    fn polyline(&mut self, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        self.add(format!("<polyline class=\"line\" points=\"{points}\"/>"));
    }

    /// Returns the picture as a file.
    fn finish(self) -> String {
        let (width, height, body) = (self.width, self.height, self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
            width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\">\n<title \
            id=\"title\">{}</title>\n<style>{STYLE}\n</style>\n<rect class=\"paper\" \
            width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
            escape(&self.title)
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
