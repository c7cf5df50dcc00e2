//! Many states from standard input or a file, one answer per line, in order.

use std::{
    borrow::Cow,
    io::{self, Read, Write},
    mem,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tilebase::{Answer, Reading, Solver, State, StateLines, StateText};

use crate::{Failure, Outcome, Result, json, output};

/// The number of states that a thread answers before their answers are printed, if each is a
/// look-up.
pub const QUICK: usize = 1024;

/// Bytes requested from standard input at a time.
const CHUNK: usize = 1 << 18;

/// Bytes of a line that are kept; more than any state can have, so that it is refused as too long.
const LONGEST_LINE: usize = 1 << 14;

/// Bytes without the end of a line after which no more are read.
const ENDLESS: usize = 1 << 26;

/// A state as it was read, with what stands beside it.
pub struct AskedState {
    pub reading: Reading,
    /// The solver, if it is not that of the question: the text has a goal or a shape of its own.
    pub solver: Option<Box<Solver>>,
    /// The number of moves that the text has.
    pub number: Option<u32>,
}

/// How the states of a stream are answered.
pub struct Stream<'a> {
    pub solver: &'a Solver,
    /// The name of the file, for errors; none of standard input.
    pub name: Option<String>,
    pub json: bool,
    /// Whether two successive states are a start and its goal.
    pub pairs: bool,
    /// The number of states that a thread answers before their answers are printed.
    pub batch: usize,
    /// Whether the distances of a batch are looked up together.
    pub looks_up: bool,
    /// Reads a state.
    pub read: &'a (dyn Fn(&StateText<'_>) -> Result<AskedState> + Sync),
    /// Answers for a state, whose distance is given if it was looked up.
    pub answer: &'a StateAnswer<'a>,
    /// Called before the answers to some lines are printed: with the number of lines printed of
    /// those that have arrived together, and with theirs.
    pub report: &'a (dyn Fn(usize, usize) + Sync),
}

/// Returns the line that is printed for a state, and what it means for the exit code.
type StateAnswer<'a> = dyn Fn(&AskedState, Option<Answer>) -> Result<(String, Outcome)> + Sync + 'a;

/// The answers to some lines, in order, as they are printed.
struct Page {
    text: String,
    worst: Outcome,
    /// The message about the line at which the user asked to stop. Nothing follows it.
    interrupted: Option<String>,
}

