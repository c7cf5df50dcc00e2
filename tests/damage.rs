//! Damaged and forged files, signals and limits never lead to a wrong answer, a panic or a hang.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::common::{Said, Tilebase, said, signal, wait_until, wait_until_busy};

/// Sets a page of 4 KiB to zeros.
fn zero_page(path: &Path, page: usize) {
    let mut bytes = fs::read(path).unwrap();
    let end = bytes.len().min(4096 * (page + 1));
    bytes[4096 * page..end].fill(0);
    fs::write(path, bytes).unwrap();
}

/// Either the answer is right, or there is an error that names the file.
fn right_or_refused(said: &Said, right: &Said, file: &str) {
    if said.code == Some(0) {
        assert_eq!(said.out, right.out);
        return;
    }
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains(file), "{said:?}");
    assert!(
        said.err
            .contains("remove the file and build the table again"),
        "{said:?}"
    );
}

#[test]
fn a_zeroed_page_gives_the_right_answer_or_none() {
    let questions: [&[&str]; 3] = [
        &["distance", "3x3", "867254301"],
        &["solve", "oshidori-kinds-5", "--all", "--limit", "3"],
        &[
            "solve",
            "3x3",
            "867254301",
            "--heuristic",
            "pdb",
            "--partition",
            "1,2,3,4/5,6,7,8",
        ],
    ];
    for question in questions {
        let tilebase = Tilebase::new();
        let right = tilebase.run(question);
        assert_eq!(right.code, Some(0), "{right:?}");
        for file in tilebase.tables() {
            let path = tilebase.data().join(&file);
            let whole = fs::read(&path).unwrap();
            let pages = whole.len().div_ceil(4096) - 1;
            for page in (1..=pages).step_by(pages.div_ceil(8)) {
                zero_page(&path, page);
                let said = tilebase.run(question);
                right_or_refused(&said, &right, &file);
                assert_eq!(tilebase.run(&["verify"]).code, Some(3));
                fs::write(&path, &whole).unwrap();
            }
            let said = tilebase.run(question);
            assert_eq!(said.out, right.out);
        }
    }
}

/// An unfinished proof does not count as damage, whether memory was too small or the user asked to
/// stop.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes signals and limits of Linux")]
fn what_is_not_proven_is_not_called_damaged() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x4", "--metric", "multi"]);
    // The limits go from too little to start the program up to enough for all but the proof, which
    // takes 39 MiB.
    let ended = (40_000..400_000).step_by(20_000).find_map(|kibibytes| {
        let script = format!(
            "ulimit -v {kibibytes}; exec {} --data {} --threads 2 verify --json",
            env!("CARGO_BIN_EXE_tilebase"),
            tilebase.data().display()
        );
        let said = said(Command::new("sh").args(["-c", &script]).output().unwrap());
        said.out.contains("proving").then_some(said)
    });
    let ended = ended.expect("memory that is enough to begin");
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.out.contains("\"good\":null"), "{ended:?}");
    assert!(!ended.out.contains("damaged"), "{ended:?}");

    for arguments in [&["verify"][..], &["verify", "--json"]] {
        let child = tilebase.command(arguments).spawn().unwrap();
        wait_until_busy(child.id());
        signal("-INT", child.id());
        let said = said(child.wait_with_output().unwrap());
        assert_eq!(said.code, Some(130), "{said:?}");
        let null = said.out.contains("\"good\":null");
        assert!(null || said.out.contains("not proven"), "{said:?}");
        assert!(!said.out.contains("damaged"), "{said:?}");
    }
}

#[test]
fn a_flipped_bit_in_a_list_is_refused() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x3"]);
    let path = tilebase.data().join(&tilebase.tables()[0]);
    let whole = fs::read(&path).unwrap();
    let lists = u64::from_le_bytes(whole[32..40].try_into().unwrap()) as usize;
    let length = u64::from_le_bytes(whole[40..48].try_into().unwrap()) as usize;
    for byte in [lists, lists + 7, lists + length - 8, lists + length - 1] {
        let mut flipped = whole.clone();
        flipped[byte] ^= 0x10;
        fs::write(&path, flipped).unwrap();
        for question in [
            &["hardest", "3x3"][..],
            &["build", "3x3"],
            &["random", "3x3", "--distance", "31"],
            &["random", "3x3", "--levels", "2", "--per-level", "1"],
        ] {
            let said = tilebase.run(question);
            assert_eq!(said.code, Some(3), "{question:?}: {said:?}");
            assert!(said.err.contains("list of states"), "{said:?}");
        }
    }
}

