#![no_main]

libfuzzer_sys::fuzz_target!(|file: &[u8]| {
    tautline_fuzz::maps::hex_map(file);
});
