use insta::assert_snapshot;
use serde_json::{Value, json};
use tautline::Registry;
use tautline::engine::Ends;

use crate::common::{Folder, WALL, redact, run};

fn json(folder: &Folder, arguments: &str) -> (i32, Value) {
    let ran = folder.run(&format!("plan {arguments} --format json"));
    (ran.code, serde_json::from_str(&ran.out).unwrap())
}

#[test]
fn text_is_a_summary_and_a_drawing() {
    let folder = Folder::with("wall.txt", WALL);
    let ran = folder.run("plan wall.txt");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_snapshot!("plan_text", redact(&ran.out, "time      "));
}

#[test]
fn json_is_one_object_with_these_fields() {
    let folder = Folder::with("wall.txt", WALL);
    let ran = folder.run("plan wall.txt --planner astar:open=heap --opt ties=fifo --format json");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_snapshot!(
        "plan_json",
        redact(&redact(&ran.out, "\"nanoseconds\":"), "\"preparation_nanoseconds\":")
    );
}

/// The same path with fewer places, for every planner: its turns in the text, in the object, and not in the drawing.
#[test]
fn waypoints_are_the_turns_of_the_path() {
    let folder = Folder::with("wall.txt", WALL);
    for planner in Registry::core().iter().filter(|planner| planner.ends == Ends::Cells) {
        let (_, every) = json(&folder, &format!("wall.txt --planner {}", planner.id));
        let (code, turns) = json(&folder, &format!("wall.txt --planner {} --waypoints", planner.id));
        assert_eq!(
            (code, &turns["detail"], &every["detail"]),
            (0, &json!("waypoints"), &json!("every-cell"))
        );
        assert_eq!((&turns["cost"], &turns["turns"]), (&every["cost"], &every["turns"]));
        let (few, all) = (turns["path"].as_array().unwrap(), every["path"].as_array().unwrap());
        assert!(few.len() < all.len(), "{}", planner.id);
        assert!(few.len() as u64 >= turns["turns"].as_u64().unwrap() + 2);
        assert_eq!((few.first(), few.last()), (all.first(), all.last()));
        let text = folder.run(&format!("plan wall.txt --planner {} --waypoints", planner.id)).out;
        assert!(text.contains(&format!("steps      {}\n", all.len() - 1)), "{text}");
        assert!(text.contains(&format!("{},{} ", few[1][0], few[1][1])), "{text}");
    }
}

