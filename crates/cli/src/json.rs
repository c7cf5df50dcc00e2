//! Answers as objects of JSON, one per line.

use std::fmt::Display;

use serde::Serialize;
use tilebase::{
    Subject, TableFile,
    format::{Encoding, Origin},
    programs::as_text,
};

/// A line that could not be answered.
#[derive(Serialize)]
pub struct Error<T: Display> {
    #[serde(serialize_with = "as_text")]
    pub error: T,
}

/// The description of a table.
#[derive(Serialize)]
pub struct Table<'a> {
    #[serde(serialize_with = "as_text")]
    subject: &'a Subject,
    entries: u64,
    states: u64,
    eccentricity: u32,
    hardest: Option<&'a u64>,
    #[serde(serialize_with = "as_text")]
    encoding: Encoding,
    bytes: u64,
    builder: &'a str,
    seconds: f64,
    #[serde(serialize_with = "as_text")]
    path: &'a Origin,
}

impl<'a> From<&'a TableFile> for Table<'a> {
    fn from(table: &'a TableFile) -> Self {
        let metadata = table.metadata();
        Self {
            subject: &metadata.subject,
            entries: metadata.entries,
            states: metadata.reachable(),
            eccentricity: metadata.eccentricity(),
            hardest: metadata.counts.last(),
            encoding: metadata.encoding,
            bytes: table.file_length(),
            builder: &metadata.builder,
            seconds: metadata.seconds,
            path: table.origin(),
        }
    }
}

/// Returns an answer as one line of JSON.
pub fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("the keys of answers are text")
}

/// Returns an answer as a value.
pub fn value(answer: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(answer).expect("the keys of answers are text")
}
