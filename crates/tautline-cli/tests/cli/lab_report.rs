//! The page of the lab.

use std::fs;

use crate::common::Folder;
use crate::lab::{add_shortest, folder};

/// What is between quotation marks behind an attribute.
fn values<'t>(page: &'t str, attribute: &str) -> Vec<&'t str> {
    let begin = format!(" {attribute}=\"");
    page.split(&begin).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// What is to be read on a page.
fn shown(page: &str) -> String {
    page.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect()
}

#[test]
fn the_page_is_made_from_files_alone() {
    let folder = folder();
    add_shortest(&folder, 1.0);
    fs::create_dir(folder.path("lab-report")).unwrap();
    for command in [
        "lab yardstick --maps . --map Boston --passes 1 --planner jps,taut --csv lab-report/yardstick.csv",
        "lab anya --maps . --sample 10 --passes 1 --csv lab-report/anya.csv",
        "lab cazenave --only table-1 --grids 1 --passes 1 --csv lab-report/cazenave.csv",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
    }
    fs::remove_dir_all(folder.path("cities")).unwrap();
    let ran = folder.run("lab report");
    assert_eq!((ran.code, ran.out.trim_end()), (0, "lab-report/report.html"), "{}", ran.err);
    let page = folder.read("lab-report/report.html");
    let text = shown(&page);
    for part in [
        "Beside a public A*",
        "The Anya paper",
        "Cazenave",
        "One query, every planner",
        "tautline lab anya --maps . --sample 10 --passes 1 --csv lab-report/anya.csv",
        "Length against time",
        "Expansions for a query",
        "rustc ",
    ] {
        assert!(text.contains(part), "{part:?} is missing");
    }
    assert!(!page.contains("The Theta* paper"), "it was not measured");
    assert!(
        values(&page, "src").is_empty() && values(&page, "href").iter().all(|link| link.starts_with('#'))
    );

    fs::write(folder.path("lab-report/theta.csv"), "a,b\n").unwrap();
    let broken = folder.run("lab report");
    assert_eq!(broken.code, 2);
    assert!(
        broken.err.contains("lab-report/theta.csv:1: found \"a\" as the name of column 1"),
        "{}",
        broken.err
    );
}

#[test]
fn a_page_of_nothing_is_refused() {
    let ran = Folder::new().run("lab report --out nowhere");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("nowhere: found no such folder, expected one with files of the lab"),
        "{}",
        ran.err
    );
}

#[test]
fn growth_is_measured_and_drawn() {
    let folder = Folder::new();
    let ran = folder.run("lab scale --quick --only agents --csv scale.csv --plots figures");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("# Scaling"), "{}", ran.out);
    let again = folder.run("lab scale --from-csv scale.csv --only agents");
    assert_eq!((again.code, again.out), (0, ran.out), "{}", again.err);
    assert!(fs::read_dir(folder.path("figures")).unwrap().count() > 0);
}
