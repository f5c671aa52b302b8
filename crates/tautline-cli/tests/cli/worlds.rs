//! Maps of every format with everything there can be to them, and questions that end elsewhere than at one goal.

#![expect(clippy::float_cmp, reason = "costs of whole steps are exact")]

use serde_json::{Value, json};
use tautline::Registry;
use tautline::engine::{Ends, Feature};

use crate::common::{Folder, WALL};

fn json(folder: &Folder, arguments: &str) -> (i32, Value) {
    let ran = folder.run(&format!("plan {arguments} --format json"));
    assert!(ran.code < 2, "{arguments}: {}", ran.err);
    (ran.code, serde_json::from_str(&ran.out).unwrap())
}

fn cost(folder: &Folder, arguments: &str) -> f64 {
    let (code, plan) = json(folder, arguments);
    assert_eq!((code, &plan["outcome"]), (0, &json!("found")), "{arguments}");
    plan["cost"].as_f64().unwrap()
}

fn error(folder: &Folder, arguments: &str) -> String {
    let ran = folder.run(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}");
    ran.err
}

/// Water between two shores, and a swamp beside it.
const SHORES: &str = "type octile\nheight 3\nwidth 6\nmap\n..WW..\n..WW..\n..SS..\n";

#[test]
fn a_boat_and_a_tank_plan_on_the_same_map() {
    let folder = Folder::with("shores.map", SHORES);
    let plan = |costs: &str, ends: &str| cost(&folder, &format!("shores.map {ends} --costs {costs}"));
    assert_eq!(plan(".=1,W=1,S=1", "--from 1,0 --to 4,0"), 3.0);
    assert_eq!(plan(".=1,W=9,S=9", "--from 1,0 --to 4,0"), 19.0);
    let around = plan(".=1,S=2", "--from 1,0 --to 4,0");
    assert!((around - 9.0).abs() < 1e-9, "down two, three of the swamp, up two: {around}");
    assert_eq!(plan("W=1", "--from 2,0 --to 3,1 --opt diagonal=never"), 2.0);
    let (code, plan) = json(&folder, "shores.map --from 1,0 --to 4,0 --costs .=1");
    assert_eq!((code, &plan["outcome"]), (1, &json!("unreachable")));
}

#[test]
fn maps_come_in_many_formats() {
    let folder = Folder::with("costs.csv", "1,1,1\n1,9,1\n1,1,1\n");
    assert_eq!(cost(&folder, "costs.csv --from 0,1 --to 2,1 --opt diagonal=never"), 4.0);
    folder.write("grey.pgm", "P2 3 1 255 255 252 255");
    assert_eq!(cost(&folder, "grey.pgm --from 0,0 --to 2,0"), 2.0);
    assert_eq!(cost(&folder, "grey.pgm --from 0,0 --to 2,0 --costs greys"), 5.0);
    folder.write("colour.ppm", "P3 3 1 255 255 255 255 32 160 32 255 255 255");
    assert_eq!(cost(&folder, "colour.ppm --from 0,0 --to 2,0 --costs #ffffff=1,#20a020=4"), 5.0);
    folder.write("ros.pgm", "P2 3 1 255 254 205 254");
    folder.write(
        "ros.yaml",
        "image: ros.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n",
    );
    assert_eq!(json(&folder, "ros.yaml --from 0,0 --to 2,0").0, 1);
    assert_eq!(cost(&folder, "ros.yaml --from 0,0 --to 2,0 --unknown-free"), 2.0);
    folder.write(
        "tiles.tmj",
        r#"{"width":3,"height":1,"tilewidth":8,"tileheight":8,"orientation":"orthogonal","infinite":false,"tilesets":[],
            "layers":[{"type":"tilelayer","name":"walls","width":3,"height":1,"data":[0,7,0]},
                      {"type":"tilelayer","name":"none","width":3,"height":1,"data":[0,0,0]}]}"#,
    );
    assert_eq!(json(&folder, "tiles.tmj --from 0,0 --to 2,0").0, 1);
    assert_eq!(cost(&folder, "tiles.tmj --from 0,0 --to 2,0 --layer none"), 2.0);
    assert_eq!(cost(&folder, "tiles.tmj --from 0,0 --to 2,0 --costs 7=3"), 4.0);
    assert_eq!(cost(&folder, "tiles.tmj --from 0,0 --to 2,0 --costs tiles=2"), 3.0);
    assert_eq!(cost(&folder, "tiles.tmj --from 0,0 --to 2,0 --costs 7=1,empty=5"), 6.0);
    for costs in ["0=1", "2147483655=3", "walls=1", "7", "7=3,7=3"] {
        let error = error(&folder, &format!("plan tiles.tmj --from 0,0 --to 2,0 --costs {costs}"));
        assert!(error.contains("among the costs, expected"), "{costs}: {error}");
    }
    let ran = folder.run("plan tiles.tmj --from 0,0 --to 2,0 --costs empty=0");
    assert!(ran.err.contains("every cell of tiles.tmj is blocked; --costs tiles=1 makes"), "{}", ran.err);
    folder.write("hex.map", "type hex\nheight 3\nwidth 3\nmap\n...\n...\n...\n");
    assert_eq!(cost(&folder, "hex.map --from 0,0 --to 2,2"), 3.0);
    folder.write("open.txt", "...\n...\n...\n");
    assert_eq!(cost(&folder, "open.txt --from 0,0 --to 2,2 --hexagons"), 3.0);
}

