use crate::common::Folder;

#[test]
fn the_tables_of_cazenaves_paper_are_made_from_what_was_measured() {
    let folder = Folder::new();
    let measured = folder.run("lab cazenave --only table-1 --grids 2 --passes 1 --csv records.csv");
    assert_eq!(measured.code, 0, "{}", measured.err);
    for part in [
        "## Table I: 200 walls, 8 neighbours",
        "## Table I: 200 walls, 4 neighbours",
        "\n\n2 of 2 pairs have a path.\n\n| algorithm ",
        " [764,262] |",
        "| 1.00 [1.00] |",
    ] {
        assert!(measured.out.contains(part), "{part:?} is missing in\n{}", measured.out);
    }
    for part in ["## Table II", "## The paper's findings"] {
        assert!(!measured.out.contains(part), "{part:?} is in\n{}", measured.out);
    }
    let records = folder.read("records.csv");
    for (setting, moves) in
        [("walls-200-8", "diagonal=cut-both-corners:costs=3/2"), ("walls-200-4", "diagonal=never:costs=1")]
    {
        for world in 0..2 {
            let row = format!("cazenave,{setting},{world},0,astar:{moves},");
            assert_eq!(records.lines().filter(|line| line.starts_with(&row)).count(), 1, "{row}");
        }
    }
    let again = folder.run("lab cazenave --from-csv records.csv --only table-1");
    assert_eq!((again.code, again.err.as_str(), again.out), (0, "", measured.out));
}

#[test]
fn records_of_cazenaves_paper_are_checked() {
    let columns = "experiment,setting,world,query,planner,outcome,cost,turns,straight,diagonal,expanded,generated,\
                   line_of_sight_checks,repairs,nanoseconds,passes,preparation_nanoseconds,bytes,reference";
    let row = "cazenave,walls-600-8,0,0,astar:diagonal=cut-both-corners:costs=3/2,found,300,7,300,0,900,990,0,0,5000,3,0,,";
    let folder = Folder::new();
    let run = |text: String| {
        folder.write("a.csv", text);
        folder.run("lab cazenave --from-csv a.csv")
    };
    let queue = row.replace("astar:", "astar:open=heap:").replace(",5000,", ",9000,");
    let right = run(format!("{columns}\n{row}\n{queue}\n"));
    assert_eq!((right.code, right.err.as_str()), (0, ""));
    for part in [
        "## Table III: 600 walls, 8 neighbours\n\n1 of 1 pairs have a path.\n\n| algorithm ",
        "\n- an array of stacks is at least 2 times as fast as a priority queue, 600 walls, 8 neighbours: does not hold (1.80 times, ",
    ] {
        assert!(right.out.contains(part), "{part:?} is missing in\n{}", right.out);
    }
    let with = |from: &str, to: &str| format!("{columns}\n{}\n", row.replacen(from, to, 1));
    for (text, message) in [
        (format!("{columns}\n"), "a.csv: found no rows, expected at least one"),
        (with("5000,3", "5000"), "a.csv:2: found 18 fields, expected 19"),
        (with("cazenave,", "theta,"), "a.csv:2: found experiment \"theta\", expected \"cazenave\""),
        (with("-600-8", "-400-4"), "a.csv:2: found setting \"walls-400-4\", expected one of walls-200-8, "),
        (with("astar:", "dijkstra:"), "a.csv:2: found planner \"dijkstra:diagonal=cut-both-corners:cost"),
        (with(",0,0,", ",0,1,"), "a.csv:2: found query 1, expected 0: each world has one"),
        (with(",300,0,", ",301,0,"), "a.csv:2: found cost 300, expected the length of 301 straight and 0 "),
        (with(",300,0,", ",,,"), "a.csv:2: found no straight and diagonal, expected both, as the outcome"),
        (format!("{columns}\n{row}\n{row}\n"), "a.csv:3: found a second row of astar:diagonal=cut-both-c"),
    ] {
        let ran = run(text);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{message}");
        assert!(ran.err.starts_with(&format!("error: {message}")), "{}", ran.err);
    }
    let dearer = queue.replace(",300,7,300,", ",301,7,301,");
    let wrong = run(format!("{columns}\n{row}\n{dearer}\n"));
    assert_eq!((wrong.code, wrong.out.as_str()), (3, ""));
    for part in [
        "error: wrong answer of astar:open=heap:diagonal=cut-both-corners:costs=3/2 on walls-600-8, world 0, query 0 from ",
        ": found cost 602 in the costs of the search, expected 600, as astar:diagonal=cut-both-corners:costs=3/2 found 600",
        "; the map: tautline generate walls --width 300 --height 300 --count 600 --seed 0",
    ] {
        assert!(wrong.err.contains(part), "{part:?} is missing in {}", wrong.err);
    }
}
