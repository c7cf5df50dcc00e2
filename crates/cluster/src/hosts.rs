//! The processes of a build, and the address at which each listens.

use std::{
    fmt,
    net::{SocketAddr, ToSocketAddrs},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use tilebase_core::{
    storage::{self, Disk},
    without_mark,
};

/// The most bytes of a hosts file.
const LONGEST: u64 = 1 << 20;

/// The address at which a process listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A host and a port.
    Tcp { name: String, address: SocketAddr },
    /// The file of a socket, for processes of one machine.
    Unix(PathBuf),
}

/// The processes of a build, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts(Vec<Address>);

impl Address {
    /// Reads `host:port` or `unix:/path`.
    fn parse(text: &str) -> Result<Self> {
        if let Some(path) = text.strip_prefix("unix:") {
            return Ok(Self::Unix(path.into()));
        }
        let mut found: Vec<SocketAddr> = text
            .to_socket_addrs()
            .with_context(|| format!("`{text}` is not an address: write host:port"))?
            .collect();
        found.sort_unstable();
        found.dedup();
        let [address] = found[..] else {
            bail!(
                "`{text}` has {} addresses: write the one that is meant",
                found.len()
            );
        };
        ensure!(
            !address.ip().is_unspecified(),
            "`{text}` stands for every address of a machine: write the one that is meant"
        );
        ensure!(address.port() != 0, "`{text}` has no port");
        Ok(Self::Tcp {
            name: text.to_owned(),
            address,
        })
    }

    /// Returns whether no other machine can reach it.
    fn is_local(&self) -> bool {
        match self {
            Self::Tcp { address, .. } => address.ip().is_loopback(),
            Self::Unix(_) => true,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { name, .. } => f.write_str(name),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

impl Hosts {
    /// Returns a build of one process.
    pub fn alone() -> Self {
        Self(vec![Address::Unix("alone".into())])
    }

    /// Reads a file with one address per line. Empty lines and comments, which begin with `#`, are
    /// ignored.
    pub fn read(path: &Path) -> Result<Self> {
        let text = storage::read(&Disk, path, LONGEST)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8(text)
            .with_context(|| format!("{} is not a text file", path.display()))?;
        Self::parse(&text).with_context(|| format!("{}", path.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let lines = without_mark(text)
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim());
        let lines = lines.filter(|line| !line.is_empty());
        let all: Vec<Address> = lines.map(Address::parse).collect::<Result<_>>()?;
        ensure!(!all.is_empty(), "there is no address in it");
        for (at, address) in all.iter().enumerate() {
            ensure!(!all[..at].contains(address), "{address} is listed twice");
        }
        Ok(Self(all))
    }

    /// Returns the number of processes.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the address at which a process listens.
    pub fn of(&self, process: usize) -> &Address {
        &self.0[process]
    }

    /// Names a process.
    pub fn name(&self, process: usize) -> String {
        format!("process {process} at {}", self.0[process])
    }

    /// Returns whether all processes are on this machine.
    pub fn is_local(&self) -> bool {
        self.0.iter().all(Address::is_local)
    }

    /// Returns the addresses as text.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(Address::to_string).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_line_by_line() {
        let hosts =
            Hosts::parse("\u{feff}127.0.0.1:7000 # here\n\n# all\nunix:/run/a\n[::1]:7001\n")
                .unwrap();
        assert_eq!(hosts.count(), 3);
        assert!(hosts.is_local());
        assert_eq!(hosts.name(1), "process 1 at unix:/run/a");
        assert!(!Hosts::parse("192.0.2.1:7000").unwrap().is_local());
    }

    #[test]
    fn addresses_that_could_mean_more_than_one_are_refused() {
        for (text, says) in [
            ("", "no address"),
            ("0.0.0.0:7000", "every address"),
            ("[::]:7000", "every address"),
            ("127.0.0.1:0", "no port"),
            ("127.0.0.1", "write host:port"),
            ("127.0.0.1:1\n127.0.0.1:1", "twice"),
        ] {
            let error = format!("{:#}", Hosts::parse(text).unwrap_err());
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
