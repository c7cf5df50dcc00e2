//! One state a line from standard input, one answer a line, in order.

use std::io::{self, Read, Write};

use rayon::prelude::*;

use crate::failure::{Failure, Outcome};

/// Bytes asked of standard input at a time.
const CHUNK: usize = 1 << 18;

/// Bytes of a line that are kept; more than any state can have, so that it is refused as too long.
const LONGEST_LINE: usize = 1 << 13;

/// Answers every line that has arrived, all threads at once, then waits for more: a program that writes
/// one line and waits for its answer gets it. Returns the worst outcome.
pub fn answer(
    json: bool,
    line_answer: impl Fn(&str) -> Result<(String, Outcome), Failure> + Sync,
) -> Result<Outcome, Failure> {
    transform(io::stdin().lock(), io::stdout().lock(), json, line_answer)
}

/// As [`answer`], from anywhere to anywhere.
pub fn transform(
    mut input: impl Read,
    mut output: impl Write,
    json: bool,
    line_answer: impl Fn(&str) -> Result<(String, Outcome), Failure> + Sync,
) -> Result<Outcome, Failure> {
    let mut chunk = vec![0; CHUNK];
    let mut lines = Lines::default();
    let mut worst = Outcome::Done;
    loop {
        let read = match input.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read
                .map_err(|error| Failure::input(format!("cannot read standard input: {error}")))?,
        };
        let complete = if read == 0 {
            lines.finish()
        } else {
            lines.push(&chunk[..read])
        };
        let answers: Vec<(String, Outcome)> = complete
            .par_iter()
            .with_min_len(16)
            .map(|line| {
                let line = String::from_utf8_lossy(line);
                line_answer(&line).unwrap_or_else(|failure| {
                    let text = match json {
                        true => serde_json::json!({ "error": failure.to_string() }).to_string(),
                        false => format!("error: {failure}"),
                    };
                    (text, failure.as_outcome())
                })
            })
            .collect();
        let mut text = String::new();
        for (answer, outcome) in answers {
            text += &answer;
            text.push('\n');
            worst = worst.max(outcome);
        }
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if read == 0 {
            return Ok(worst);
        }
    }
}

/// Cuts bytes into lines as they come.
#[derive(Default)]
struct Lines {
    begun: Vec<u8>,
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut complete = Vec::new();
        let mut parts = bytes.split(|&byte| byte == b'\n');
        let mut part = parts.next();
        while let Some(bytes) = part {
            let room = LONGEST_LINE.saturating_sub(self.begun.len());
            self.begun.extend(&bytes[..bytes.len().min(room)]);
            part = parts.next();
            if part.is_some() {
                complete.push(std::mem::take(&mut self.begun));
            }
        }
        complete
    }

    /// The last line, where no line break ends it.
    fn finish(&mut self) -> Vec<Vec<u8>> {
        match self.begun.is_empty() {
            true => Vec::new(),
            false => vec![std::mem::take(&mut self.begun)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_wherever_the_bytes_are() {
        let text = b"one\n\ntwo three\nfour";
        for cut in 0..text.len() {
            let mut lines = Lines::default();
            let mut found = lines.push(&text[..cut]);
            found.extend(lines.push(&text[cut..]));
            found.extend(lines.finish());
            assert_eq!(found, [&b"one"[..], b"", b"two three", b"four"]);
        }
    }

    #[test]
    fn an_endless_line_takes_no_memory() {
        let mut lines = Lines::default();
        for _ in 0..100 {
            assert!(lines.push(&[b'1'; 1000]).is_empty());
        }
        assert_eq!(lines.finish()[0].len(), LONGEST_LINE);
    }
}