/// Whole numbers are printed without a point, as for every other planner.
#[test]
fn points_between_corners_are_told_and_drawn() {
    let folder = Folder::with("border.csv", "9,9,9,9,9\n1,1,1,1,1\n");
    let plan = "border.csv --from corner:0,1 --to corner:5,0 --planner field-dstar";
    let ran = folder.run(&format!("plan {plan} --format json"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    // It leaves the border 1 / √80 of a tile before the end, at a multiple of 2⁻²⁰.
    let path =
        "\"path\":[[0.0,1.0],[1.0,1.0],[2.0,1.0],[3.0,1.0],[4.0,1.0],[4.88819694519043,1.0],[5.0,0.0]]";
    assert!(ran.out.contains(path), "{}", ran.out);
    assert!(ran.out.contains("\"turns\":1,") && ran.out.contains("\"end\":[5.0,0.0]"), "{}", ran.out);
    let text = folder.run(&format!("plan {plan} --waypoints")).out;
    assert!(text.contains("4.0,1.0 4.88819694519043,1.0 5.0,0.0\n"), "{text}");
    let svg = folder.run(&format!("plan {plan} --format svg")).out;
    assert!(svg.contains("field-dstar · cost 13.944 · 1 turn"), "{svg}");
    assert_eq!(folder.run(&format!("plan {plan} --out border.png")).code, 0);
}

/// In all formats, and with ends that rounding moves as they were given.
#[test]
fn taut_takes_any_points() {
    let folder = Folder::with("wall.txt", WALL);
    let plan = "wall.txt --from 0.5,1.5 --to 5.1,1.25 --planner taut";
    let (code, object) = json(&folder, plan);
    assert_eq!((code, &object["outcome"], &object["turns"]), (0, &json!("found"), &json!(2)));
    assert_eq!(object["path"], json!([[0.5, 1.5], [1.0, 1.0], [5.0, 1.0], [5.1, 1.25]]));
    assert_eq!((&object["start"], &object["goal"]), (&json!([0.5, 1.5]), &json!([5.1, 1.25])));
    assert_eq!((&object["end"], &object["detail"]), (&json!([5.1, 1.25]), &json!("waypoints")));
    let length = 0.5f64.sqrt() + 4.0 + 0.1f64.hypot(0.25);
    assert!((object["cost"].as_f64().unwrap() - length).abs() < 1e-9, "{object}");

    let text = folder.run(&format!("plan {plan} --waypoints")).out;
    assert!(
        text.contains("waypoints  0.5,1.5 1.0,1.0 5.0,1.0 5.1,1.25\n") && !text.contains("\nend "),
        "{text}"
    );
    assert!(text.contains("\n ●●●●░\nS████G\n"), "{text}");
    let svg = folder.run(&format!("plan {plan} --format svg")).out;
    assert!(svg.contains("taut · length 4.976 · 2 turns"), "{svg}");
    assert_eq!(folder.run(&format!("plan {plan} --out wall.png")).code, 0);

    let (code, object) = json(&folder, "wall.txt --from 0.5,1.5 --to corner:5,3 --planner taut");
    assert_eq!(
        (code, &object["path"]),
        (0, &json!([[0.5, 1.5], [1.0, 2.0], [5.0, 3.0]])),
        "one of them a corner"
    );
    let (code, object) = json(&folder, "wall.txt --from 0.0,0.0 --to 6.0,0.0 --planner anya");
    assert_eq!((code, &object["path"]), (0, &json!([[0.0, 0.0], [6.0, 0.0]])), "points that are corners");
    let (code, object) =
        json(&folder, "wall.txt --from 0.5,1.5 --to 5.5,1.5 --planner taut --max-expansions 0");
    assert_eq!((code, &object["nearest"]["path"]), (1, &json!([[0.5, 1.5]])));
}

#[test]
fn a_name_that_ends_as_no_format_does_is_refused() {
    let folder = Folder::with("wall.txt", WALL);
    let ran = folder.run("plan wall.txt --out wall.gif");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("--out: found the ending \"gif\", expected txt, json, svg or png"),
        "{}",
        ran.err
    );
    assert!(!folder.path("wall.gif").exists());
    assert_eq!(folder.run("plan wall.txt --out wall.gif --format text").code, 0);
}

#[test]
fn svg_is_a_picture() {
    let folder = Folder::with("wall.txt", WALL);
    let ran = folder.run("plan wall.txt --format svg");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_snapshot!("plan_svg", ran.out);
}

/// Byte for byte also where it goes to a pipe, through which colours would be taken out.
#[test]
fn png_is_the_picture_in_pixels() {
    let folder = Folder::with("wall.txt", WALL);
    let ran = folder.run("plan wall.txt --format png --out wall.png");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let file = std::fs::read(folder.path("wall.png")).unwrap();
    assert!(file.starts_with(b"\x89PNG\r\n"));
    let piped = folder.command("plan wall.txt --format png").output().unwrap();
    assert!(piped.status.success() && piped.stdout == file);
    folder.write("long.txt", ".".repeat(20_000) + "\n");
    let ran = folder.run("plan long.txt --from 0,0 --to 9,0 --format png --out long.png");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("pixels is too large: 16384 a side are the most"), "{}", ran.err);
    assert!(!folder.names().contains(&"long.png".to_owned()));
}

#[test]
fn the_end_of_a_name_says_what_is_to_be_written() {
    let folder = Folder::with("wall.txt", WALL);
    for (name, begins) in
        [("a.svg", "<svg"), ("a.PNG", "\u{89}PNG"), ("a.json", "{"), ("a.txt", "planner"), ("a", "planner")]
    {
        assert_eq!(folder.run(&format!("plan wall.txt --out {name}")).code, 0);
        let file = std::fs::read(folder.path(name)).unwrap();
        let beginning: String = file.iter().take(9).map(|&byte| char::from(byte)).collect();
        assert!(beginning.starts_with(begins), "{name}: {beginning}");
    }
    let ran = folder.run("generate maze --out maze.gif");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("found --out maze.gif, expected a name that ends with .map"), "{}", ran.err);
}

#[test]
fn svg_of_a_large_map_stays_small() {
    let folder = Folder::new();
    assert_eq!(folder.run("generate random --width 512 --height 512 --blocked 30 --out r.map").code, 0);
    let ran = folder.run("plan r.map --from 0,0 --to 511,511 --planner dijkstra --format svg --out r.svg");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(folder.read("r.svg").len() < 1_500_000);
}

