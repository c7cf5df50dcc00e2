//! The handshake: processes find each other, and prove to each other that they belong together.
//!
//! Each end sends who it is: the fingerprint of the build, its number and 32 random bytes. Then
//! each answers with a hash, keyed with the secret, of both numbers, both random bytes and the
//! fingerprint, so that only a process with the secret can answer, and no answer serves twice.
//! All of it must come within a few seconds. Any other connection is refused, and the process waits
//! on.

use std::{
    io::{self, Read, Write},
    path::Path,
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    hosts::Hosts,
    wire::{Listener, Peer, Socket},
};

/// The first bytes that either end sends.
const MAGIC: &[u8; 19] = b"TILEBASE CLUSTER 2\n";

/// The longest time that an introduction may take.
const POLITE: Duration = Duration::from_secs(5);

/// Bytes of hashes, fingerprints and random numbers.
const HASH: usize = 32;

/// The time between two looks for processes that are missing.
const LOOK: Duration = Duration::from_millis(20);

/// The least number of bytes of a secret.
const SECRET: usize = 32;

/// The fingerprint and the key that all processes of a build have in common.
#[derive(Debug, Clone)]
pub struct Identity {
    fingerprint: [u8; HASH],
    key: [u8; HASH],
}

impl Identity {
    /// Returns the identity of a build that this text describes, among those who know the secret.
    pub fn new(build: &str, secret: &[u8]) -> Self {
        Self {
            fingerprint: *blake3::hash(build.as_bytes()).as_bytes(),
            key: blake3::derive_key("tilebase-cluster 1 handshake", secret),
        }
    }

    /// Returns the answer of one end to the other.
    fn answer(&self, from: &Introduction, to: &Introduction) -> blake3::Hash {
        let mut said = Vec::new();
        for end in [from, to] {
            said.extend_from_slice(&end.process.to_le_bytes());
            said.extend_from_slice(&end.random);
        }
        said.extend_from_slice(&self.fingerprint);
        blake3::keyed_hash(&self.key, &said)
    }
}

/// Reads a secret.
///
/// # Errors
/// If it is too short, or if other users may read it.
pub fn secret(path: &Path) -> Result<Vec<u8>> {
    let secret = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        secret.len() >= SECRET,
        "{} has {} bytes: a secret has {SECRET} random ones at the least",
        path.display(),
        secret.len()
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path)?.permissions().mode();
        ensure!(
            mode & 0o077 == 0,
            "others may read {}: take that from them with `chmod 600`",
            path.display()
        );
    }
    Ok(secret)
}

/// The first message of an end: its number and its random bytes.
#[derive(Debug, Clone, Copy)]
struct Introduction {
    process: u32,
    random: [u8; HASH],
}

