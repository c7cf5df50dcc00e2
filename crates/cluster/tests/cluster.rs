//! The program as a cluster of processes on one machine.
#![cfg(unix)]

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{OnceLock, mpsc},
    thread,
    time::Duration,
};

use tempfile::TempDir;
use tilebase::{Library, Subject, TableFile};
use tilebase_testing::{signal, wait_until};

/// The counts, lists and bits of a table.
type Content = (Vec<u64>, Vec<Vec<u64>>, Vec<u8>);

fn subject() -> Subject {
    Subject::Sliding {
        shape: "4x3".parse().unwrap(),
        home: 0,
    }
}

fn content(table: &TableFile) -> Content {
    let metadata = table.metadata();
    let lists = metadata.listed.iter();
    let lists = lists.map(|level| table.listed(level.depth).unwrap().unwrap());
    let payload = table.checked_payload(&|| false).unwrap().to_vec();
    (metadata.counts.clone(), lists.collect(), payload)
}

/// The table that one process builds in memory.
fn expected() -> &'static Content {
    static EXPECTED: OnceLock<Content> = OnceLock::new();
    EXPECTED.get_or_init(|| {
        let library = Library::in_memory();
        library.build(&subject(), tilebase::Existing::Keep).unwrap();
        content(&library.table(&subject()).unwrap())
    })
}

/// A folder for the processes of a build.
struct Cluster {
    folder: TempDir,
    hosts: PathBuf,
}

impl Cluster {
    /// Returns this many processes on sockets in the folder.
    fn local(processes: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let lines =
            (0..processes).map(|i| format!("unix:{}/{i}.socket\n", folder.path().display()));
        let lines: String = lines.collect();
        Self::new(folder, &lines)
    }

    /// Returns this many processes on ports of this machine.
    fn on_ports(processes: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Free a moment ago; held together so that they differ.
        let free: Vec<TcpListener> = (0..processes)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let lines = free
            .iter()
            .map(|port| format!("{}\n", port.local_addr().unwrap()));
        let lines: String = lines.collect();
        Self::new(folder, &lines)
    }

    fn new(folder: TempDir, lines: &str) -> Self {
        let hosts = folder.path().join("hosts");
        fs::write(&hosts, lines).unwrap();
        Self { folder, hosts }
    }

