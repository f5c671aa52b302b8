use crate::common::{Folder, ran};

#[test]
fn a_folder_without_maps_is_no_success() {
    let folder = Folder::new();
    let without = folder.run("lab yardstick");
    assert_eq!(without.code, 2);
    assert!(
        without.err.contains("--maps") && without.err.contains("movingai.com/benchmarks"),
        "{}",
        without.err
    );
    let named = ran(folder.command("lab yardstick").env("TAUTLINE_MOVINGAI", "missing"));
    assert!(!named.err.contains("movingai.com/benchmarks"), "{}", named.err);
}
