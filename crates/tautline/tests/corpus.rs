//! Every index of the fuzzers' corpus, through what the fuzzers do with it.

#[path = "../../../fuzz/src/index.rs"]
#[expect(unreachable_pub, reason = "the fuzzers are another crate")]
mod index;

use std::fs;
use std::path::Path;

#[test]
fn every_file_is_read_or_refused() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (target, run) in index::TARGETS {
        let files: Vec<_> =
            fs::read_dir(corpus.join(target)).unwrap().map(|file| file.unwrap().path()).collect();
        let is_read = files.iter().map(|file| {
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