#[cfg(unix)]
#[test]
fn a_map_may_come_through_a_pipe() {
    let folder = Folder::with("wall.txt", WALL);
    let mut command = folder.command("plan /dev/stdin --format json");
    command.stdin(std::fs::File::open(folder.path("wall.txt")).unwrap());
    let from_file = crate::common::ran(&mut command);
    let mut cat = std::process::Command::new("cat");
    cat.arg(folder.path("wall.txt")).stdout(std::process::Stdio::piped());
    let mut cat = cat.spawn().unwrap();
    let mut command = folder.command("plan /dev/stdin --format json");
    let from_pipe = crate::common::ran(command.stdin(cat.stdout.take().unwrap()));
    cat.wait().unwrap();
    for ran in [from_file, from_pipe] {
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("\"outcome\":\"found\""));
    }
}

#[test]
fn what_does_not_concern_a_format_is_refused() {
    let folder = Folder::with("costs.csv", "1,1\n");
    folder.write("wall.txt", WALL);
    folder.write("grey.pgm", "P2 2 1 255 255 0");
    for (arguments, message) in [
        ("costs.csv --costs 1=2", "costs.csv: a table has its own costs: leave out --costs"),
        ("costs.csv --passable .", "costs.csv: --passable is for MovingAI maps"),
        ("costs.csv --layer a", "costs.csv: --layer is for Tiled maps"),
        ("costs.csv --unknown-free", "costs.csv: --unknown-free is for ROS maps"),
        ("wall.txt --costs .=2", "wall.txt: the cells of a drawing are free or blocked: leave out --costs"),
        ("wall.txt --passable .", "wall.txt: --passable is for MovingAI maps"),
        ("wall.txt --within nan", "found \"nan\", expected a number of tiles from 0"),
        ("wall.txt --link 1,1:5,0:1", "a link from (1, 1) to (5, 0): (1, 1) is blocked"),
        ("wall.txt --radius 0.6 --link 0,0:5,0:1", "--link 0,0:5,0:1 for an agent of radius 0.6"),
        ("grey.pgm --costs .=2", "grey.pgm: found \".=2\" in the palette, expected a colour and its cost"),
        ("grey.pgm --costs #ffffff=2", "grey.pgm: the pixel (1, 0) is #000000, expected one of #ffffff"),
        ("wall.txt --link 0,0:9,9", "expected FROM:TO:COST such as 3,4:10,2:5"),
        ("wall.txt --link 0,0:99,9:1", "(99, 9) is outside the map"),
        ("wall.txt --links none.txt", "none.txt: cannot be read"),
        ("wall.txt --radius -1", "expected a number of tiles from 0"),
        (
            "wall.txt --radius 0.4 --planner taut",
            "taut plans between points, along walls, and cannot take the radius 0.4",
        ),
        ("wall.txt --radius 1 --planner field-dstar", "but these can: bfs, dijkstra"),
        ("wall.txt --hexagons --radius 1", "--radius is for squares"),
        ("wall.txt --next-to --within 3", "cannot be used with"),
    ] {
        let error = error(&folder, &format!("plan {arguments}"));
        assert!(error.contains(message), "{arguments}: {error}");
    }
}

