//! Sockets between processes, over TCP or Unix domain sockets. Their errors name the process that
//! is gone.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::{failure, hosts::Address};

/// The longest time without a sign of a peer's machine. (A process that hangs on a machine that
/// answers is found by the clock of the turns.)
const GONE: Duration = Duration::from_secs(32);

/// A socket of either kind.
#[derive(Debug)]
pub enum Socket {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

/// A socket that accepts connections.
#[derive(Debug)]
pub enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener),
}

/// Does the same with a value of either kind.
macro_rules! either {
    ($value:expr, $inner:ident => $work:expr) => {
        match $value {
            Self::Tcp($inner) => $work,
            #[cfg(unix)]
            Self::Unix($inner) => $work,
        }
    };
}

impl Listener {
    /// Listens at an address, and nowhere else.
    pub fn bind(address: &Address) -> io::Result<Self> {
        match address {
            Address::Tcp { address, .. } => {
                let listener = TcpListener::bind(address)?;
                listener.set_nonblocking(true)?;
                Ok(Self::Tcp(listener))
            }
            #[cfg(unix)]
            Address::Unix(path) => {
                use std::os::unix::fs::FileTypeExt;
                // What a process that was killed left: a socket, and nothing else.
                let there = std::fs::symlink_metadata(path);
                if there.is_ok_and(|there| there.file_type().is_socket())
                    && UnixStream::connect(path).is_err()
                {
                    let _ = std::fs::remove_file(path);
                }
                let listener = UnixListener::bind(path)?;
                listener.set_nonblocking(true)?;
                Ok(Self::Unix(listener))
            }
            #[cfg(not(unix))]
            Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Returns the next connection and where it comes from; `None` if there is none yet.
    pub fn accept(&self) -> io::Result<Option<(Socket, String)>> {
        let accepted = match self {
            Self::Tcp(listener) => listener
                .accept()
                .map(|(socket, from)| (Socket::Tcp(socket), from.to_string())),
            #[cfg(unix)]
            Self::Unix(listener) => listener
                .accept()
                .map(|(socket, _)| (Socket::Unix(socket), "this machine".to_owned())),
        };
        match accepted {
            Ok((socket, from)) => {
                socket.set_nonblocking(false)?;
                Ok(Some((socket, from)))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Socket {
    /// Connects to an address, which takes as long as `patience` at most.
    pub fn connect(address: &Address, patience: Duration) -> io::Result<Self> {
        match address {
            Address::Tcp { address, .. } => {
                let socket = TcpStream::connect_timeout(address, patience)?;
                // A machine without a free port in reach may connect a socket to itself.
                if socket.local_addr()? == socket.peer_addr()? {
                    Err(io::ErrorKind::ConnectionRefused.into())
                } else {
                    Ok(Self::Tcp(socket))
                }
            }
            #[cfg(unix)]
            Address::Unix(path) => UnixStream::connect(path).map(Self::Unix),
            #[cfg(not(unix))]
            Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Limits how long a read and a write may take; or takes the limit away.
    pub fn set_timeout(&self, limit: Option<Duration>) -> io::Result<()> {
        either!(self, socket => {
            socket.set_read_timeout(limit)?;
            socket.set_write_timeout(limit)
        })
    }

    /// Has small messages sent at once, and a peer missed whose machine is gone: then reads and
    /// writes fail within [`GONE`].
    pub fn set_for_work(&self) -> io::Result<()> {
        match self {
            Self::Tcp(tcp) => {
                tcp.set_nodelay(true)?;
                let socket = SockRef::from(tcp);
                let probes = TcpKeepalive::new().with_time(GONE / 2);
                #[cfg(any(unix, windows))]
                let probes = probes.with_interval(GONE / 8).with_retries(4);
                socket.set_tcp_keepalive(&probes)?;
                // Probes are sent only where nothing is under way; this limit is for what is.
                #[cfg(target_os = "linux")]
                socket.set_tcp_user_timeout(Some(GONE))?;
                Ok(())
            }
            #[cfg(unix)]
            Self::Unix(_) => Ok(()),
        }
    }
}

impl Read for Socket {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        either!(self, socket => socket.read(to))
    }
}

impl Write for Socket {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        either!(self, socket => socket.write(from))
    }

    fn flush(&mut self) -> io::Result<()> {
        either!(self, socket => socket.flush())
    }
}

impl Stream for Socket {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(match self {
            Self::Tcp(socket) => Self::Tcp(socket.try_clone()?),
            #[cfg(unix)]
            Self::Unix(socket) => Self::Unix(socket.try_clone()?),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        either!(self, socket => socket.set_nonblocking(nonblocking))
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        either!(self, socket => socket.shutdown(how))
    }
}

/// A socket to a peer. Where it fails it ends this process, which can do nothing without the peer,
/// and says who it was. A socket that is closed is left to timely, which knows whether the peer had
/// ended by then.
#[derive(Debug)]
pub struct Peer {
    pub socket: Socket,
    pub name: Arc<str>,
    /// Bytes sent to all peers.
    pub sent: Arc<AtomicU64>,
}

impl Peer {
    /// Passes on what a socket did, unless it failed.
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
        Listener::bind(&address).unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), b"dear");
        std::fs::remove_file(&path).unwrap();
        drop(Listener::bind(&address).unwrap());
        let _listener = Listener::bind(&address).unwrap();
        Listener::bind(&address).unwrap_err();
    }

    #[test]
    fn machines_that_are_gone_are_missed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let socket = Socket::Tcp(socket);
        socket.set_for_work().unwrap();
        let Socket::Tcp(tcp) = &socket else {
            unreachable!("it was made as one");
        };
        let set = SockRef::from(tcp);
        assert!(set.keepalive().unwrap());
        #[cfg(target_os = "linux")]
        {
            let probing =
                set.tcp_keepalive_interval().unwrap() * set.tcp_keepalive_retries().unwrap();
            assert_eq!(set.tcp_keepalive_time().unwrap() + probing, GONE);
            assert_eq!(set.tcp_user_timeout().unwrap(), Some(GONE));
        }
    }
}
