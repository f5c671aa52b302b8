//! Every index of the fuzzers' corpus, through what the fuzzers do with it.

#![expect(unreachable_pub, reason = "the fuzzers are another crate")]

#[path = "../../../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../../../fuzz/src/index.rs"]
mod index;

#[test]
fn every_file_is_read_or_refused() {
    corpus::check(&index::TARGETS, env!("CARGO_MANIFEST_DIR"));
}
