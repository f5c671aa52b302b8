use crate::common::Folder;

#[test]
fn a_drawing_fits_the_width() {
    let folder = Folder::new();
    assert_eq!(folder.run("generate random --width 300 --height 120 --out wide.map").code, 0);
    for width in [1, 20, 79, 80, 299, 300, 1000] {
        let mut command = folder.command("plan wide.map --from 0,0 --to 299,119");
        let output = command.env("COLUMNS", width.to_string()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let drawing = text.split_once("\n\n").unwrap().1;
        let rows: Vec<_> = drawing.lines().take_while(|line| !line.contains("blocked")).collect();
        assert!(rows.iter().all(|row| row.chars().count() <= width), "{width}: {drawing}");
        assert!(width == 1 || rows.first().unwrap().starts_with('S'), "{width}: {drawing}");
        assert!(rows.last().unwrap().ends_with('G'), "{width}: {drawing}");
    }
}
