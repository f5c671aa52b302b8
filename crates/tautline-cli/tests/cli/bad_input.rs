//! Every bad input is an error that says what was found and what was expected, with exit code 2.

use std::fmt::Write;
use std::fs;

use insta::assert_snapshot;

use crate::common::{Folder, Ran, WALL};

fn header(height: u64, width: u64) -> String {
    format!("type octile\nheight {height}\nwidth {width}\nmap\n")
}

fn folder() -> Folder {
    let folder = Folder::with("wall.txt", WALL);
    folder.write("empty.map", "");
    folder.write("truncated.map", header(3, 4) + "....\n....\n");
    folder.write("wide.map", header(2, 4) + "....\n.....\n");
    folder.write("narrow.map", header(2, 4) + "....\n...\n");
    folder.write("latin1.map", [header(1, 4).as_bytes(), b"..\xe9.\n"].concat());
    folder.write("binary.map", [0, 159, 146, 150]);
    folder.write("lying.map", header(7, 2) + "....\n....\n");
    folder.write("huge.map", header(4_000_000_000, 4) + "....\n");
    folder.write("unmarked.txt", "....\n....\n");
    folder.write("half.txt", "S...\n....\n");
    folder.write("a.scen", "version 1\n0\twall.txt\t6\t3\t0\t0\t1\t0\t1.00000\n");
    folder.write("other.scen", "version 1\n0\twall.txt\t9\t9\t0\t0\t1\t0\t1.00000\n");
    folder.write("broken.scen", "version 1\n0\twall.txt\t6\t3\t0\t0\t1\n");
    folder.write("two.txt", "1\n2\n");
    folder.write("words.txt", "one\n");
    folder.write(
        "hexagons.tmx",
        r#"<map orientation="hexagonal" staggeraxis="y" staggerindex="odd" width="2" height="1">
           <layer name="a"><data encoding="csv">0,0</data></layer></map>"#,
    );
    fs::create_dir(folder.path("folder")).unwrap();
    folder
}

/// Runs every command, makes sure that it fails as it should, and puts the messages together.
fn messages(commands: &[&str]) -> String {
    let folder = folder();
    let before = folder.names();
    let mut messages = String::new();
    for command in commands {
        let Ran { code, out, err } = folder.run(command);
        assert_eq!((code, out.as_str()), (2, ""), "{command}");
        assert!(err.starts_with("error: ") && !err.contains("panicked"), "{command}: {err}");
        writeln!(messages, "$ tautline {command}\n{}\n", err.trim_end()).unwrap();
    }
    assert_eq!(folder.names(), before, "nothing is left behind");
    messages
}

#[test]
fn maps() {
    assert_snapshot!(
        "bad_maps",
        messages(&[
            "plan missing.map --from 0,0 --to 1,1",
            "plan folder --from 0,0 --to 1,1",
            "plan empty.map --from 0,0 --to 1,1",
            "plan truncated.map --from 0,0 --to 1,1",
            "plan wide.map --from 0,0 --to 1,1",
            "plan narrow.map --from 0,0 --to 1,1",
            "plan latin1.map --from 0,0 --to 1,1",
            "plan binary.map --from 0,0 --to 1,1",
            "plan lying.map --from 0,0 --to 1,1",
            "plan huge.map --from 0,0 --to 1,1",
            "plan wall.txt --passable é",
        ])
    );
}

#[test]
fn places() {
    assert_snapshot!(
        "bad_places",
        messages(&[
            "plan wall.txt --from 6,0",
            "plan wall.txt --from -1,0",
            "plan wall.txt --to 0,3",
            "plan wall.txt --to 0,-2147483648",
            "plan wall.txt --from 1,1",
            "plan wall.txt --to 2,1",
            "plan wall.txt --from a,b",
            "plan wall.txt --from 3",
            "plan wall.txt --to 1,2,3",
            "plan wall.txt --to 99999999999,1",
            "plan wall.txt --to nan,1",
            "plan wall.txt --from 2.5,1.25",
            "plan wall.txt --from 0,0 --to 3,3.5 --planner field-dstar",
            "plan wall.txt --from 0,0 --to corner:3,2",
            "plan wall.txt --from corner:1.5,0 --to 3,2",
            "plan wall.txt --from corner:0,0 --to 3,2 --planner astar-corners",
            "plan wall.txt --from 0.5,0 --to corner:3,2 --planner astar-corners",
            "plan wall.txt --from 0,0 --to 3.5,1.5 --planner taut",
            "plan wall.txt --from 6.5,0 --to 3,2 --planner taut",
            "plan wall.txt --from 0.5,0 --to 3,2 --to 5,2 --planner taut",
            "plan unmarked.txt",
            "plan half.txt",
        ])
    );
}

#[test]
fn planners_and_options() {
    assert_snapshot!(
        "bad_planners",
        messages(&[
            "plan --planner dijsktra",
            "plan --planner astar:opne=heap",
            "plan --planner astar:open=hep",
            "plan --opt open",
            "plan --opt wieght=2",
            "plan --planner weighted-astar --opt weight=0.5",
            "plan --opt costs=1",
            "plan --timeout soon",
            "plan --timeout -1s",
            "plan --max-expansions -3",
            "scen wall.txt a.scen --planner astar,dijsktra",
            "scen wall.txt a.scen --planner astar,bfs --opt open=heap",
        ])
    );
}