#[test]
fn every_planner_finds_a_path_on_the_built_in_map() {
    let folder = Folder::new();
    for planner in Registry::core().iter() {
        let (code, plan) = json(&folder, &format!("--planner {}", planner.id));
        assert_eq!((code, &plan["outcome"], &plan["planner"]), (0, &json!("found"), &json!(planner.id)));
        assert!(plan["cost"].as_f64().unwrap() > 70.0);
        let ends = match planner.ends {
            Ends::Cells | Ends::Corners => [json!([4, 10]), json!([68, 11])],
            Ends::Points => [json!([4.5, 10.5]), json!([68.5, 11.5])],
        };
        let path = plan["path"].as_array().unwrap();
        assert_eq!([&path[0], &path[path.len() - 1]], [&ends[0], &ends[1]]);
        assert_eq!([&plan["start"], &plan["goal"]], [&ends[0], &ends[1]]);
    }
}

/// A cell, a point and a corner are the same for every planner that takes them.
#[test]
fn ends_are_named_alike_for_every_planner() {
    let folder = Folder::with("wall.txt", WALL);
    for planner in Registry::core().iter().filter(|planner| planner.ends != Ends::Corners) {
        let ends = |from: &str, to: &str| {
            let (code, plan) =
                json(&folder, &format!("wall.txt --from {from} --to {to} --planner {}", planner.id));
            assert_eq!(code, 0, "{}", planner.id);
            json!([plan["start"], plan["goal"]])
        };
        let is_on_cells = planner.ends == Ends::Cells;
        let cells = if is_on_cells { json!([[0, 2], [5, 0]]) } else { json!([[0.5, 2.5], [5.5, 0.5]]) };
        assert_eq!(ends("0,2", "5,0"), cells, "{}", planner.id);
        let points = if is_on_cells { json!([[0, 2], [5, 0]]) } else { json!([[0.0, 2.25], [5.5, 0.0]]) };
        assert_eq!(ends("0.0,2.25", "5.5,0.0"), points, "{}", planner.id);
        if !is_on_cells {
            assert_eq!(ends("corner:0,2", "corner:6,0"), json!([[0.0, 2.0], [6.0, 0.0]]), "{}", planner.id);
        }
    }
}

#[test]
fn the_ends_can_be_given_instead_of_drawn() {
    let folder = Folder::with("wall.txt", WALL);
    let (code, plan) = json(&folder, "wall.txt --from 0,1 --to 0,2");
    assert_eq!((code, &plan["path"]), (0, &json!([[0, 1], [0, 2]])));
    let (code, plan) = json(&folder, "wall.txt --to 0,0");
    assert_eq!((code, &plan["path"], &plan["cost"]), (0, &json!([[0, 0]]), &json!(0.0)));
}

#[test]
fn no_path_ends_with_1() {
    let folder = Folder::with("parted.txt", "S#.\n.#G\n");
    let (code, plan) = json(&folder, "parted.txt");
    assert_eq!((code, &plan["outcome"], &plan["cost"]), (1, &json!("unreachable"), &Value::Null));
    assert_eq!(plan["path"], json!([]));
    let ran = folder.run("plan parted.txt");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("outcome    unreachable\n"), "{}", ran.out);
    assert_eq!(folder.run("plan parted.txt --format svg").code, 1);
}

