//! Many states from standard input or a file, one answer per line, in order.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{Display, Write as _},
    io::{self, Read, Write},
    mem,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use tilebase::{Solver, StateLines};

use crate::{Failure, Outcome, Result, json, output};

/// Bytes asked of standard input at a time.
const CHUNK: usize = 1 << 18;

/// Bytes of a line that are kept; more than any state can have, so that it is refused as too long.
const LONGEST_LINE: usize = 1 << 14;

/// Bytes without the end of a line after which no more are read.
const ENDLESS: usize = 1 << 26;

/// The answers to some lines, in order, as they are printed.
pub struct Page {
    json: bool,
    text: String,
    worst: Outcome,
    /// The message about the line at which the user asked to stop. Nothing follows it.
    interrupted: Option<String>,
}

impl Page {
    /// Appends the answer to the next line.
    pub fn push(&mut self, answer: Result<(impl Display, Outcome)>) {
        let outcome = match answer {
            _ if self.interrupted.is_some() => return,
            Err(Failure::Interrupted(said)) => return self.interrupted = Some(said),
            Ok((text, outcome)) => {
                self.line(&text);
                outcome
            }
            Err(failure) => {
                let error = failure.to_string();
                self.line(&if self.json {
                    json::text(&json::ErrorLine { error })
                } else {
                    format!("error: {}", output::printable(&error))
                });
                failure.as_outcome()
            }
        };
        self.worst = self.worst.max(outcome);
    }

    fn line(&mut self, text: &dyn Display) {
        writeln!(self.text, "{text}").expect("text takes all that is written to it");
    }
}

/// The number of states that a thread answers before their answers are printed, if each is a
/// look-up.
pub const QUICK: usize = 1024;

/// Answers every state that has arrived, all threads at once, then waits for more: a program that
/// writes one line and waits for its answer gets it. Answers are printed in order, as soon as they
/// and all before them are found. Returns the worst outcome.
///
/// `answer` is given the texts of up to `at_once` states, and pushes an answer for each. Before the
/// answers to some lines are printed, `shown` is called with the number of lines printed of those
/// that have arrived together, and with theirs.
pub fn answer(
    mut input: impl Read,
    mut output: impl Write,
    solver: &Solver,
    json: bool,
    at_once: usize,
    shown: impl Fn(usize, usize),
    answer: impl Fn(&[Cow<str>], &mut Page) + Sync,
) -> Result<Outcome> {
    let mut chunk = vec![0; CHUNK];
    let mut lines = Lines::default();
    let mut states = StateLines::from(solver);
    let mut worst = Outcome::Done;
    let mut pools = Vec::new();
    let page = |texts: &[Cow<str>]| {
        let mut page = Page {
            json,
            text: String::new(),
            worst: Outcome::Done,
            interrupted: None,
        };
        answer(texts, &mut page);
        page
    };
    loop {
        let read = match input.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => {
                read.map_err(|error| Failure::input(format!("cannot read the states: {error}")))?
            }
        };
        let complete = if read == 0 { lines.finish() } else { lines.push(&chunk[..read]) };
        if lines.length > ENDLESS {
            return Err(Failure::input(format!(
                "a line of the states has more than {ENDLESS} bytes"
            )));
        }
        let mut texts = Vec::with_capacity(complete.len());
        for line in &complete {
            texts.extend(states.push(String::from_utf8_lossy(line)));
        }
        if read == 0 {
            texts.extend(states.finish());
        }
        let all = texts.len();
        let mut answered = 0;
        if all > 1 {
            shown(answered, all);
        }
        if all > at_once && pools.is_empty() {
            pools = pools_of_one()?;
        }
        let print = |page: Page| {
            answered = all.min(answered + at_once);
            shown(answered, all);
            output.write_all(page.text.as_bytes())?;
            output.flush()?;
            worst = worst.max(page.worst);
            page.interrupted
                .map_or(Ok(()), |said| Err(Failure::Interrupted(said)))
        };
        in_order(&texts, at_once, &pools, page, print)?;
        if read == 0 {
            return Ok(worst);
        }
    }
}

/// Returns as many pools of one thread as the current pool has threads.
///
/// A thread that works on several states of a pool may take up a state that needs hours before it
/// ends one that is nearly done. In a pool of its own it ends what it has begun.
fn pools_of_one() -> Result<Vec<ThreadPool>> {
    let pools = (0..rayon::current_num_threads())
        .map(|_| ThreadPoolBuilder::new().num_threads(1).build())
        .collect::<Result<_, _>>();
    pools.map_err(|error| Failure::Table(format!("cannot start threads: {error}")))
}

/// Makes the pages of `at_once` states each, one after the other in each pool, and hands them on in
/// order, each as soon as it can be. After a failure nothing more begins.
fn in_order(
    texts: &[Cow<str>],
    at_once: usize,
    pools: &[ThreadPool],
    page: impl Fn(&[Cow<str>]) -> Page + Sync,
    mut print: impl FnMut(Page) -> Result<()>,
) -> Result<()> {
    let parts: Vec<_> = texts.chunks(at_once).collect();
    if let [] | [_] = parts[..] {
        return parts.into_iter().try_for_each(|part| print(page(part)));
    }
    let (sender, pages) = mpsc::channel();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for pool in pools {
            let (sender, work) = (sender.clone(), (&parts, &next, &page));
            scope.spawn(move || {
                let (parts, next, page) = work;
                pool.install(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(part) = parts.get(number) else { break };
                        if sender.send((number, page(part))).is_err() {
                            break;
                        }
                    }
                });
            });
        }
        drop(sender);
        let (mut early, mut printed) = (BTreeMap::new(), 0);
        for (number, page) in pages {
            early.insert(number, page);
            while let Some(page) = early.remove(&printed) {
                printed += 1;
                print(page).inspect_err(|_| next.store(parts.len(), Ordering::Relaxed))?;
            }
        }
        Ok(())
    })
}

/// Cuts bytes into lines as they come.
#[derive(Default)]
struct Lines {
    begun: Vec<u8>,
    /// The bytes of the line that have been read, kept or not.
    length: usize,
}

impl Lines {
    /// Returns the lines that end in `bytes`, without their line breaks.
    fn push<'a>(&mut self, bytes: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        let mut parts = bytes.split(|&byte| byte == b'\n');
        let unfinished = parts.next_back().unwrap_or_default();
        let complete = parts.map(|part| {
            if self.begun.is_empty() {
                Cow::Borrowed(&part[..part.len().min(LONGEST_LINE)])
            } else {
                self.keep(part);
                Cow::Owned(mem::take(&mut self.begun))
            }
        });
        let complete: Vec<_> = complete.collect();
        if !complete.is_empty() {
            self.length = 0;
        }
        self.length += unfinished.len();
        self.keep(unfinished);
        complete
    }

    /// Returns the last line, where no line break ends it.
    fn finish(&mut self) -> Vec<Cow<'static, [u8]>> {
        if self.begun.is_empty() {
            Vec::new()
        } else {
            vec![Cow::Owned(mem::take(&mut self.begun))]
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LONGEST_LINE.saturating_sub(self.begun.len());
        self.begun.extend(&bytes[..bytes.len().min(room)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_wherever_the_bytes_are() {
        let text = b"one\n\ntwo three\nfour";
        for cut in 0..=text.len() {
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
