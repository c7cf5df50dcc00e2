//! The handshake: processes connect, and prove to each other that they have the same build and
//! secret.
//!
//! Each end sends the fingerprint of the build, its number and 32 random bytes. Then each answers
//! with a hash, keyed with the secret, of its role, both numbers, both random values and the
//! fingerprint. Only a process with the secret can compute the answer, and an answer is valid
//! neither twice nor at the other end. A process answers only numbers that it is waiting for. The
//! handshake must be complete within a few seconds; any other connection is refused. Every
//! connection has a thread of its own, so that silent ones do not delay others.
//!
//! This authenticates a connection when it begins. The traffic afterwards is neither encrypted nor
//! protected.

use std::{
    io::{self, Read, Write},
    ops::Range,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use socket2::Socket;
use thiserror::Error;
use tilebase_core::storage::{self, Disk};

use crate::{
    hosts::Hosts,
    wire::{self, Peer},
};

/// The first bytes that either end sends.
const MAGIC: &[u8; 19] = b"TILEBASE CLUSTER 3\n";

/// The longest time that a handshake may take.
const HANDSHAKE_TIME: Duration = Duration::from_secs(5);

/// Bytes of hashes, fingerprints and random numbers.
const HASH: usize = 32;

/// The time between two attempts to reach missing processes.
const LOOK: Duration = Duration::from_millis(20);

/// The least number of bytes of a secret.
const SECRET: usize = 32;

/// The most bytes of a secret.
const LONGEST_SECRET: u64 = 1 << 16;

/// The most handshakes at the same time; further connections wait.
const AT_ONCE: usize = 500;

/// The end of a connection that a process has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Caller,
    Listener,
}

/// The fingerprint and the key that all processes of a build have in common.
#[derive(Debug, Clone)]
pub struct Identity {
    fingerprint: [u8; HASH],
    key: [u8; HASH],
}

impl Identity {
    /// Returns the identity of the build that this text describes, with a secret.
    pub fn new(build: &str, secret: &[u8]) -> Self {
        Self {
            fingerprint: *blake3::hash(build.as_bytes()).as_bytes(),
            key: blake3::derive_key("tilebase-cluster 2 handshake", secret),
        }
    }

    /// Returns the answer of one end, which has this role, to the other.
    fn answer(&self, role: Role, from: &Introduction, to: &Introduction) -> blake3::Hash {
        let said = [&[role as u8][..], from, to, &self.fingerprint].concat();
        blake3::keyed_hash(&self.key, &said)
    }
}

/// Reads a secret.
///
/// # Errors
/// If it is too short, or if other users may read it.
pub fn secret(path: &Path) -> Result<Vec<u8>> {
    let secret = storage::read(&Disk, path, LONGEST_SECRET);
    let secret = secret.with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        secret.len() >= SECRET,
        "{} has {} bytes, but a secret needs at least {SECRET} random bytes",
        path.display(),
        secret.len()
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path)?.permissions().mode();
        ensure!(
            mode & 0o077 == 0,
            "other users can read {}: make it private with `chmod 600`",
            path.display()
        );
    }
    Ok(secret)
}

/// The first message of an end: its number in four bytes, and its random bytes.
type Introduction = [u8; 4 + HASH];

/// The reason why a connection is refused.
#[derive(Debug, PartialEq, Eq, Error)]
enum Refused {
    #[error("it is not a process of a build")]
    Stranger,
    #[error("it sent nothing for five seconds")]
    Silent,
    #[error("it belongs to another build: board, goal, hosts, digits, --scratch or version differ")]
    OtherBuild,
    #[error("it has another secret")]
    WrongSecret,
    #[error("it claims to be process {0}")]
    OtherNumber(u32),
    #[error("the connection was lost: {0}")]
    Gone(String),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Self::Silent,
            _ => Self::Gone(error.to_string()),
        }
    }
}

