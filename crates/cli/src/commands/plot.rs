//! Plots as SVG files.

use std::path::Path;

use plotters::prelude::*;

use crate::failure::Failure;

/// A histogram of counts by distance.
pub fn histogram(file: &Path, title: &str, counts: &[u64]) -> Result<(), Failure> {
    let mut svg = String::new();
    draw(&mut svg, title, counts)
        .map_err(|error| Failure::input(format!("cannot draw: {error}")))?;
    std::fs::write(file, svg)
        .map_err(|error| Failure::Table(format!("cannot write {}: {error}", file.display())))
}

fn draw(svg: &mut String, title: &str, counts: &[u64]) -> Result<(), Box<dyn std::error::Error>> {
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
