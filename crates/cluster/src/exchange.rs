//! The exchange of messages between processes, over timely dataflow. Messages are exchanged during
//! a level, and timely's progress tracking is the barrier at its end.

use std::{
    cell::RefCell,
    collections::BTreeSet,
    ops::Range,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use tilebase_core::checksum_of;
use tilebase_pdb_build::{
    BuildError,
    sliding::{Exchange, LevelSum, Messages},
};
use timely::{
    container::CapacityContainerBuilder,
    dataflow::{
        InputHandle, ProbeHandle,
        operators::{Exchange as _, Input, Probe, vec::Map},
    },
    worker::Worker,
};

use crate::hosts::Hosts;

/// The time between two checks of the clock while no message arrives.
const LOOK: Duration = Duration::from_millis(100);

/// The shortest time to wait for a silent process, unless `--stall` sets another.
const PATIENCE: Duration = Duration::from_secs(600);

/// A message from one process to another.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Message {
    from: u32,
    to: u32,
    /// The turn in which it is sent.
    turn: u64,
    content: Content,
    /// The checksum of all of this, except for messages for a shard, which have their own.
    checksum: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Content {
    /// The messages for a shard. They have a checksum of their own.
    Shard {
        shard: u32,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// The end of a level.
    LevelEnd(LevelSum),
    /// The levels of an earlier run.
    Levels(Vec<u64>),
}

impl Message {
    fn new((from, to): (u32, u32), turn: u64, content: Content) -> Self {
        let mut message = Self {
            from,
            to,
            turn,
            content,
            checksum: 0,
        };
        message.checksum = message.right_checksum();
        message
    }

    fn right_checksum(&self) -> u64 {
        match &self.content {
            Content::Shard { .. } => 0,
            content => checksum_of(&(self.from, self.to, self.turn, content)),
        }
    }
}

/// The time since the last message.
#[derive(Debug)]
struct Silence {
    since: Instant,
    /// The number of messages that had arrived by then.
    heard: usize,
}

impl Silence {
    fn new(now: Instant) -> Self {
        Self {
            since: now,
            heard: 0,
        }
    }

    /// Returns the time since the last message, given the number of messages by now.
    fn after(&mut self, heard: usize, now: Instant) -> Duration {
        if self.heard != heard {
            *self = Self { since: now, heard };
        }
        now.duration_since(self.since)
    }
}

type Batches = CapacityContainerBuilder<Vec<Message>>;

/// The exchange of this process with the others.
pub struct TimelyExchange<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, Batches>,
    probe: ProbeHandle<u64>,
    arrived: Rc<RefCell<Vec<Message>>>,
    turn: u64,
    hosts: Hosts,
    me: usize,
    shards: usize,
    /// The messages that arrived in the last turn, by shard of this process.
    for_shards: Vec<Vec<Messages>>,
    /// Set when this process is asked to stop.
    stop: Arc<AtomicBool>,
    /// The longest time without a message from the others; `None` for ten times the slowest level.
    stall: Option<Duration>,
    slowest: Duration,
    turned: Instant,
}

/// Returns the shards of a process: the numbers of shards differ by at most one.
pub fn owned(shards: usize, processes: usize, process: usize) -> Range<usize> {
    let first = |process: usize| (process * shards).div_ceil(processes);
    first(process)..first(process + 1)
}

/// Returns the process to which a shard belongs.
fn owner(shards: usize, processes: usize, shard: usize) -> usize {
    shard * processes / shards
}

impl<'a> TimelyExchange<'a> {
    /// Sets up the exchange among all processes.
    pub fn new(
        worker: &'a mut Worker,
        hosts: &Hosts,
        shards: usize,
        stop: &Arc<AtomicBool>,
        stall: Option<Duration>,
    ) -> Self {
        let mut input: InputHandle<u64, Batches> = InputHandle::new();
        let probe = ProbeHandle::new();
        let arrived = Rc::<RefCell<Vec<Message>>>::default();
        let into = Rc::clone(&arrived);
        worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .exchange(|message: &Message| u64::from(message.to))
                .map(move |message: Message| into.borrow_mut().push(message))
                .probe_with(&probe);
        });
        let me = worker.index();
        Self {
            worker,
            input,
            probe,
            arrived,
            turn: 0,
            hosts: hosts.clone(),
            me,
            shards,
            for_shards: vec![Vec::new(); owned(shards, hosts.count(), me).len()],
            stop: Arc::clone(stop),
            stall,
            slowest: Duration::ZERO,
            turned: Instant::now(),
        }
    }

    fn put(&mut self, to: usize, content: Content) {
        let ends = (self.me as u32, to as u32);
        self.input.send(Message::new(ends, self.turn, content));
    }

    /// Sends a message to all processes, and waits until the messages of all have arrived.
    fn exchange(&mut self, content: &Content) -> Result<Vec<Message>, BuildError> {
        for process in 0..self.hosts.count() {
            self.put(process, content.clone());
        }
        let turn = self.turn;
        self.turn += 1;
        self.input.advance_to(self.turn);
        self.input.flush();
        let patience = self.stall.unwrap_or(PATIENCE.max(10 * self.slowest));
        let mut silence = Silence::new(Instant::now());
        while self.probe.less_than(self.input.time()) {
            self.worker.step_or_park(Some(LOOK));
            let heard = self.arrived.borrow().len();
            if silence.after(heard, Instant::now()) > patience {
                return Err(self.stalled(turn, patience));
            }
        }
        // Messages of the next turn stay: other processes may be ahead.
        let arrived = self.arrived.take();
        let changed = |message: &&Message| message.checksum != message.right_checksum();
        if let Some(changed) = arrived.iter().find(changed) {
            return Err(self.unexpected(changed.from));
        }
        let (due, early) = arrived
            .into_iter()
            .partition(|message| message.turn == turn);
        self.arrived.replace(early);
        Ok(due)
    }

    /// Returns the error that names the processes that have not ended a turn.
    fn stalled(&self, turn: u64, patience: Duration) -> BuildError {
        let ended = |message: &Message| {
            let is_end = !matches!(message.content, Content::Shard { .. });
            (message.turn == turn && is_end).then_some(message.from as usize)
        };
        let heard: BTreeSet<usize> = self.arrived.borrow().iter().filter_map(ended).collect();
        let processes = 0..self.hosts.count();
        let mut silent: Vec<usize> = (processes.clone())
            .filter(|process| !heard.contains(process))
            .collect();
        // If all have ended the turn, one froze before timely could learn that it had.
        let unsure = silent.is_empty();
        if unsure {
            silent.extend(processes.filter(|&process| process != self.me));
        }
        let names: Vec<String> = (silent.iter())
            .map(|&process| self.hosts.name(process))
            .collect();
        let names = names.join(", ");
        let who = if unsure && silent.len() > 1 { format!("one of {names}") } else { names };
        BuildError::Peer {
            who,
            what: format!(
                "does not respond: nothing came from it for {} seconds",
                patience.as_secs()
            ),
        }
    }

    /// Returns the error for a message that no process sends at this moment.
    fn unexpected(&self, from: u32) -> BuildError {
        BuildError::Peer {
            who: self.hosts.name((from as usize).min(self.hosts.count() - 1)),
            what: "sent an impossible message".to_owned(),
        }
    }
}

