//! What the program asks of the system, as strace records it: a proof from outside that a kill at
//! any call loses nothing.
#![cfg(target_os = "linux")]

use std::{
    collections::HashMap,
    fs,
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::common::{Tilebase, said};

/// Runs the program under strace, which records these calls with all strings as hexadecimal codes.
fn strace(calls: &str, record: &Path, arguments: &[&str]) -> Output {
    let calls = format!("trace={calls}");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "-xx", "-s", "1000000", "-e", &calls, "-o"]);
    strace.arg(record).arg(env!("CARGO_BIN_EXE_tilebase"));
    let output = strace.args(arguments).output();
    output.expect("`apt install strace` installs what sees system calls")
}

/// Returns the strings in a line of a record.
fn strings(line: &str) -> Vec<Vec<u8>> {
    let texts = line.split(['"', '<', '>']);
    let texts = texts.filter_map(|text| text.strip_prefix("\\x"));
    let codes = texts.map(|text| text.split("\\x").map(|code| u8::from_str_radix(code, 16)));
    codes
        .filter_map(|codes| codes.collect::<Result<_, _>>().ok())
        .collect()
}

/// The calls that change files, made again in another folder.
struct Replay<'a> {
    from: &'a Path,
    to: &'a Path,
    /// Where the next bytes go, by file.
    places: HashMap<PathBuf, u64>,
}

impl Replay<'_> {
    /// Makes a call of the record again. Returns whether it changed a file of the folder.
    fn call(&mut self, line: &str) -> bool {
        let succeeded = !line.contains(" = -1 ");
        let strings = strings(line);
        let paths = strings.iter().filter_map(|path| {
            let path = Path::new(str::from_utf8(path).ok()?);
            Some(self.to.join(path.strip_prefix(self.from).ok()?))
        });
        let paths: Vec<PathBuf> = paths.collect();
        let Some(path) = paths.first().filter(|_| succeeded) else {
            return false;
        };
        let call = line
            .split([' ', '('])
            .find(|word| word.contains(char::is_alphabetic));
        match call.unwrap() {
            "openat" if line.contains("O_CREAT") => {
                let mut options = fs::File::options();
                options.create(true).append(true).open(path).unwrap();
            }
            "lseek" => {
                let to = line.split(", ").nth(1).unwrap();
                self.places.insert(path.clone(), to.parse().unwrap());
                return false;
            }
            "write" => {
                let mut file = fs::File::options().write(true).open(path).unwrap();
                let place = self.places.entry(path.clone()).or_default();
                file.seek(SeekFrom::Start(*place)).unwrap();
                file.write_all(&strings[1]).unwrap();
                *place += strings[1].len() as u64;
            }
            "rename" => fs::rename(path, &paths[1]).unwrap(),
            "unlink" => fs::remove_file(path).unwrap(),
            _ => return false,
        }
        true
    }
}

/// Runs the program, and makes its calls again in another folder that was like the first. Calls
/// `check` after each that changes a file, and returns how many did. `FOLDER` in an argument is the
/// first folder.
fn at_every_call(
    [recorded, replayed]: [&Tilebase; 2],
    arguments: &[&str],
    mut check: impl FnMut(&str),
) -> usize {
    let record = Tilebase::new();
    let record = record.data().join("record");
    let from = recorded.data().canonicalize().unwrap();
    let arguments = arguments
        .iter()
        .map(|word| word.replace("FOLDER", from.to_str().unwrap()));
    let arguments: Vec<String> = arguments.collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = said(strace(
        "openat,lseek,write,rename,unlink",
        &record,
        &arguments,
    ));
    assert_eq!(said.code, Some(0), "{said:?}");
    let mut replay = Replay {
        from: &from,
        to: replayed.data(),
        places: HashMap::new(),
    };
    let record = fs::read_to_string(&record).unwrap();
    let changes = record.lines().filter(|line| replay.call(line));
    let changes = changes.inspect(|line| check(line)).count();
    let [files, replayed] = [recorded, replayed].map(|tilebase| {
        let files = fs::read_dir(tilebase.data()).unwrap();
        let mut files: Vec<_> = files
            .map(|file| file.unwrap())
            .map(|file| (file.file_name(), fs::read(file.path()).unwrap()))
            .collect();
        files.sort();
        files
    });
    assert!(files == replayed, "all that was written was recorded");
    changes
}

#[test]
fn a_recorded_build_can_end_at_any_call() {
    let (recorded, replayed) = (Tilebase::new(), Tilebase::new());
    let build = ["--data", "FOLDER", "build", "2x3", "--force"];
    // The second time there is an earlier table.
    for earlier in [false, true] {
        let mut answers = 0;
        let changes = at_every_call([&recorded, &replayed], &build, |line| {
            let said = replayed.run(&["distance", "2x3", "4 5 0 / 1 2 3", "--no-build"]);
            match said.code {
                Some(0) => assert_eq!(said.out, "21\n", "{line}"),
                code => assert!(code == Some(3) && !earlier, "{line}: {said:?}"),
            }
            answers += usize::from(said.code == Some(0));
        });
        assert!(changes >= 8 && answers > 0, "{changes} {answers}");
    }
}

#[test]
fn solved_instances_stay_at_any_call() {
    let folders = [Tilebase::new(), Tilebase::new()];
    for folder in &folders {
        let boards = "8 6 7 2 5 4 3 0 1\n1 2 3 4 5 6 0 7 8\n1 2 3 4 0 6 7 5 8\n";
        fs::write(folder.data().join("boards"), boards).unwrap();
    }
    let [recorded, replayed] = &folders;
    let bench = [
        "--data",
        "FOLDER",
        "bench",
        "FOLDER/boards",
        "--heuristic",
        "pdb",
    ];
    let bench = [&bench[..], &["--partition", "1,2,3,4/5,6,7,8"]].concat();
    at_every_call([recorded, replayed], &bench, |_| ());
    let mut solved = 0;
    let saved = [&bench[..], &["--resume", "FOLDER/solved", "--threads", "1"]].concat();
    let changes = at_every_call([recorded, replayed], &saved, |line| {
        let text = fs::read_to_string(replayed.data().join("solved")).unwrap_or_default();
        let lines = text.lines().map(serde_json::from_str::<serde_json::Value>);
        let now = lines.map(Result::unwrap).count();
        assert!(now >= solved, "{line}: {now} of {solved}");
        solved = now;
    });
    assert!(changes >= 9 && solved == 3, "{changes} {solved}");
}

/// A finished build survives a loss of power: the table, its name and the names of the new folders
/// are on the disk.
#[test]
fn new_folders_are_on_the_disk() {
    let tilebase = Tilebase::new();
    let top = tilebase.data().canonicalize().unwrap();
    let record = top.join("record");
    let data = top.join("a/b").display().to_string();
    let build = ["--data", &data, "build", "2x3"];
    let said = said(strace("fsync", &record, &build));
    assert_eq!(said.code, Some(0), "{said:?}");
    let record = fs::read_to_string(&record).unwrap();
    let synced = record.lines().flat_map(strings);
    let synced: Vec<String> = synced
        .map(|path| String::from_utf8(path).unwrap())
        .collect();
    let part = format!("{data}/.sliding-3x2-home0.tilebase.");
    let is_part = |path: &String| path.starts_with(&part) && path.ends_with(".part");
    assert!(synced.iter().any(is_part), "{synced:?}");
    for folder in [Path::new(&data), &top.join("a"), &top] {
        assert!(
            synced.iter().any(|path| Path::new(path) == folder),
            "{synced:?}"
        );
    }
}
