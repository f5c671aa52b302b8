//! The files of the corpus, and what is done with each of them.

use std::fs;
use std::path::Path;

/// The name of a folder in the corpus, and what is done with its files: whether it could be read.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// Hands every file to its target, `crate_folder` being one of the crates'. Each target has good and bad files.
pub fn check(targets: &[Target], crate_folder: &str) {
    let corpus = Path::new(crate_folder).join("../../fuzz/corpus");
    for (target, run) in targets {
        let files = fs::read_dir(corpus.join(target)).unwrap().map(|file| file.unwrap().path());
        let is_read = files.map(|file| {
            println!("{}", file.display());
            run(&fs::read(file).unwrap())
        });
        let is_read: Vec<bool> = is_read.collect();
        assert!(
            is_read.contains(&true) && is_read.contains(&false),
            "{target} has good and bad files: {is_read:?}"
        );
    }
}