#[test]
fn a_limit_ends_with_1_and_shows_how_far_it_came() {
    let folder = Folder::new();
    let (code, plan) = json(&folder, "--max-expansions 40");
    assert_eq!((code, &plan["outcome"], &plan["cost"]), (1, &json!("stopped"), &Value::Null));
    assert_eq!(
        (&plan["why"], &plan["stats"]["expanded"]),
        (&json!("the cap on expansions was reached"), &json!(40))
    );
    assert_eq!(plan["nearest"]["path"][0], json!([4, 10]));
    assert!(plan["nearest"]["cost"].as_f64().unwrap() > 1.0);

    let (code, plan) = json(&folder, "--timeout 0ms");
    assert_eq!((code, &plan["why"]), (1, &json!("the deadline came")));
    let (code, plan) = json(&folder, "--timeout 0ms --planner jps");
    assert_eq!((code, &plan["outcome"]), (1, &json!("stopped")));
    assert_eq!(plan["why"], json!("the preparation was stopped: the deadline came"));
    assert_eq!(plan["nearest"], Value::Null, "nothing was searched");
    let ran = folder.run("plan --timeout 0ms --planner taut");
    let expected =
        "outcome    stopped: the preparation was stopped: the deadline came, and nothing was searched\n";
    assert!(ran.code == 1 && ran.out.contains(expected) && !ran.out.contains("cost"), "{}", ran.out);
    // What is said of the planner holds of these options, and mistakes are told all the same.
    let (_, plan) = json(&folder, "--timeout 0ms --planner jps:diagonal=never");
    assert_eq!((&plan["detail"], &plan["watched"]), (&json!("every-cell"), &json!(false)));
    let (_, plan) = json(&folder, "--from 99,0 --planner weighted-astar:weight=3");
    assert_eq!((&plan["outcome"], &plan["bound"]), (&json!("error"), &json!(3.0)));
    let (code, plan) = json(&folder, "--from 1,2 --to corner:3,3 --planner astar-corners");
    let why = plan["why"].as_str().unwrap();
    assert!(
        code == 2 && why.contains("name a corner, such as corner:1,2, or choose one of astar-ps"),
        "{why}"
    );
    let (code, plan) = json(&folder, "--timeout 0ms --planner taut --from 99,0");
    assert!(code == 2 && plan["why"].as_str().unwrap().contains("is outside the map"), "{plan}");
    let (code, plan) = json(&folder, "--timeout 0ms --planner taut --next-to");
    assert!(code == 2 && plan["why"].as_str().unwrap().contains("does not support"), "{plan}");
    let (code, _) = json(&folder, "--timeout 60s --max-expansions 1000000");
    assert_eq!(code, 0);

    let ran = folder.run("plan --max-expansions 40");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("outcome    stopped: the cap on expansions was reached;"), "{}", ran.out);
}

#[test]
fn a_question_without_an_answer_is_an_object_too() {
    let folder = Folder::with("wall.txt", WALL);
    let (code, plan) = json(&folder, "wall.txt --from 1,1");
    assert_eq!((code, &plan["outcome"]), (2, &json!("error")));
    assert_eq!(plan["why"], json!("the start, cell (1, 1), is blocked"));
}

#[test]
fn passable_characters_can_be_chosen() {
    let folder = Folder::with("pond.map", "type octile\nheight 1\nwidth 5\nmap\n.WWW.\n");
    assert_eq!(folder.run("plan pond.map --from 0,0 --to 4,0").code, 1);
    assert_eq!(folder.run("plan pond.map --from 0,0 --to 4,0 --passable .W").code, 0);
}

#[test]
fn options_reach_the_planner() {
    let cost =
        |arguments: &str| json(&Folder::with("a.txt", "S.\n.G\n"), arguments).1["cost"].as_f64().unwrap();
    assert!(cost("a.txt") < 1.5);
    assert!(cost("a.txt --opt diagonal=never --opt open=heap") > 1.9);
    assert!(cost("a.txt --planner bfs:diagonal=never") > 1.9);
    assert!(run("plan --planner astar --opt open").err.contains("expected name=value"));
}

/// Anya passes over nodes that it does not expand, and they count towards a limit, too: the search is drawn to where it ends.
#[test]
fn a_search_that_passes_over_nodes_is_drawn_to_its_end() {
    let drawing = Folder::new().run("plan --planner anya").out;
    let is_after = |line: &&str| line.chars().skip(60).any(|mark| mark == '░');
    let right = drawing.lines().filter(|line| line.starts_with('█')).filter(is_after).count();
    assert!(right > 3, "nothing was expanded around the goal, on the right:\n{drawing}");
}

/// The drawing shows what the limited search expanded, not what an unlimited one would have.
#[test]
fn a_limit_holds_for_the_drawing_too() {
    let ran = Folder::new().run("plan --planner dijkstra --max-expansions 30");
    let drawing = ran.out.split_once("\n\n").unwrap().1.rsplit_once("\n█ blocked").unwrap().0;
    let expanded = drawing.chars().filter(|&mark| mark == '░').count();
    assert!((10..=30).contains(&expanded), "{expanded} cells in\n{drawing}");
}

#[test]
fn an_output_is_not_written_over_its_input() {
    let folder = Folder::with("a.txt", WALL);
    let ran = folder.run("plan a.txt --format svg --out a.txt");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot write a.txt: would be written over a.txt"), "{}", ran.err);
    assert_eq!(folder.read("a.txt"), WALL);
}
