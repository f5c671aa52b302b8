//! Files that are written as a whole or not at all, and readers that go away.

use std::fs;
use std::process::Stdio;

use crate::common::{Folder, WALL};

#[test]
fn an_existing_file_stays_as_it_was_when_the_command_fails() {
    let folder = Folder::with("wall.txt", WALL);
    folder.write("kept.svg", "kept");
    for arguments in [
        "plan wall.txt --from 1,1 --format svg --out kept.svg",
        "plan wall.txt --from 1,1 --format json --out kept.svg",
        "plan missing.map --out kept.svg",
        "generate rooms --size 1000 --out kept.svg",
        "scen wall.txt missing.scen --csv kept.svg",
        "crowd wall.txt --svg kept.svg",
    ] {
        assert_eq!(folder.run(arguments).code, 2, "{arguments}");
        assert_eq!(folder.read("kept.svg"), "kept", "{arguments}");
    }
    assert_eq!(folder.run("plan wall.txt --format svg --out kept.svg").code, 0);
    assert!(folder.read("kept.svg").starts_with("<svg "));
    assert_eq!(folder.names(), ["kept.svg", "wall.txt"]);
}

#[test]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let folder = Folder::with("kept.svg", "kept");
    let mut permissions = fs::metadata(folder.path("kept.svg")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path("kept.svg"), permissions).unwrap();
    let ran = folder.run("plan --format svg --out kept.svg");
    assert_eq!((ran.code, ran.err.as_str()), (2, "error: cannot write kept.svg: permission denied\n"));
    assert_eq!(folder.read("kept.svg"), "kept");
}

#[test]
fn files_get_what_standard_output_gets() {
    let folder = Folder::with("wall.txt", WALL);
    let printed = folder.run("plan wall.txt --format svg").out;
    let mut command = folder.command("plan wall.txt --format svg --out a.svg");
    assert!(command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").status().unwrap().success());
    assert_eq!(folder.read("a.svg"), printed);
    let mut command = folder.command("plan wall.txt --out a.txt");
    assert!(command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").status().unwrap().success());
    assert!(!folder.read("a.txt").contains('\x1b'), "no colours in a file");
    assert!(folder.read("a.txt").contains("●●●"));
    assert!(folder.run("plan wall.txt --format svg --out -").out == printed);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    for arguments in ["planners --json", "", "crowd", "generate maze --width 400 --height 400", "--help"] {
        let mut child =
            folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}: {err}");
        assert!(!err.contains("error") && !err.contains("panicked"), "{arguments}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = folder.command("planners --json").stdout(full).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.starts_with("error: cannot write to standard output: "), "{err}");

    let ran = folder.run("generate maze --out /dev/full");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: cannot write /dev/full: "), "{}", ran.err);
}
