//! How much repairs have to bring on game maps of 512 × 512 cells.

use std::path::PathBuf;

use tautline_lab::harness::{Build, Journal, Origin, quantile};
use tautline_lab::repair::{Options, PatchRow, SIZES, Shape, read_patches, run_patches};

const MAPS: [&str; 4] = ["bg512/AR0204SR", "sc1/Eruption", "wc3maps512/battleground", "sc1/BigGameHunters"];

fn measured(folder: PathBuf, map: &str) -> Vec<PatchRow> {
    let options = Options { folder, map: map.to_owned(), edits: 1, patches: 9, seed: 3 };
    let kept = tempfile::tempdir().unwrap();
    let file = kept.path().join("patches.csv");
    let build = Build { commit: "none", compiler: "none", profile: "none" };
    let mut journal = Journal::open(&file, &Origin::here(&build, "a test", "")).unwrap();
    run_patches(&options, &mut journal, &mut |_, _, _| ()).unwrap();
    let text = std::fs::read(&file).unwrap();
    read_patches(&text[..], map).unwrap()
}

/// A compact patch of 10 × 10 cells is repaired ten times as fast as built, at least; 100 scattered cells take no longer than a build; and
/// nothing takes longer than 1.1 times that. All are medians of patches, for each map and structure.
#[test]
#[ignore = "full check: measures"]
fn repairs_of_patches_are_faster_than_builds() {
    let Some(folder) = std::env::var_os("TAUTLINE_MOVINGAI").map(PathBuf::from) else {
        return println!("skipped: TAUTLINE_MOVINGAI does not name a folder of MovingAI files");
    };
    let mut slow = Vec::new();
    for map in MAPS {
        let rows = measured(folder.clone(), map);
        for structure in ["jump bits", "jump table", "components", "pockets"] {
            for (cells, shape) in SIZES.into_iter().flat_map(|cells| Shape::ALL.map(|shape| (cells, shape))) {
                let chosen = rows
                    .iter()
                    .filter(|row| (&row.structure[..], row.cells, row.shape) == (structure, cells, shape));
                let mut ratios: Vec<f64> = chosen.map(PatchRow::ratio).collect();
                ratios.sort_unstable_by(f64::total_cmp);
                let ratio = quantile(&ratios, 0.5).expect("each structure has patches of each kind");
                let most = match (cells, shape) {
                    (100, Shape::Compact) => 0.1,
                    (100, Shape::Scattered) => 1.0,
                    _ => 1.1,
                };
                let line = format!(
                    "{map}, {structure}, {cells} {shape} cells: {ratio:.3} of a build, {most} at most"
                );
                println!("{line}");
                if ratio > most {
                    slow.push(line);
                }
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