impl Exchange for TimelyExchange<'_> {
    fn owned(&self) -> Range<usize> {
        owned(self.shards, self.hosts.count(), self.me)
    }

    fn send(&mut self, shard: usize, messages: Messages) -> Result<(), BuildError> {
        let bytes = messages.bytes()?.into_owned();
        let owner = owner(self.shards, self.hosts.count(), shard);
        let shard = shard as u32;
        self.put(owner, Content::Shard { shard, bytes });
        // Keeps the network busy while the next shard is searched.
        self.worker.step();
        Ok(())
    }

    fn take(&mut self, shard: usize) -> Vec<Messages> {
        let first = self.owned().start;
        std::mem::take(&mut self.for_shards[shard - first])
    }

    fn agree(&mut self, counts: Vec<u64>) -> Result<Vec<u64>, BuildError> {
        let mut longest = counts.clone();
        for message in self.exchange(&Content::Levels(counts))? {
            let Content::Levels(levels) = message.content else {
                return Err(self.unexpected(message.from));
            };
            let common = levels.len().min(longest.len());
            if levels[..common] != longest[..common] {
                return Err(BuildError::Peer {
                    who: self.hosts.name(message.from as usize),
                    what: "has files of another build".to_owned(),
                });
            }
            if levels.len() > longest.len() {
                longest = levels;
            }
        }
        Ok(longest)
    }

    fn end_level(&mut self, own: LevelSum) -> Result<LevelSum, BuildError> {
        let stop = own.stop || self.stop.load(Ordering::Relaxed);
        let end = Content::LevelEnd(LevelSum { stop, ..own });
        let mut sum = LevelSum::default();
        let owned = self.owned();
        for message in self.exchange(&end)? {
            match message.content {
                Content::LevelEnd(end) => {
                    sum.new += end.new;
                    sum.files = sum.files.wrapping_add(end.files);
                    sum.stop |= end.stop;
                }
                Content::Shard { shard, bytes } if owned.contains(&(shard as usize)) => {
                    self.for_shards[shard as usize - owned.start].push(Messages::from_bytes(bytes));
                }
                _ => return Err(self.unexpected(message.from)),
            }
        }
        self.slowest = self.slowest.max(self.turned.elapsed());
        self.turned = Instant::now();
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_begins_anew_with_every_message() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut silence = Silence::new(start);
        assert_eq!(silence.after(0, after(9)), Duration::from_secs(9));
        assert_eq!(silence.after(1, after(10)), Duration::ZERO);
        assert_eq!(silence.after(1, after(12)), Duration::from_secs(2));
    }

    #[test]
    fn counts_and_levels_that_were_changed_are_found() {
        let end = Content::LevelEnd(LevelSum {
            new: 5,
            stop: false,
            files: 1,
        });
        for content in [end, Content::Levels(vec![1, 2])] {
            let message = Message::new((0, 1), 7, content);
            let mut changed = [message.clone(), message.clone(), message];
            match &mut changed[0].content {
                Content::LevelEnd(end) => end.new += 1,
                Content::Levels(levels) => levels[1] += 1,
                Content::Shard { .. } => unreachable!("the test has no shard"),
            }
            changed[1].turn += 1;
            let right = changed.map(|message| message.checksum == message.right_checksum());
            assert_eq!(right, [false, false, true]);
        }
    }

    #[test]
    fn every_shard_has_one_owner() {
        for (shards, processes) in [(11, 1), (11, 4), (11, 11), (110, 7), (182, 8)] {
            let mut next = 0;
            for process in 0..processes {
                let range = owned(shards, processes, process);
                assert_eq!(range.start, next);
                assert!(range.len() >= shards / processes);
                assert!(range.len() <= shards.div_ceil(processes));
                assert!((range.clone()).all(|shard| owner(shards, processes, shard) == process));
                next = range.end;
            }
            assert_eq!(next, shards);
        }
    }
}