/// What a map names is an input, too.
#[test]
fn files_that_a_map_names_are_spared() {
    let folder = Folder::with("ros.pgm", "P2 3 1 255 254 254 254");
    folder.write(
        "ros.yaml",
        "%YAML 1.2\n---\nimage: ros.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\n\
         free_thresh: 0.196\n",
    );
    folder.write("t.tsx", r#"<tileset tilewidth="8" tileheight="8"/>"#);
    folder.write(
        "a.tmx",
        r#"<map width="3" height="1"><tileset firstgid="1" source="t.tsx"/>
           <layer name="a"><data encoding="csv"><!-- floor -->0,0,<!-- and -->0</data></layer></map>"#,
    );
    folder.write("a.scen", "version 1\n0\ta\t3\t1\t0\t0\t2\t0\t2\n");
    for (arguments, file) in [
        ("plan ros.yaml --from 0,0 --to 2,0 --format png --out ros.pgm", "ros.pgm"),
        ("index build ros.yaml --planner jps-plus --out ros.pgm", "ros.pgm"),
        ("scen ros.yaml a.scen --csv ros.pgm", "ros.pgm"),
        ("plan a.tmx --from 0,0 --to 2,0 --format svg --out t.tsx", "t.tsx"),
    ] {
        let before = folder.read(file);
        let error = error(&folder, arguments);
        assert!(error.contains("would be written over"), "{arguments}: {error}");
        assert_eq!(folder.read(file), before);
    }
    assert_eq!(folder.run("plan a.tmx --from 0,0 --to 2,0").code, 0);
}

#[test]
fn what_may_not_have_been_meant_is_said() {
    let folder = Folder::with("grey.pgm", "P2 3 1 255 255 200 150");
    let ran = folder.run("plan grey.pgm --from 0,0 --to 2,0");
    assert!(
        ran.err.contains("grey.pgm has 3 colours, read as free and blocked by brightness; --costs greys")
    );
    folder.write("two.pgm", "P2 3 1 255 255 200 255");
    assert_eq!(folder.run("plan two.pgm --from 0,0 --to 2,0").err, "");
    let ran = folder.run("plan grey.pgm --from 0,0 --to 2,0 --costs #ffffff=1,c8c8c8=2");
    assert!(ran.err.contains("the pixel (2, 0) is #969696, expected one of #ffffff #c8c8c8"), "{}", ran.err);
}

/// Lengths are held against a scenario's only where the ground is the one that they are for.
#[test]
fn a_check_knows_what_the_lengths_are_for() {
    let map = |row: &str| format!("type octile\nheight 3\nwidth 5\nmap\n{row}\n.....\n.....\n");
    let folder = Folder::with("w.map", map("..W.."));
    let scen =
        |length: &str| folder.write("w.scen", format!("version 1\n0\tw.map\t5\t3\t0\t0\t4\t0\t{length}\n"));
    let check = |options: &str| folder.run(&format!("scen w.map w.scen --check {options}"));
    scen("4.82842712");
    for options in ["", "--radius 0", "--radius 0.5", "--passable GS."] {
        let ran = check(options);
        assert_eq!((ran.code, ran.err.contains("not compared")), (0, false), "{options}: {}", ran.err);
    }
    for options in ["--passable .W", "--costs .=1,W=1", "--radius 1"] {
        let ran = check(options);
        assert_eq!(ran.code, 0, "{options}: {}", ran.err);
        assert!(ran.err.contains("plans on another ground than the lengths of the scenario"), "{}", ran.err);
    }
    scen("999");
    assert_eq!(check("--radius 0").code, 3);
}

#[test]
fn links_shorten_the_way() {
    let folder = Folder::with("open.txt", "..........\n");
    assert_eq!(cost(&folder, "open.txt --from 0,0 --to 9,0"), 9.0);
    assert_eq!(cost(&folder, "open.txt --from 0,0 --to 9,0 --link 1,0:8,0:3"), 5.0);
    assert_eq!(cost(&folder, "open.txt --from 9,0 --to 0,0 --link 1,0:8,0:3"), 9.0);
    assert_eq!(cost(&folder, "open.txt --from 9,0 --to 0,0 --link 1,0:8,0:3:both"), 5.0);
    folder.write("links.txt", "# the lift\n1,0:8,0:3:both\n");
    let (_, plan) = json(&folder, "open.txt --from 9,0 --to 0,0 --links links.txt --waypoints");
    assert_eq!(plan["path"], json!([[9, 0], [8, 0], [1, 0], [0, 0]]));
    assert_eq!(plan["turns"], json!(0), "a link is no turn");
    assert_eq!((&plan["detail"], &plan["end"]), (&json!("every-cell"), &json!([0, 0])));
    folder.write("links.txt", "1,0:8,0\n");
    let error = error(&folder, "plan open.txt --from 9,0 --to 0,0 --links links.txt");
    assert!(error.contains("links.txt:1: found \"1,0:8,0\", expected FROM:TO:COST"), "{error}");
}

#[test]
fn uphill_is_dearer_than_downhill() {
    let folder = Folder::with("hill.csv", "\u{feff}-1,2,-1\n-1,-1,-1\n");
    folder.write("open.txt", "...\n...\n");
    let plan =
        |options: &str| cost(&folder, &format!("open.txt --opt diagonal=never --heights hill.csv {options}"));
    assert_eq!(plan("--from 0,0 --to 1,0"), 4.0);
    assert_eq!(plan("--from 1,0 --to 0,0"), 1.0);
    assert_eq!(plan("--from 1,0 --to 0,0 --climb 1,2"), 7.0);
    assert_eq!(plan("--from 0,0 --to 2,0"), 4.0);
    let error = |options: &str| error(&folder, &format!("plan open.txt --from 0,0 --to 2,0 {options}"));
    let message = error("--heights hill.csv --planner jps");
    assert!(message.contains("jps does not support tolls of steps"), "{message}");
    assert!(!message.contains("field-dstar"), "it knows costs of cells only: {message}");
    folder.write("low.csv", "0,3,0\n");
    let message = error("--heights low.csv");
    assert!(message.contains("low.csv: found 3 × 1 heights, expected 3 × 2, one for each cell"), "{message}");
    assert!(error("--heights hill.csv --climb 2").contains("expected two numbers of tiles"));
}

/// Whatever there is to a map, a planner uses it or says that it cannot, and which ones can.
#[test]
fn who_does_not_know_something_says_so() {
    let folder = Folder::with("costs.csv", "1,2,1\n1,1,1\n");
    folder.write("open.txt", "...\n...\n");
    for planner in Registry::core().iter() {
        for (map, is_known, what) in [
            ("costs.csv", planner.handles(Feature::Terrain), "terrain costs"),
            ("open.txt --link 0,0:2,1:1", planner.handles(Feature::Links), "links"),
            ("open.txt --hexagons", planner.handles(Feature::Hexagons), "hexagons"),
        ] {
            let kind = if planner.ends == Ends::Corners { "corner:" } else { "" };
            let arguments = format!("{map} --from {kind}0,0 --to {kind}2,0 --planner {}", planner.id);
            if is_known {
                cost(&folder, &arguments);
            } else {
                let error = error(&folder, &format!("plan {arguments}"));
                let message = format!("{} does not support {what}; these do", planner.id);
                let instead =
                    if what == "terrain costs" && planner.ends == Ends::Points { "theta" } else { "astar" };
                assert!(error.contains(&message) && error.contains(instead), "{error}");
            }
        }
        let is_on_cells = planner.ends == Ends::Cells;
        let kind = if planner.ends == Ends::Corners { "corner:" } else { "" };
        let another = format!("--to {kind}1,1");
        let questions = [another.as_str(), "--next-to", "--within 2", "--partial"];
        for question in questions.into_iter().filter(|&question| is_on_cells || question != "--partial") {
            let ends = format!("--from {kind}0,0 --to {kind}2,0");
            let arguments = format!("plan open.txt {ends} {question} --planner {}", planner.id);
            if planner.handles(Feature::Reach) {
                assert_eq!(folder.run(&arguments).code, 0, "{arguments}");
            } else {
                let error = error(&folder, &arguments);
                let message = format!("{} does not support ", planner.id);
                assert!(error.contains(&message) && error.contains("; these do"), "{error}");
            }
        }
    }
    let error = error(&folder, "index build costs.csv --planner jps-plus --out a.index");
    assert!(error.contains("jps-plus does not support terrain costs"), "{error}");
}

#[test]
fn a_path_may_end_beside_the_goal_or_near_it_or_at_another() {
    let folder = Folder::with("wall.txt", "......\n....#.\n......\n");
    let path = |arguments: &str| json(&folder, &format!("wall.txt --from 0,1 {arguments}")).1["path"].clone();
    assert_eq!(path("--to 4,1 --next-to"), json!([[0, 1], [1, 1], [2, 1], [3, 1]]));
    assert_eq!(path("--to 4,1 --within 2"), json!([[0, 1], [1, 1], [2, 1]]));
    assert_eq!(path("--to 5,1 --to 1,0"), json!([[0, 1], [1, 0]]));
    let (_, plan) = json(&folder, "wall.txt --from 0,1 --to 5,1 --to 1,0");
    assert_eq!((&plan["goal"], &plan["goals"]), (&json!([5, 1]), &json!([[5, 1], [1, 0]])));
    let error = error(&folder, "plan wall.txt --from 0,1 --to 4,1");
    assert!(error.contains("the goal, cell (4, 1), is blocked"), "{error}");
}

#[test]
fn a_partial_path_leads_as_near_as_one_can_get() {
    let folder = Folder::with("wall.txt", "....#..\n....#..\n");
    let (code, plan) = json(&folder, "wall.txt --from 0,0 --to 6,1");
    assert_eq!((code, &plan["outcome"]), (1, &json!("unreachable")));
    let (code, plan) = json(&folder, "wall.txt --from 0,0 --to 6,1 --partial");
    assert_eq!(
        (code, &plan["outcome"], &plan["why"]),
        (0, &json!("partial"), &json!("no way leads to the goal"))
    );
    assert_eq!(plan["path"].as_array().unwrap().last(), Some(&json!([3, 1])));
    let (code, plan) = json(&folder, "wall.txt --from 0,0 --to 4,0 --partial");
    assert_eq!((code, &plan["cost"], &plan["why"]), (0, &json!(3.0), &json!("the goal is blocked")));
    let text = folder.run("plan wall.txt --from 0,0 --to 6,1 --partial").out;
    assert!(text.contains("end        3,1\n"), "{text}");
    assert!(
        text.contains("outcome    partial: no way leads to the goal; the path leads to the reachable place")
    );

    folder.write(
        "wall.scen",
        "version 1\n0\twall.txt\t7\t2\t0\t0\t6\t1\t0\n0\twall.txt\t7\t2\t0\t0\t3\t0\t3\n",
    );
    let ran = folder.run("scen wall.txt wall.scen --partial --check --csv -");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let outcomes: Vec<&str> = ran.out.lines().skip(1).map(|row| row.split(',').nth(8).unwrap()).collect();
    assert_eq!(outcomes, ["partial", "found"]);
}

#[test]
fn a_large_agent_keeps_away_from_walls() {
    // A gap of one cell on the left, and one of three cells on the right.
    let rows = [".........", ".........", ".........", "#.###...#", ".........", ".........", "........."];
    let folder = Folder::with("gaps.txt", rows.join("\n") + "\n");
    let plan = |radius: &str| cost(&folder, &format!("gaps.txt --from 1,1 --to 1,5 --radius {radius}"));
    assert_eq!((plan("0"), plan("0.5")), (4.0, 4.0));
    assert!(plan("1") > 9.0);
    assert_eq!(plan("1"), plan("1.5"));
    let error = |arguments: &str| error(&folder, &format!("plan gaps.txt --from 1,1 {arguments}"));
    let message = error("--to 1,3 --radius 1");
    assert!(message.contains("the goal, cell (1, 3), is blocked for an agent of radius 1"), "{message}");
    let message = error("--to 1,5 --radius 2");
    assert!(message.contains("the start, cell (1, 1), is blocked for an agent of radius 2"), "{message}");
    assert_eq!(
        json(&folder, "gaps.txt --from 2,1 --to 6,5 --radius 1.5 --partial").1["outcome"],
        json!("found")
    );
}

/// With a penalty for turns the cost has it in it, and the check knows that.
#[test]
fn a_scenario_on_any_ground_is_checked_step_by_step() {
    let folder = Folder::with("shores.map", SHORES);
    folder.write("shores.scen", "version 1\n0\tshores.map\t6\t3\t1\t0\t4\t0\t7\n");
    for options in [
        "--costs .=1,S=2",
        "--costs .=1,W=3,S=2 --link 0,0:5,0:1",
        "--passable .WS --hexagons",
        "--passable .WS --opt turn-penalty=2",
    ] {
        let ran = folder.run(&format!("scen shores.map shores.scen --check {options}"));
        assert_eq!(ran.code, 0, "{options}: {}", ran.err);
        assert!(ran.err.contains("their lengths were not compared"), "{options}: {}", ran.err);
    }
}
