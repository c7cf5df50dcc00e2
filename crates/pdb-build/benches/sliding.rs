//! Full tables of sliding boards, in memory: `cargo bench -p tilebase-pdb-build --bench sliding`.

use tilebase_core::{
    Monitor,
    format::{Encoding, Subject},
};
use tilebase_pdb_build::build;
use tilebase_testing::measure;

fn main() {
    for (name, encoding, rounds, shapes) in [
        ("byte table", Encoding::Byte, 100, &["3x3", "5x2"][..]),
        (
            "bit table",
            Encoding::Bit,
            10,
            &["3x3", "5x2", "4x3", "6x2"],
        ),
    ] {
        for board in shapes {
            let (shape, home) = (board.parse().expect("a board"), 0);
            let subject = Subject::Sliding { shape, home };
            measure(&format!("{name} {board}"), rounds, || {
                build(&subject, Some(encoding), &Monitor::silent())
            });
        }
    }
}