/// Fills `to`, or fails once `end` has passed.
fn read_until(socket: &mut Socket, to: &mut [u8], end: Instant) -> io::Result<()> {
    let mut read = 0;
    while read < to.len() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        wire::set_timeout(socket, Some(left))?;
        match socket.read(&mut to[read..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Does the handshake with the other end, which must have one of these numbers. Returns its number.
fn greet(
    socket: &mut Socket,
    identity: &Identity,
    (me, role): (usize, Role),
    expected: Range<usize>,
) -> Result<usize, Refused> {
    let end = Instant::now() + HANDSHAKE_TIME;
    let mut own: Introduction = [0; 4 + HASH];
    own[..4].copy_from_slice(&(me as u32).to_le_bytes());
    let no_random = |error: getrandom::Error| Refused::Gone(error.to_string());
    getrandom::fill(&mut own[4..]).map_err(no_random)?;
    wire::set_timeout(socket, Some(HANDSHAKE_TIME))?;
    wire::set_for_work(socket)?;
    socket.write_all(&[&MAGIC[..], &identity.fingerprint, &own].concat())?;

    let mut magic = [0; MAGIC.len()];
    read_until(socket, &mut magic, end)?;
    if magic != *MAGIC {
        return Err(Refused::Stranger);
    }
    let (mut fingerprint, mut other) = ([0; HASH], [0; 4 + HASH]);
    read_until(socket, &mut fingerprint, end)?;
    read_until(socket, &mut other, end)?;
    if fingerprint != identity.fingerprint {
        return Err(Refused::OtherBuild);
    }
    let [a, b, c, d, ..] = other;
    let process = u32::from_le_bytes([a, b, c, d]);
    if !expected.contains(&(process as usize)) {
        return Err(Refused::OtherNumber(process));
    }
    let other_role = match role {
        Role::Caller => Role::Listener,
        Role::Listener => Role::Caller,
    };
    socket.write_all(identity.answer(role, &own, &other).as_bytes())?;
    let mut answer = [0; HASH];
    read_until(socket, &mut answer, end)?;
    // Compared in constant time.
    if blake3::Hash::from_bytes(answer) != identity.answer(other_role, &other, &own) {
        return Err(Refused::WrongSecret);
    }
    wire::set_timeout(socket, None)?;
    Ok(process as usize)
}

/// A connection after its handshake, or a refused one.
struct Introduced {
    /// The process that was called, or the address of the caller.
    end: Result<usize, String>,
    found: Result<(usize, Socket), Refused>,
}

/// Connects to a process, and tries again until it answers or refuses, or the time is over.
fn call(
    (hosts, process): (&Hosts, usize),
    me: usize,
    identity: &Identity,
    end: Instant,
    introduced: &Sender<Introduced>,
) {
    while Instant::now() < end {
        if let Ok(mut socket) = wire::connect(hosts.of(process), HANDSHAKE_TIME) {
            let own = (me, Role::Caller);
            match greet(&mut socket, identity, own, process..process + 1) {
                // It may be about to end, or be started again.
                Err(Refused::Gone(_) | Refused::Silent) => {}
                found => {
                    // The receiver is gone if the process is about to end.
                    let _ = introduced.send(Introduced {
                        end: Ok(process),
                        found: found.map(|found| (found, socket)),
                    });
                    return;
                }
            }
        }
        thread::sleep(LOOK);
    }
}

/// Connects this process with all others: connects to those with lower numbers, and listens for
/// those with higher ones. Reports refused connections to `say`.
///
/// # Errors
/// If it cannot listen, if another process has a different build or secret or does not connect in
/// time, or if it is asked to stop.
pub fn connect(
    hosts: &Hosts,
    me: usize,
    identity: &Identity,
    patience: Duration,
    stop: &AtomicBool,
    say: &dyn Fn(&str),
) -> Result<Vec<Option<Peer>>> {
    let end = Instant::now() + patience;
    let sent = Arc::new(AtomicU64::new(0));
    let mut peers: Vec<Option<Peer>> = (0..hosts.count()).map(|_| None).collect();
    if hosts.count() == 1 {
        return Ok(peers);
    }
    let address = hosts.of(me);
    let listener = wire::listen(address).with_context(|| format!("cannot listen at {address}"))?;
    let (introduced, arrivals) = mpsc::channel();
    for process in 0..me {
        let (hosts, identity) = (hosts.clone(), identity.clone());
        let introduced = introduced.clone();
        let calls = thread::Builder::new();
        calls.spawn(move || call((&hosts, process), me, &identity, end, &introduced))?;
    }
    let mut greeted = 0;
    loop {
        let missing: Vec<String> = (0..hosts.count())
            .filter(|&process| process != me && peers[process].is_none())
            .map(|process| hosts.name(process))
            .collect();
        if missing.is_empty() {
            return Ok(peers);
        }
        if stop.load(Ordering::Relaxed) {
            let why = format!("stopped while it waited for {}", missing.join(", "));
            return Err(tilebase::Error::Interrupted(why).into());
        }
        if Instant::now() > end {
            bail!(
                "not all processes connected: {} missing",
                missing.join(", ")
            );
        }
        while greeted < AT_ONCE
            && let Some((mut socket, from)) = wire::accept(&listener)?
        {
            greeted += 1;
            let (identity, introduced) = (identity.clone(), introduced.clone());
            let expected = me + 1..hosts.count();
            thread::Builder::new().spawn(move || {
                let found = greet(&mut socket, &identity, (me, Role::Listener), expected);
                let _ = introduced.send(Introduced {
                    end: Err(from),
                    found: found.map(|found| (found, socket)),
                });
            })?;
        }
        let Ok(Introduced { end, found }) = arrivals.recv_timeout(LOOK) else {
            continue;
        };
        greeted -= usize::from(end.is_err());
        match (end, found) {
            // A process that gave up waiting for an answer connects again.
            (_, Ok((process, socket))) => {
                peers[process] = Some(Peer {
                    socket,
                    name: hosts.name(process).into(),
                    sent: Arc::clone(&sent),
                });
            }
            (Ok(process), Err(why)) => bail!("{}: {why}", hosts.name(process)),
            (Err(from), Err(why)) => say(&format!("refused {from}: {why}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// Two ends of a connection.
    fn pair() -> (Socket, Socket) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (one.into(), listener.accept().unwrap().0.into())
    }

    /// Returns the result of the handshake at each of two ends.
    fn meet(
        (a, me): (&Identity, usize),
        (b, other): (&Identity, usize),
    ) -> [Result<usize, Refused>; 2] {
        let (mut one, mut two) = pair();
        thread::scope(|scope| {
            let listener = (other, Role::Listener);
            let there = scope.spawn(move || greet(&mut two, b, listener, other + 1..9));
            let here = greet(&mut one, a, (me, Role::Caller), other..other + 1);
            drop(one);
            [here, there.join().unwrap()]
        })
    }

    #[test]
    fn processes_of_one_build_know_each_other() {
        let identity = Identity::new("6x2", b"a secret");
        assert_eq!(meet((&identity, 3), (&identity, 0)), [Ok(0), Ok(3)]);
    }

    #[test]
    fn other_builds_and_other_secrets_are_refused_at_both_ends() {
        let identity = Identity::new("6x2", b"a secret");
        let other = Identity::new("4x3", b"a secret");
        let refused = |ends: [Result<usize, Refused>; 2], why: &Refused| {
            assert!(ends.iter().any(|end| end.as_ref() == Err(why)), "{ends:?}");
            assert!(ends.iter().all(Result::is_err), "{ends:?}");
        };
        refused(meet((&identity, 1), (&other, 0)), &Refused::OtherBuild);
        let wrong = Identity::new("6x2", b"another");
        refused(meet((&identity, 1), (&wrong, 0)), &Refused::WrongSecret);
        // An end that sends back what it hears is not another end, nor is one before this one.
        for number in [0, 1] {
            let refused_there = Refused::OtherNumber(number as u32);
            refused(meet((&identity, number), (&identity, 1)), &refused_there);
        }
    }

    #[test]
    fn strangers_are_refused_whether_they_talk_or_not() {
        let identity = Identity::new("6x2", b"a secret");
        let (mut one, mut two) = pair();
        two.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            .unwrap();
        let listener = (0, Role::Listener);
        assert_eq!(
            greet(&mut one, &identity, listener, 1..2),
            Err(Refused::Stranger)
        );
        let (mut one, two) = pair();
        let started = Instant::now();
        assert_eq!(
            greet(&mut one, &identity, listener, 1..2),
            Err(Refused::Silent)
        );
        assert!(started.elapsed() < 2 * HANDSHAKE_TIME);
        drop(two);
    }

    /// A stranger who reaches two listeners passes on what each of them says to the other.
    #[test]
    fn messages_of_one_listener_are_refused_by_another() {
        let identity = Identity::new("6x2", b"a secret");
        let (mut one, to_one) = pair();
        let (mut two, to_two) = pair();
        let pass_on = |from: &Socket, to: &Socket| {
            let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
            move || {
                // Ends when an end is closed, or says nothing more.
                let _ = io::copy(&mut from, &mut to);
                let _ = to.shutdown(std::net::Shutdown::Both);
            }
        };
        thread::scope(|scope| {
            scope.spawn(pass_on(&to_one, &to_two));
            scope.spawn(pass_on(&to_two, &to_one));
            let there = scope.spawn(|| {
                let answer = greet(&mut two, &identity, (1, Role::Listener), 0..3);
                drop(two);
                answer
            });
            // This holds even if the other answered any number.
            let here = greet(&mut one, &identity, (0, Role::Listener), 1..3);
            drop(one);
            assert!(here.is_err(), "{here:?}");
            assert!(there.join().unwrap().is_err());
        });
        // It answers no process before it.
        let caller = [[0; 4].as_slice(), &[1; HASH]].concat();
        let (mut listener, mut stranger) = pair();
        let hello = [&MAGIC[..], &identity.fingerprint, &caller].concat();
        stranger.write_all(&hello).unwrap();
        let refused = greet(&mut listener, &identity, (1, Role::Listener), 2..3);
        assert_eq!(refused, Err(Refused::OtherNumber(0)));
        drop(listener);
        let mut heard = Vec::new();
        stranger.read_to_end(&mut heard).unwrap();
        assert_eq!(heard.len(), hello.len(), "an introduction and no answer");
    }

    #[cfg(unix)]
    #[test]
    fn secrets_are_long_and_nobody_elses() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, [7; 31]).unwrap();
        let mode = |mode| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(&path, permissions).unwrap();
        };
        mode(0o600);
        assert!(secret(&path).unwrap_err().to_string().contains("31 bytes"));
        std::fs::write(&path, [7; 32]).unwrap();
        assert_eq!(secret(&path).unwrap(), [7; 32]);
        mode(0o644);
        assert!(secret(&path).unwrap_err().to_string().contains("chmod 600"));
    }
}