#[test]
fn scenarios() {
    assert_snapshot!(
        "bad_scenarios",
        messages(&[
            "scen missing.map a.scen",
            "scen wall.txt missing.scen",
            "scen wall.txt wall.txt",
            "scen wall.txt broken.scen",
            "scen wall.txt other.scen",
            "scen wall.txt a.scen --reference missing.txt",
            "scen wall.txt a.scen --reference two.txt",
            "scen wall.txt a.scen --reference words.txt",
            "scen wall.txt a.scen --sample 0",
            "scen wall.txt a.scen --repeat -2",
        ])
    );
}

#[test]
fn outputs_that_cannot_be_written() {
    assert_snapshot!(
        "bad_outputs",
        messages(&[
            "plan --out missing/path.txt",
            "plan --format svg --out folder",
            "plan --format json --out wall.txt/path.json",
            "scen wall.txt a.scen --csv missing/a.csv",
            "generate maze --out missing/a.map",
        ])
    );
}

#[test]
fn parameters_of_generators() {
    assert_snapshot!(
        "bad_generate",
        messages(&[
            "generate random --blocked 101",
            "generate random --width 0",
            "generate random --width 4000000000 --height 4000000000",
            "generate walls --length 0",
            "generate rooms --size 100",
            "generate maze --corridor 0",
            "generate maze --seed -1",
            "generate maze --format gif",
            "generate terrain --largest 0",
            "generate terrain --largest 65536",
            "generate terrain --region-size 0",
            "generate terrain --regions large --blocked 60",
            "generate terrain --out hills.map",
            "generate terrain --out hills",
            "generate terrain --format ascii",
            "generate terrain --largest 300 --out hills.png",
        ])
    );
}

#[test]
fn crowds() {
    assert_snapshot!(
        "bad_crowd",
        messages(&[
            "crowd crcle",
            "crowd hallway-3",
            "crowd missing.map",
            "crowd folder",
            "crowd truncated.map",
            "crowd hexagons.tmx",
            "crowd wall.txt",
            "crowd wall.txt --agents 2 --radius 0.8",
            "crowd wall.txt --agents 1 --radius 1e30",
            "crowd wall.txt --radius 0",
            "crowd wall.txt --radius nan",
            "crowd wall.txt --agents 2 --svg wall.txt",
            "crowd circle --radius 0.4",
            "crowd circle --agents 0",
            "crowd circle --agents 5000",
            "crowd corridor --agents 7",
            "crowd circle --model orka",
            "crowd circle --planner dijsktra",
            "crowd circle --planner taut --flow",
            "crowd circle --flow --straight",
            "crowd circle --seed -1",
            "crowd circle --steps 0",
            "crowd circle --threads 0",
            "crowd circle --threads 100000",
            "crowd circle --json --svg -",
            "crowd circle --svg missing/a.svg",
            "crowd --agents 5",
        ])
    );
}

#[test]
fn labs() {
    assert_snapshot!(
        "bad_lab",
        messages(&[
            "lab yardstick",
            "lab yardstick --maps . --passes 0",
            "lab yardstick --maps . --map atlantis",
            "lab repair",
            "lab repair --maps missing",
            "lab repair --maps . --map atlantis",
            "lab repair --maps . --map random512",
            "lab repair --maps . --edits 0",
            "lab repair --maps . --patches 0",
            "lab repair --from-csv missing.csv",
            "lab repair --from-csv missing.csv --edits 5",
            "lab repair --maps . --seed -1",
            "lab theta --only table-9",
            "lab theta --grids 0",
            "lab theta --maps missing --only table-1",
            "lab theta --from-csv missing.csv",
            "lab theta --from-csv a.csv --quick",
            "lab theta --only figure-24 --csv missing/records.csv",
            "lab anya",
            "lab anya --maps missing",
            "lab anya --only table-3",
            "lab anya --maps . --sample 0",
            "lab anya --maps . --sample 5 --all",
            "lab anya --from-csv missing.csv",
            "lab anya --from-csv a.csv --quick",
            "lab anya --maps . --csv missing/records.csv",
            "lab cazenave --only table-4",
            "lab cazenave --grids 0",
            "lab cazenave --from-csv missing.csv",
            "lab cazenave --from-csv a.csv --quick",
            "lab cazenave --csv missing/records.csv",
            "lab rayner --only tie",
            "lab rayner --grids 0",
            "lab rayner --from-csv missing.csv",
            "lab rayner --from-csv a.csv --unoptimised tautline",
            "lab rayner --csv missing/records.csv",
            "lab yardstick --from-csv missing.csv",
            "lab yardstick --from-csv a.csv --passes 3",
            "lab peers --quick --map den520d",
            "lab scale --only maps",
            "lab scale --from-csv a.csv --seed 3",
            "lab scale --from-csv missing.csv",
            "lab scale --quick --csv missing/rows.csv",
            "lab report --out missing",
        ])
    );
}
