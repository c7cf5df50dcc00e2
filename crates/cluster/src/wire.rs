//! Sockets between processes, over TCP or Unix domain sockets. Their errors name the peer.

use std::{
    io::{self, Read, Write},
    net::Shutdown,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use socket2::{Domain, SockAddr, Socket, TcpKeepalive, Type};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::{failure, hosts::Address};

/// The longest time without a sign of a peer's machine. (If a process hangs on a machine that
/// responds, the time limit of a turn detects it.)
const GONE: Duration = Duration::from_secs(32);

/// Connections that may wait to be accepted.
const WAITING: i32 = 128;

/// Returns a socket for an address, and the address as the system writes it.
fn socket_for(address: &Address) -> io::Result<(Socket, SockAddr)> {
    let (domain, address) = match address {
        Address::Tcp { address, .. } => (Domain::for_address(*address), (*address).into()),
        Address::Unix(path) => (Domain::UNIX, SockAddr::unix(path)?),
    };
    Ok((Socket::new(domain, Type::STREAM, None)?, address))
}

/// Returns a socket that accepts connections at this address only.
pub fn listen(address: &Address) -> io::Result<Socket> {
    let (socket, at) = socket_for(address)?;
    #[cfg(unix)]
    if let Address::Unix(path) = address {
        use std::os::unix::fs::FileTypeExt;
        // A killed process leaves its socket. Nothing else is removed.
        let there = std::fs::symlink_metadata(path);
        if there.is_ok_and(|there| there.file_type().is_socket()) && connect(address, GONE).is_err()
        {
            let _ = std::fs::remove_file(path);
        }
    } else {
        // Connections of a process that ended a moment ago do not matter.
        socket.set_reuse_address(true)?;
    }
    socket.bind(&at)?;
    socket.listen(WAITING)?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

/// Returns the next connection and its origin; `None` if there is none yet.
pub fn accept(listener: &Socket) -> io::Result<Option<(Socket, String)>> {
    match listener.accept() {
        Ok((socket, from)) => {
            socket.set_nonblocking(false)?;
            let from = from.as_socket();
            let from = from.map_or("this machine".to_owned(), |from| from.to_string());
            Ok(Some((socket, from)))
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// Connects to an address within the time `patience`.
pub fn connect(address: &Address, patience: Duration) -> io::Result<Socket> {
    let (socket, to) = socket_for(address)?;
    socket.connect_timeout(&to, patience)?;
    // If nobody listens at a local port, the socket may get this port and connect to itself.
    let own = socket.local_addr()?.as_socket();
    if own.is_some() && own == socket.peer_addr()?.as_socket() {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    Ok(socket)
}

/// Limits the time of a read and of a write, or removes the limit.
pub fn set_timeout(socket: &Socket, limit: Option<Duration>) -> io::Result<()> {
    socket.set_read_timeout(limit)?;
    socket.set_write_timeout(limit)
}

/// Sends small messages at once. If the machine of the peer is gone, reads and writes fail within
/// [`GONE`].
pub fn set_for_work(socket: &Socket) -> io::Result<()> {
    if socket.local_addr()?.is_unix() {
        return Ok(());
    }
    socket.set_tcp_nodelay(true)?;
    let probes = TcpKeepalive::new().with_time(GONE / 2);
    #[cfg(any(unix, windows))]
    let probes = probes.with_interval(GONE / 8).with_retries(4);
    socket.set_tcp_keepalive(&probes)?;
    // Probes are sent only on idle connections; this limit is for data on their way.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(GONE))?;
    Ok(())
}

/// A socket to a peer. If it fails, it ends this process, which cannot work without the peer, with
/// a message that names the peer. A closed socket is left to timely, which knows whether the peer
/// had finished.
#[derive(Debug)]
pub struct Peer {
    pub socket: Socket,
    pub name: Arc<str>,
    /// Bytes sent to all peers.
    pub sent: Arc<AtomicU64>,
}

impl Peer {
    /// Returns the result of a socket's operation, or ends the process if it failed.
    fn or_gone(&self, done: io::Result<usize>) -> io::Result<usize> {
        match done {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                failure::end(&format!("{} is gone: {error}", self.name), failure::TROUBLE)
            }
            done => done,
        }
    }
}

impl Read for Peer {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let done = self.socket.read(to);
        self.or_gone(done)
    }
}

impl Write for Peer {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let done = self.socket.write(from);
        let written = self.or_gone(done)?;
        self.sent.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

impl Stream for Peer {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self {
            socket: self.socket.try_clone()?,
            name: Arc::clone(&self.name),
            sent: Arc::clone(&self.sent),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.socket.shutdown(how)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_sockets_that_nobody_answers_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a file");
        std::fs::write(&path, "dear").unwrap();
        let address = Address::Unix(path.clone());
        listen(&address).unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), b"dear");
        std::fs::remove_file(&path).unwrap();
        drop(listen(&address).unwrap());
        let _listener = listen(&address).unwrap();
        listen(&address).unwrap_err();
    }

    #[test]
    fn machines_that_are_gone_are_missed() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = Address::Tcp {
            name: "here".to_owned(),
            address: listener.local_addr().unwrap(),
        };
        let socket = connect(&address, GONE).unwrap();
        set_for_work(&socket).unwrap();
        assert!(socket.keepalive().unwrap());
        #[cfg(target_os = "linux")]
        {
            let probing =
                socket.tcp_keepalive_interval().unwrap() * socket.tcp_keepalive_retries().unwrap();
            assert_eq!(socket.tcp_keepalive_time().unwrap() + probing, GONE);
            assert_eq!(socket.tcp_user_timeout().unwrap(), Some(GONE));
        }
    }
}