/// The reason why a connection is refused.
#[derive(Debug, PartialEq, Eq)]
enum Refused {
    Stranger,
    Silent,
    OtherBuild,
    WrongSecret,
    Gone(String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Stranger => "it is no process of a build",
            Self::Silent => "it said nothing in five seconds",
            Self::OtherBuild => "it is of another build: board, hosts, digits or version differ",
            Self::WrongSecret => "it has another secret",
            Self::Gone(why) => return write!(f, "it went: {why}"),
        })
    }
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
        socket.set_timeout(Some(left))?;
        match socket.read(&mut to[read..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Introduces this process to the other end. Returns the number of the process there.
fn greet(socket: &mut Socket, identity: &Identity, me: usize) -> Result<usize, Refused> {
    let end = Instant::now() + POLITE;
    let mut own = Introduction {
        process: me as u32,
        random: [0; HASH],
    };
    let no_random = |error: getrandom::Error| Refused::Gone(error.to_string());
    getrandom::fill(&mut own.random).map_err(no_random)?;
    socket.set_timeout(Some(POLITE))?;
    socket.set_for_work()?;
    let mut hello = MAGIC.to_vec();
    hello.extend_from_slice(&identity.fingerprint);
    hello.extend_from_slice(&own.process.to_le_bytes());
    hello.extend_from_slice(&own.random);
    socket.write_all(&hello)?;

    let mut magic = [0; MAGIC.len()];
    read_until(socket, &mut magic, end)?;
    if magic != *MAGIC {
        return Err(Refused::Stranger);
    }
    let (mut fingerprint, mut process) = ([0; HASH], [0; 4]);
    let mut random = [0; HASH];
    for part in [&mut fingerprint[..], &mut process, &mut random] {
        read_until(socket, part, end)?;
    }
    if fingerprint != identity.fingerprint {
        return Err(Refused::OtherBuild);
    }
    let other = Introduction {
        process: u32::from_le_bytes(process),
        random,
    };
    if other.process == own.process {
        return Err(Refused::Stranger);
    }
    socket.write_all(identity.answer(&own, &other).as_bytes())?;
    let mut answer = [0; HASH];
    read_until(socket, &mut answer, end)?;
    // Compared in constant time.
    if blake3::Hash::from_bytes(answer) != identity.answer(&other, &own) {
        return Err(Refused::WrongSecret);
    }
    socket.set_timeout(None)?;
    Ok(other.process as usize)
}

/// Connects this process with all others: calls those before it, and listens for those after it.
/// Reports to `say` which connections it refuses.
///
/// # Errors
/// If it cannot listen, one of the others has another build or secret, or does not come in time.
pub fn connect(
    hosts: &Hosts,
    me: usize,
    identity: &Identity,
    patience: Duration,
    say: &dyn Fn(&str),
) -> Result<Vec<Option<Peer>>> {
    let end = Instant::now() + patience;
    let sent = Arc::new(AtomicU64::new(0));
    let mut peers: Vec<Option<Peer>> = (0..hosts.count()).map(|_| None).collect();
    let peer = |socket, process| Peer {
        socket,
        name: hosts.name(process).into(),
        sent: Arc::clone(&sent),
    };
    if hosts.count() == 1 {
        return Ok(peers);
    }
    let address = hosts.of(me);
    let listener =
        Listener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
    loop {
        let missing: Vec<usize> = (0..hosts.count())
            .filter(|&process| process != me && peers[process].is_none())
            .collect();
        if missing.is_empty() {
            return Ok(peers);
        }
        if Instant::now() > end {
            let names: Vec<String> = missing.iter().map(|&process| hosts.name(process)).collect();
            bail!("not all processes came: {} missing", names.join(", "));
        }
        for process in missing.into_iter().filter(|&process| process < me) {
            let Ok(mut socket) = Socket::connect(hosts.of(process), POLITE) else {
                continue;
            };
            match greet(&mut socket, identity, me) {
                Ok(found) if found == process => peers[process] = Some(peer(socket, process)),
                Ok(found) => bail!("{} says that it is process {found}", hosts.name(process)),
                // It may be busy with a stranger, about to end, or be started again.
                Err(Refused::Gone(_) | Refused::Silent) => {}
                Err(why) => bail!("{}: {why}", hosts.name(process)),
            }
        }
        match listener.accept()? {
            Some((mut socket, from)) => match greet(&mut socket, identity, me) {
                Ok(found) if found > me && found < hosts.count() => {
                    // A process that gave up waiting for an answer connects again.
                    peers[found] = Some(peer(socket, found));
                }
                Ok(found) => say(&format!(
                    "refused {from}: it says that it is process {found}"
                )),
                Err(why) => say(&format!("refused {from}: {why}")),
            },
            None => std::thread::sleep(LOOK),
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
        (Socket::Tcp(one), Socket::Tcp(listener.accept().unwrap().0))
    }

    /// What each of two ends makes of the other.
    fn meet(
        (a, me): (&Identity, usize),
        (b, other): (&Identity, usize),
    ) -> [Result<usize, Refused>; 2] {
        let (mut one, mut two) = pair();
        std::thread::scope(|scope| {
            let there = scope.spawn(move || greet(&mut two, b, other));
            let here = greet(&mut one, a, me);
            drop(one);
            [here, there.join().unwrap()]
        })
    }

    #[test]
    fn processes_of_one_build_know_each_other() {
        let identity = Identity::new("6x2", b"a secret");
        assert_eq!(meet((&identity, 0), (&identity, 3)), [Ok(3), Ok(0)]);
    }

    #[test]
    fn other_builds_and_other_secrets_are_refused_at_both_ends() {
        let identity = Identity::new("6x2", b"a secret");
        let other = Identity::new("4x3", b"a secret");
        let refused = |ends: [Result<usize, Refused>; 2], why: &Refused| {
            assert!(ends.iter().any(|end| end.as_ref() == Err(why)), "{ends:?}");
            assert!(ends.iter().all(Result::is_err), "{ends:?}");
        };
        refused(meet((&identity, 0), (&other, 1)), &Refused::OtherBuild);
        let wrong = Identity::new("6x2", b"another");
        refused(meet((&identity, 0), (&wrong, 1)), &Refused::WrongSecret);
        // An end that sends back what it hears is no other.
        refused(meet((&identity, 1), (&identity, 1)), &Refused::Stranger);
    }

    #[test]
    fn strangers_are_refused_whether_they_talk_or_not() {
        let identity = Identity::new("6x2", b"a secret");
        let (mut one, mut two) = pair();
        two.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            .unwrap();
        assert_eq!(greet(&mut one, &identity, 0), Err(Refused::Stranger));
        let (mut one, two) = pair();
        let started = Instant::now();
        assert_eq!(greet(&mut one, &identity, 0), Err(Refused::Silent));
        assert!(started.elapsed() < 2 * POLITE);
        drop(two);
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
