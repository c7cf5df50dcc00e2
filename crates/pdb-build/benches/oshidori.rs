//! The time of full tables of oshidori rows: `cargo bench -p tilebase-pdb-build --bench oshidori`.

use tilebase_core::{
    Monitor,
    format::{Encoding, Subject},
};
use tilebase_pdb_build::build;
use tilebase_testing::measure;

fn main() {
    for name in ["bw-8", "kinds-5", "kinds-6", "bw-13"] {
        let subject = Subject::Oshidori {
            puzzle: format!("oshidori-{name}").parse().expect("a puzzle"),
            goal: "default".to_owned(),
        };
        measure(name, 10, || {
            build(&subject, Some(Encoding::Mod3), &Monitor::silent())
        });
    }
}
