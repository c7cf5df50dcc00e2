//! See the trial of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tilebase_trials::texts::names(data));