#[test]
fn a_file_under_the_name_of_another_is_shown() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "2x2", "2x3"]);
    let path = |name| tilebase.data().join(name);
    fs::copy(
        path("sliding-2x2-home0.tilebase"),
        path("sliding-3x3-home0.tilebase"),
    )
    .unwrap();
    for command in ["verify", "list"] {
        let said = tilebase.run(&[command]);
        assert_eq!(said.code, Some(3), "{said:?}");
        let all = said.out.clone() + &said.err;
        assert!(all.contains("not what its name says"), "{said:?}");
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes named pipes of Unix")]
fn a_pipe_among_the_tables_stops_nobody() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "2x2"]);
    let path = |name: &str| tilebase.data().join(name).display().to_string();
    let (parts, scratch) = (path("parts"), path("scratch"));
    let part = format!("{parts}/sliding-4x3-home0-00000-00003.tilepart");
    let planes = format!("{scratch}/sliding-4x3-home0.scratch/00002.planes");
    for pipe in [path("sliding-3x2-home0.tilebase"), part, planes] {
        fs::create_dir_all(Path::new(&pipe).parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    for (arguments, says) in [
        (&["list"][..], "sliding-3x2"),
        (&["verify"], "sliding-3x2"),
        (&["distance", "3x2", "123450"], "sliding-3x2"),
        (&["merge", &parts], "00000-00003.tilepart"),
        (&["build", "3x4", "--scratch", &scratch], "00002.planes"),
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!((said.out.clone() + &said.err).contains(says), "{said:?}");
    }
}

/// A table is cut short while a stream is answered from it.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes signals of Linux")]
fn a_table_that_is_cut_in_use_is_exit_code_3() {
    let tilebase = Tilebase::new();
    tilebase.ok(&["build", "3x3"]);
    let path = tilebase.data().join(&tilebase.tables()[0]);
    let mut command = tilebase.command(&["distance", "3x3", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "123456780").unwrap();
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    assert_eq!(first, "0\n");
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_len(4096).unwrap();
    // The program may end before everything is written.
    let _ = writeln!(input, "867254301");
    drop(input);
    let said = said(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(3), "{said:?}");
    let says =
        "error: a file was cut short, or its disk failed, while it was read: `tilebase verify` ";
    assert!(said.err.contains(says), "{said:?}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes /dev/full of Linux")]
fn exit_codes_do_not_depend_on_who_listens() {
    let tilebase = Tilebase::new();
    for (arguments, code) in [
        ("distance 3x3 1", 2),
        ("distance 3x3 123456780 --no-build", 3),
        ("--threads 2 hardest 6x6", 2),
    ] {
        let command = format!(
            "{} {arguments} --data {} 2>/dev/full",
            env!("CARGO_BIN_EXE_tilebase"),
            tilebase.data().display()
        );
        let status = Command::new("sh").args(["-c", &command]).status().unwrap();
        assert_eq!(status.code(), Some(code), "{command}");
    }
    for arguments in ["--help", "--version", "help solve", "man", "moves join R"] {
        let program = env!("CARGO_BIN_EXE_tilebase");
        let command = format!("{program} {arguments} >/dev/full");
        let said = said(Command::new("sh").args(["-c", &command]).output().unwrap());
        assert_eq!(said.code, Some(3), "{command}: {said:?}");
        assert!(said.err.contains("cannot write the answer"), "{said:?}");
    }
}

#[test]
fn bad_input_comes_back_without_control_characters() {
    let tilebase = Tilebase::new();
    let said = tilebase.run(&["distance", "3x3", "1 2 3 4 5 6 7 \u{1b}[31mx 0"]);
    assert_eq!(said.code, Some(2));
    assert!(!said.err.contains('\u{1b}'), "{said:?}");
    let said = tilebase.pipe(&["distance", "3x3", "-"], b"1 2 3 4 5 6 7 \x1b]0;x\x07 0\n");
    assert!(said.out.starts_with("error: "), "{said:?}");
    assert!(!said.out.contains(['\u{1b}', '\u{7}']), "{said:?}");
}

#[test]
fn an_empty_folder_variable_is_none() {
    let tilebase = Tilebase::new();
    fs::create_dir_all(tilebase.data()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
    command
        .env("TILEBASE_DATA", "")
        .env("HOME", tilebase.data());
    command
        .env_remove("XDG_DATA_HOME")
        .current_dir(tilebase.data());
    let said = said(
        command
            .args(["check", "3x3", "123456780"])
            .output()
            .unwrap(),
    );
    assert_eq!(said.code, Some(0), "{said:?}");
}

const FIFTEEN: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";

#[test]
fn endless_files_and_numbers_are_refused_or_bounded() {
    let tilebase = Tilebase::new();
    let begun = Instant::now();
    #[cfg(unix)]
    for arguments in [
        &["solve", "oshidori-kinds-9", "--resume", "/dev/zero"][..],
        &[
            "distance",
            "4x4",
            "--partition",
            "/dev/zero",
            "--heuristic",
            "pdb",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0",
        ],
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {said:?}");
    }
    #[cfg(unix)]
    for (arguments, says) in [
        (&["distance", "3x3", "--file", "/dev/zero"][..], "a line"),
        (&["bench", "korf100", "--resume", "/dev/zero"], "not a file"),
        (
            &[
                "solve",
                "4x4",
                FIFTEEN,
                "--heuristic",
                "catalogue:/dev/zero",
            ],
            "too large",
        ),
        (&["bench", "/dev/zero"], "more than"),
        (&["sudoku", "/dev/zero"], "more than"),
        (&["maze", "/dev/zero"], "more than"),
    ] {
        let said = tilebase.run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {said:?}");
        assert!(said.err.contains(says), "{arguments:?}: {said:?}");
    }
    for number in ["9223372036854775808", "18446744073709551615"] {
        let said = tilebase.run(&["random", "2x2", "--levels", "2", "--per-level", number]);
        assert_eq!(said.code, Some(0), "{said:?}");
    }
    tilebase.ok(&["distance", "2x2", "1230", "--threads", "100000"]);
    let mut many = tilebase.command(&["distance", "2x2", "1230"]);
    let said = said(many.env("RAYON_NUM_THREADS", "99999999").output().unwrap());
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_picture_is_replaced_not_overwritten() {
    let tilebase = Tilebase::new();
    let folder = tilebase.data().to_owned();
    fs::create_dir_all(&folder).unwrap();
    let (picture, link) = (folder.join("a.svg"), folder.join("b.svg"));
    fs::write(&picture, "old").unwrap();
    fs::hard_link(&picture, &link).unwrap();
    tilebase.ok(&["depths", "2x2", "--svg", picture.to_str().unwrap()]);
    let drawn = fs::read_to_string(&picture).unwrap();
    let title = "\n<title id=\"title\">2x2: states by distance</title>\n";
    assert!(
        drawn.starts_with("<svg xmlns=") && drawn.contains(title),
        "{drawn}"
    );
    assert_eq!(fs::read_to_string(&link).unwrap(), "old");
}

#[test]
fn nothing_is_built_for_a_board_that_cannot_be_solved() {
    let tilebase = Tilebase::new();
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    for question in [
        &["distance", "4x4", fifteen][..],
        &["solve", "4x4", fifteen],
        &["solve", "4x4", fifteen, "--all"],
        &["hint", "4x4", fifteen],
        &["distance", "3x3", "123456870"],
        &["distance", "3x3", "123456870", "--metric", "multi"],
    ] {
        let said = tilebase.run(question);
        assert_eq!(said.code, Some(1), "{question:?}: {said:?}");
        assert_eq!(tilebase.tables(), Vec::<String>::new(), "{question:?}");
    }
}

/// A file saves one search at a time, and closing the terminal ends a search as Ctrl-C does.
#[test]
#[cfg_attr(not(unix), ignore = "takes signals of Unix")]
fn a_saved_search_has_one_owner() {
    let tilebase = Tilebase::new();
    fs::create_dir_all(tilebase.data()).unwrap();
    let file = tilebase.data().join("search.json");
    let others = ["search.json.part", ".search.json.part"].map(|name| tilebase.data().join(name));
    for other in &others {
        fs::write(other, "the user's own").unwrap();
    }
    let ask = ["solve", "oshidori-kinds-18", "--threads", "1", "--resume"];
    let ask = [&ask[..], &[file.to_str().unwrap()]].concat();
    let child = tilebase.command(&ask).spawn().unwrap();
    wait_until("a saved search", || file.exists());
    let second = tilebase.run(&ask);
    assert_eq!(second.code, Some(3), "{second:?}");
    assert!(second.err.contains("another search"), "{second:?}");
    signal("-HUP", child.id());
    let first = said(child.wait_with_output().unwrap());
    assert_eq!(first.code, Some(130), "{first:?}");
    assert!(first.err.contains("proven so far"), "{first:?}");
    assert!(file.exists());
    for other in &others {
        assert_eq!(fs::read_to_string(other).unwrap(), "the user's own");
    }
}

/// No checksum includes the zeros between the parts of a file; nothing but `verify` reads them.
#[test]
fn bytes_between_the_parts_are_verified() {
    let tilebase = Tilebase::new();
    let ask = ["distance", "2x2", "0321"];
    assert_eq!(tilebase.ok(&ask), "6\n");
    let path = tilebase.data().join(&tilebase.tables()[0]);
    let whole = fs::read(&path).unwrap();
    // Twelve distances begin at byte 4096; the lists begin at the next multiple of eight.
    for (at, gap) in [
        (4000, "to 4096"),
        (4095, "to 4096"),
        (4108, "from 4108 to 4112"),
    ] {
        let mut bytes = whole.clone();
        assert_eq!(std::mem::replace(&mut bytes[at], 1), 0);
        fs::write(&path, bytes).unwrap();
        assert_eq!(tilebase.ok(&ask), "6\n");
        let said = tilebase.run(&["verify", "2x2"]);
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(
            said.out.contains(&format!("{gap} are not zeros")),
            "{said:?}"
        );
        assert!(said.out.starts_with("damaged"), "{said:?}");
    }
    fs::write(&path, whole).unwrap();
    assert!(tilebase.ok(&["verify", "2x2"]).starts_with("good"));
}