    /// Changes the hosts file to this many processes.
    fn change(&self, processes: usize) {
        let folder = self.folder.path().display();
        let lines = (0..processes).map(|i| format!("unix:{folder}/{i}.socket\n"));
        fs::write(&self.hosts, lines.collect::<String>()).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn start(&self, space: &str, process: usize, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_tilebase-cluster"))
            .args(["build", space, "--threads", "1"])
            .args(["--process", &process.to_string(), "--hosts"])
            .arg(&self.hosts)
            .args(["--data", &self.path("data")])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Returns the address of a process.
    fn address(&self, process: usize) -> String {
        let hosts = fs::read_to_string(&self.hosts).unwrap();
        hosts.lines().nth(process).unwrap().to_owned()
    }

    fn start_all(&self, processes: usize, more: &[&str]) -> Vec<Child> {
        (0..processes)
            .map(|process| self.start("3x4", process, more))
            .collect()
    }

    /// Runs all processes to the end. Returns what they print to standard error.
    fn run(&self, processes: usize, more: &[&str]) -> String {
        let children = self.start_all(processes, more);
        let ended = children
            .into_iter()
            .map(|child| said(child.wait_with_output().unwrap()));
        let ended: Vec<(Option<i32>, String)> = ended.collect();
        assert!(ended.iter().all(|(code, _)| *code == Some(0)), "{ended:?}");
        ended.into_iter().map(|(_, err)| err).collect()
    }

    /// The table that was built is the one that a single process builds, and nothing else is left.
    fn is_right(&self) {
        let data = PathBuf::from(self.path("data"));
        let table = TableFile::read(&data.join(subject().file_name())).unwrap();
        assert!(content(&table) == *expected());
        let left = fs::read_dir(&data)
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = left
            .filter(|name| !name.to_string_lossy().ends_with(".lock"))
            .collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}

fn said(output: Output) -> (Option<i32>, String) {
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Waits until a process has finished a level. Returns what it printed until then.
fn wait_for_level(child: &mut Child) -> String {
    wait_for(child, "depth 20")
}

/// Waits until a process prints this. Returns what it printed until then.
fn wait_for(child: &mut Child, text: &str) -> String {
    let mut said = Vec::new();
    let err = child.stderr.as_mut().unwrap();
    let mut byte = [0];
    while err.read(&mut byte).unwrap() == 1 {
        said.push(byte[0]);
        if said.ends_with(text.as_bytes()) {
            break;
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// Returns what a process has printed when it ends; `None` if it does not end in this time.
fn output_within(child: Child, limit: Duration) -> Option<Output> {
    let (ended, end) = mpsc::channel();
    thread::spawn(move || ended.send(child.wait_with_output()));
    Some(end.recv_timeout(limit).ok()?.unwrap())
}

#[test]
fn any_number_of_processes_builds_the_same_table() {
    let four = Cluster::local(4);
    four.run(4, &[]);
    four.is_right();
    let two = Cluster::on_ports(2);
    let said = two.run(2, &[]);
    two.is_right();
    // Half of what crosses stays in a process: 16 million bytes in all.
    let sent = said
        .lines()
        .filter_map(|line| line.split(" bytes sent").next()?.rsplit(' ').next());
    let sent: u64 = sent.filter_map(|bytes| bytes.parse::<u64>().ok()).sum();
    assert!((1_000_000..20_000_000).contains(&sent), "{sent}: {said}");
}

#[test]
fn a_process_that_dies_ends_the_others_who_name_it() {
    let cluster = Cluster::local(3);
    let mut children = cluster.start_all(3, &[]);
    wait_for_level(&mut children[0]);
    signal("-KILL", children[1].id());
    children.remove(1).wait().unwrap();
    for child in children {
        let ended = output_within(child, Duration::from_secs(5));
        let (code, err) = said(ended.expect("an end within five seconds"));
        assert_eq!(code, Some(3), "{err}");
        let errors: Vec<&str> = err
            .lines()
            .filter(|line| line.starts_with("error"))
            .collect();
        assert_eq!(errors.len(), 1, "{err}");
        // The first to notice may be gone before the last looks.
        assert!(
            errors[0].starts_with("error: process ") && errors[0].contains(" is gone"),
            "{err}"
        );
        assert!(!err.contains("panicked"), "{err}");
    }
}

#[test]
fn a_process_that_hangs_is_named() {
    let cluster = Cluster::local(2);
    let mut children = cluster.start_all(2, &["--stall", "5"]);
    wait_for_level(&mut children[0]);
    signal("-STOP", children[1].id());
    let mut frozen = children.pop().unwrap();
    let ended = output_within(children.remove(0), Duration::from_secs(60));
    frozen.kill().unwrap();
    frozen.wait().unwrap();
    let (code, err) = said(ended.expect("an end within a minute"));
    assert_eq!(code, Some(3), "{err}");
    let frozen = format!("process 1 at {} ", cluster.address(1));
    let silent = "does not respond: nothing came from it for 5 seconds";
    assert!(err.contains(&(frozen + silent)), "{err}");
}

/// Returns a connection to an address, once somebody listens there.
fn connected(address: &str) -> TcpStream {
    let mut socket = None;
    wait_until("a listener", || {
        socket = TcpStream::connect(address).ok();
        socket.is_some()
    });
    socket.unwrap()
}

#[test]
fn a_process_that_waits_for_others_can_be_stopped() {
    let cluster = Cluster::on_ports(2);
    let first = cluster.start("3x4", 0, &["--patience", "600"]);
    connected(&cluster.address(0));
    signal("-INT", first.id());
    let (code, err) = said(first.wait_with_output().unwrap());
    assert_eq!(code, Some(130), "{err}");
    let why = format!(
        "stopped while it waited for process 1 at {}",
        cluster.address(1)
    );
    assert!(err.contains(&why), "{err}");
}

/// Strangers, wrong secrets and other boards are refused; the build continues.
#[test]
fn processes_that_do_not_belong_to_the_build_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let cluster = Cluster::on_ports(2);
    let secret = |name: &str, byte| {
        let path = cluster.path(name);
        fs::write(&path, [byte; 32]).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        path
    };
    let (right, wrong) = (secret("right", 1), secret("wrong", 2));
    let mut first = cluster.start("3x4", 0, &["--secret", &right]);
    let address = cluster.address(0);
    let mut talker = connected(&address);
    talker
        .write_all(b"GET / HTTP/1.1\r\nHost: tilebase\r\n\r\n")
        .unwrap();
    // One after another they would take longer than the limit.
    let silent = [(); 30].map(|()| TcpStream::connect(&address).unwrap());
    for (space, secret, says) in [
        ("3x4", &wrong, "it has another secret"),
        ("2x6", &right, "it belongs to another build: board, goal, "),
    ] {
        let refused = cluster.start(space, 1, &["--secret", secret]);
        let (code, err) = said(refused.wait_with_output().unwrap());
        assert_eq!(code, Some(3), "{err}");
        assert!(err.contains(says), "{says}: {err}");
    }
    let before = wait_for(&mut first, "it sent nothing for five seconds");
    let second = cluster.start("3x4", 1, &["--secret", &right]);
    let [_, err] = [second, first].map(|child| {
        let (code, err) = said(child.wait_with_output().unwrap());
        assert_eq!(code, Some(0), "{err}");
        err
    });
    let err = before + &err;
    for why in [
        "it is not a process of a build",
        "it sent nothing for five seconds",
        "it has another secret",
        "it belongs to another build: board, goal, ",
        "depth 0:",
    ] {
        assert!(err.contains(why), "{why}: {err}");
    }
    drop((talker, silent));
    cluster.is_right();
}

/// Stopped after a level, killed, and continued by other numbers of processes.
#[test]
fn a_build_on_disk_continues_with_any_number_of_processes() {
    let cluster = Cluster::local(2);
    let scratch = cluster.path("scratch");
    let scratch = ["--scratch", &scratch];
    let mut two = cluster.start_all(2, &scratch);
    wait_for_level(&mut two[0]);
    // One request, as `timeout` and a terminal that is closed send it.
    for name in ["-INT", "-TERM", "-TERM", "-HUP"] {
        signal(name, two[1].id());
    }
    for child in two {
        let (code, err) = said(child.wait_with_output().unwrap());
        assert_eq!(code, Some(130), "{err}");
        assert!(err.contains("continues from"), "{err}");
    }
    cluster.change(1);
    let mut one = cluster.start("3x4", 0, &scratch);
    wait_for(&mut one, "states");
    one.kill().unwrap();
    one.wait().unwrap();
    cluster.change(4);
    cluster.run(4, &scratch);
    cluster.is_right();
    assert!(
        !Path::new(&cluster.path("scratch"))
            .join("sliding-4x3-home0.scratch")
            .exists()
    );
}

#[test]
fn a_build_for_which_there_is_too_little_memory_is_not_wrong_input() {
    let cluster = Cluster::local(1);
    let (code, err) = said(cluster.start("4x4", 0, &[]).wait_with_output().unwrap());
    assert_eq!(code, Some(3), "{err}");
    let says = "error: searching 15 shards of the table of 4x4 boards takes 2.54 TiB of memory, ";
    assert!(err.starts_with(says), "{err}");
    let small = [
        "--scratch",
        &cluster.path("scratch"),
        "--scratch-memory",
        "1M",
    ];
    let (code, err) = said(cluster.start("3x4", 0, &small).wait_with_output().unwrap());
    assert_eq!(code, Some(3), "{err}");
    assert!(err.contains("may use only 1048576"), "{err}");
}

#[test]
fn a_folder_that_cannot_be_made_is_found_before_the_search() {
    let cluster = Cluster::local(1);
    fs::write(cluster.path("data"), "").unwrap();
    let (code, err) = said(cluster.start("3x4", 0, &[]).wait_with_output().unwrap());
    assert_eq!(code, Some(3), "{err}");
    assert!(
        err.contains("cannot create the folder") && !err.contains("depth"),
        "{err}"
    );
}

#[test]
fn impossible_builds_are_refused_before_connecting() {
    let cluster = Cluster::local(2);
    let refused = |hosts: &str, space, process, more: &[&str], says: &str| {
        fs::write(&cluster.hosts, hosts).unwrap();
        let (code, err) = said(
            cluster
                .start(space, process, more)
                .wait_with_output()
                .unwrap(),
        );
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(says), "{says}: {err}");
    };
    let two = "127.0.0.1:7101\n127.0.0.1:7102\n";
    refused(
        two,
        "3x4",
        2,
        &[],
        "--process 2: the hosts file has processes 0 to 1",
    );
    refused(two, "3x3", 0, &[], "in memory only");
    refused(two, "nothing", 0, &[], "nothing");
    let every = "`0.0.0.0:7101` stands for every address of a machine: write the one that is meant";
    refused("0.0.0.0:7101\n", "3x4", 0, &[], every);
    refused(
        "127.0.0.1:7101\n192.0.2.1:7101\n",
        "3x4",
        0,
        &[],
        "--secret FILE is needed if processes are on other machines: ",
    );
    refused(two, "3x4", 0, &["--digits", "2"], "1 are the most");
    let none = cluster.path("no secret");
    let says = format!("cannot read {none}: ");
    refused(two, "3x4", 0, &["--secret", &none], &says);
    // No other process connects.
    fs::write(&cluster.hosts, two).unwrap();
    let alone = cluster.start("3x4", 0, &["--patience", "1"]);
    let (code, err) = said(alone.wait_with_output().unwrap());
    assert_eq!(code, Some(3), "{err}");
    assert!(err.contains("process 1 at 127.0.0.1:7102 missing"), "{err}");
}
