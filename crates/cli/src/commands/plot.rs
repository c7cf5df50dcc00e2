//! Plots as SVG files.

use std::path::Path;

use plotters::prelude::*;
use tilebase_solve::oshidori::Line;

use crate::failure::Failure;

/// A histogram of counts by distance.
pub fn histogram(file: &Path, title: &str, counts: &[u64]) -> Result<(), Failure> {
    let mut svg = String::new();
    write(file, draw_histogram(&mut svg, title, counts).map(|()| svg))
}

/// Least numbers of moves by kinds, between the covering bound and the construction.
pub fn moves_by_kinds(file: &Path, lines: &[Line]) -> Result<(), Failure> {
    let mut svg = String::new();
    write(file, draw_moves(&mut svg, lines).map(|()| svg))
}

fn write(file: &Path, svg: Result<String, Box<dyn std::error::Error>>) -> Result<(), Failure> {
    let svg = svg.map_err(|error| Failure::input(format!("cannot draw: {error}")))?;
    std::fs::write(file, svg)
        .map_err(|error| Failure::Table(format!("cannot write {}: {error}", file.display())))
}

fn draw_moves(svg: &mut String, lines: &[Line]) -> Result<(), Box<dyn std::error::Error>> {
    let last = lines.last().map_or(3, |line| line.kinds) as u32;
    let most = lines
        .iter()
        .flat_map(|line| [Some(line.lower), line.upper, line.construction])
        .flatten()
        .max()
        .unwrap_or(3);
    let root = SVGBackend::with_string(svg, (800, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(
            "oshidori: least number of moves by kinds",
            ("sans-serif", 22),
        )
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(2..last + 1, 0..most + 2)?;
    chart
        .configure_mesh()
        .x_desc("kinds K, two stones of each")
        .y_desc("moves")
        .draw()?;
    chart
        .draw_series(LineSeries::new((3..=last).map(|k| (k, k)), BLACK.mix(0.5)))?
        .label("K, the covering bound")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK.mix(0.5)));
    let construction = lines
        .iter()
        .filter_map(|line| Some((line.kinds as u32, line.construction?)));
    chart
        .draw_series(LineSeries::new(construction, GREEN.mix(0.8)))?
        .label("K − 1 + c(K), the construction, K odd")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], GREEN.mix(0.8)));
    let open = lines.iter().filter(|line| line.proof.is_none());
    chart
        .draw_series(open.map(|line| {
            let kinds = line.kinds as u32;
            let ends = [(kinds, line.lower), (kinds, line.upper.unwrap_or(most + 2))];
            PathElement::new(ends, RED.stroke_width(3))
        }))?
        .label("between proven bounds")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], RED.stroke_width(3)));
    let proven = lines.iter().filter(|line| line.proof.is_some());
    chart
        .draw_series(
            proven.map(|line| Circle::new((line.kinds as u32, line.lower), 3, BLUE.filled())),
        )?
        .label("least number of moves, proven")
        .legend(|(x, y)| Circle::new((x + 8, y), 3, BLUE.filled()));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK.mix(0.2))
        .background_style(WHITE)
        .draw()?;
    root.present()?;
    Ok(())
}

fn draw_histogram(
    svg: &mut String,
    title: &str,
    counts: &[u64],
) -> Result<(), Box<dyn std::error::Error>> {
    let most = counts.iter().copied().max().unwrap_or(1);
    let root = SVGBackend::with_string(svg, (800, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(90)
        .build_cartesian_2d(0..counts.len(), 0..most + most / 20 + 1)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc("distance from the goal, in moves")
        .y_desc("states")
        .draw()?;
    chart.draw_series(counts.iter().enumerate().map(|(depth, &count)| {
        let mut bar = Rectangle::new([(depth, 0), (depth + 1, count)], BLUE.mix(0.6).filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    }))?;
    root.present()?;
    Ok(())
}
