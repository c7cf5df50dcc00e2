//! Tables of row classes against distances of every state.

use tilebase_core::{
    Monitor, RankedSpace,
    format::Encoding,
    sliding::{Metric, SlidingSpace},
};
use tilebase_pdb_build::{reference, sliding::lines};
use tilebase_solve::table::Table;

fn multi(name: &str, home: usize) -> SlidingSpace {
    let space = SlidingSpace::new(name.parse().unwrap(), home).unwrap();
    space.with_metric(Metric::Multi)
}

/// The counts and lists of a table of row classes, and the distances that are read from it, of every `step`th state.
fn compare(name: &str, home: usize, step: usize) {
    let space = multi(name, home);
    let expected = reference::build(&space, &Monitor::silent()).unwrap();
    let found = lines::search(&space, &Monitor::silent()).unwrap();
    assert_eq!(found.counts, expected.counts, "{name}, home {home}");
    for (depth, ranks) in &found.listed {
        assert_eq!(
            *ranks,
            expected.ranks_at(*depth),
            "{name}, home {home}, {depth}"
        );
    }
    let shown = lines::verify(
        &space,
        found.payload(),
        &found.counts,
        &found.listed,
        &Monitor::silent(),
        &Monitor::silent(),
    );
    shown.unwrap();
    let table = Table::new(space, Encoding::Lines, found.payload());
    for rank in (0..space.len()).step_by(step) {
        let state = space.unrank(rank);
        let distance = u32::from(expected.bytes[rank as usize]);
        assert_eq!(
            table.distance(&state).unwrap(),
            Some(distance),
            "{state}, home {home}"
        );
    }
}

#[test]
fn every_state_of_3x3_has_its_distance() {
    for home in 0..9 {
        compare("3x3", home, if home < 2 { 1 } else { 7 });
    }
}

#[test]
fn states_of_2x5_have_their_distances() {
    for home in [0, 2, 9] {
        compare("2x5", home, 97);
    }
}