impl Stream<'_> {
    /// Answers every state that has arrived, all threads at once, then waits for more: a program
    /// that writes one line and waits for its answer gets it. Answers are printed in order, as soon
    /// as they and all before them are found. Returns the worst outcome.
    pub fn run(&self, input: &mut dyn Read, output: &mut dyn Write) -> Result<Outcome> {
        let mut chunk = vec![0; CHUNK];
        let mut lines = Lines::default();
        let mut states = StateLines::from(self.solver);
        let mut worst = Outcome::Done;
        let mut pools = Vec::new();
        // A start whose goal has not come yet.
        let mut begun = None;
        loop {
            let read = match input.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read
                    .map_err(|error| Failure::input(format!("cannot read the states: {error}")))?,
            };
            let complete = if read == 0 { lines.finish() } else { lines.push(&chunk[..read]) };
            if lines.length > ENDLESS {
                return Err(Failure::input(format!(
                    "a line of the states has more than {ENDLESS} bytes"
                )));
            }
            let mut texts = Vec::with_capacity(complete.len());
            texts.extend(begun.take());
            for line in &complete {
                texts.extend(states.push(String::from_utf8_lossy(line)));
            }
            if read == 0 {
                texts.extend(states.finish());
            }
            if self.pairs {
                texts = paired(texts);
                let is_begun = |text: &StateText| text.goal().is_none() && read > 0;
                begun = texts
                    .pop_if(|text| is_begun(text))
                    .map(StateText::into_owned);
            }
            let (mut answered, all) = (0, texts.len());
            if all > 1 {
                (self.report)(answered, all);
            }
            if all > self.batch && pools.is_empty() {
                pools = pools_of_one()?;
            }
            self.in_order(&texts, &pools, &mut |page| {
                answered = all.min(answered + self.batch);
                (self.report)(answered, all);
                output.write_all(page.text.as_bytes())?;
                output.flush()?;
                worst = worst.max(page.worst);
                page.interrupted
                    .map_or(Ok(()), |said| Err(Failure::Interrupted(said)))
            })?;
            if read == 0 {
                return Ok(worst);
            }
        }
    }

    /// Answers the states in batches, one after the other in each pool, and prints the pages in
    /// order, each as soon as it can be. After a failure nothing more begins.
    fn in_order(
        &self,
        texts: &[StateText<'_>],
        pools: &[ThreadPool],
        print: &mut dyn FnMut(Page) -> Result<()>,
    ) -> Result<()> {
        let batches = texts.chunks(self.batch);
        if batches.len() <= 1 {
            return batches
                .into_iter()
                .try_for_each(|batch| print(self.page(batch)));
        }
        let (senders, pages): (Vec<_>, Vec<_>) = batches.clone().map(|_| mpsc::channel()).unzip();
        let left = Mutex::new(batches.zip(senders));
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            for pool in pools {
                scope.spawn(|| {
                    pool.install(|| {
                        while let Some((batch, page)) = next() {
                            // Nobody waits for it after a failure.
                            if page.send(self.page(batch)).is_err() {
                                break;
                            }
                        }
                    });
                });
            }
            for page in pages {
                // A thread that panicked sends none: the scope passes the panic on.
                let Ok(page) = page.recv() else { break };
                print(page)?;
            }
            Ok(())
        })
    }

    /// Answers for the state in each text.
    fn page(&self, texts: &[StateText<'_>]) -> Page {
        let read: Vec<Result<AskedState>> = texts.iter().map(self.read).collect();
        let found = if self.looks_up {
            let states = read.iter().flatten().filter(|asked| asked.solver.is_none());
            let states: Vec<State> = states.map(|asked| asked.reading.state.clone()).collect();
            self.solver.each_distance(&states).ok()
        } else {
            None
        };
        let mut found = found.into_iter().flatten();
        let mut page = Page {
            text: String::new(),
            worst: Outcome::Done,
            interrupted: None,
        };
        for (asked, text) in read.into_iter().zip(texts) {
            let answer = asked.and_then(|asked| {
                let found = if asked.solver.is_none() { found.next() } else { None };
                (self.answer)(&asked, found)
            });
            let (text, outcome) = match answer {
                Ok(answer) => answer,
                Err(Failure::Interrupted(said)) => {
                    page.interrupted = Some(said);
                    break;
                }
                Err(failure) => (self.error(&failure, text.line), failure.as_outcome()),
            };
            page.text += &text;
            page.text.push('\n');
            page.worst = page.worst.max(outcome);
        }
        page
    }

    /// Returns the line in place of an answer.
    fn error(&self, failure: &Failure, line: usize) -> String {
        let error = match &self.name {
            Some(name) => format!("{name}:{line}: {failure}"),
            None => format!("line {line}: {failure}"),
        };
        if self.json {
            json::text(&json::ErrorLine { error })
        } else {
            format!("error: {}", output::printable(&error))
        }
    }
}

/// Makes pairs of successive texts that have no goal: the second is the goal of the first.
fn paired(texts: Vec<StateText<'_>>) -> Vec<StateText<'_>> {
    let mut pairs: Vec<StateText> = Vec::with_capacity(texts.len());
    for text in texts {
        match pairs.last_mut() {
            Some(start) if start.goal().is_none() && text.goal().is_none() => {
                *start = mem::take(start).with_goal(text.text.into_owned());
            }
            _ => pairs.push(text),
        }
    }
    pairs
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

/// Cuts bytes into lines as they come.
#[derive(Default)]
struct Lines {
    begun: Vec<u8>,
    /// The bytes of the line that have been read, whether they are in `begun` or not.
    length: usize,
}

impl Lines {
    /// Returns the lines that end in `bytes`, without their line breaks.
    fn push<'a>(&mut self, bytes: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        let mut lines = bytes.split(|&byte| byte == b'\n');
        let unfinished = lines.next_back().unwrap_or_default();
        let complete = lines.map(|line| {
            if self.begun.is_empty() {
                Cow::Borrowed(&line[..line.len().min(LONGEST_LINE)])
            } else {
                self.append(line);
                Cow::Owned(mem::take(&mut self.begun))
            }
        });
        let complete: Vec<_> = complete.collect();
        if !complete.is_empty() {
            self.length = 0;
        }
        self.length += unfinished.len();
        self.append(unfinished);
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

    /// Adds to the line that has begun, up to the most bytes that are kept.
    fn append(&mut self, bytes: &[u8]) {
        let left = LONGEST_LINE.saturating_sub(self.begun.len());
        self.begun.extend(&bytes[..bytes.len().min(left)]);
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
