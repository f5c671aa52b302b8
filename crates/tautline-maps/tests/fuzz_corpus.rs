//! Every file of the fuzzers' corpus, through what the fuzzers do with it.

#![expect(unreachable_pub, reason = "the fuzzers are another crate")]

#[path = "../../../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../../../fuzz/src/maps.rs"]
mod maps;

#[test]
fn every_file_is_read_or_refused() {
    corpus::check(&maps::TARGETS, env!("CARGO_MANIFEST_DIR"));
}
