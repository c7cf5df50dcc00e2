//! Boards cut into shards against whole boards.

use super::{crossing::Crossing, dense::Dense, mail::Outbox, tests::space, *};

/// Searches a board cut by so many digits, in memory; returns counts, lists and payload.
fn search_cut(
    instructions: Instructions,
    space: &SlidingSpace,
    digits: usize,
) -> (Vec<u64>, Levels, Vec<u8>) {
    let cut = Cut::new(space, digits).unwrap();
    let mut shelf = shelf::Memory::new(&cut, 0..cut.shards()).unwrap();
    let search = Search::new(&cut, instructions, listed_at_most(space));
    let mut desk = Desk::new(cut.shards());
    let counts = search.run(&mut shelf, &mut desk, &Monitor::silent());
    let counts = counts.unwrap();
    let mut payload = Vec::new();
    for cell in 0..cut.cells() {
        for shard in &shelf.shards {
            payload.extend_from_slice(shard.planes[1].segment(cell));
        }
    }
    (counts, shelf.listed, payload)
}

/// Cut by any number of digits and by any processor, a board has the same bits, counts and lists.
fn shards_are_the_whole(shape: &str, home: usize) {
    let space = space(shape, home);
    let whole = search(&space, &Monitor::silent()).unwrap();
    for digits in 0..=Cut::most_digits(&space) {
        for instructions in [Instructions::detect(), Instructions::portable()] {
            let (counts, listed, payload) = search_cut(instructions, &space, digits);
            assert_eq!(counts, whole.counts, "{shape} by {digits}");
            assert!(listed == whole.listed, "{shape} by {digits}");
            assert!(payload == whole.payload(), "{shape} by {digits}");
        }
    }
}

#[test]
fn shards_of_4x3_are_the_whole() {
    shards_are_the_whole("4x3", 0);
}

#[test]
fn shards_of_6x2_are_the_whole() {
    shards_are_the_whole("6x2", 3);
}

/// What leads to a chunk of another shard is what that chunk would pull.
#[test]
fn crossings_are_the_inverse_of_pulls() {
    for (shape, digits) in [("4x3", 1), ("6x2", 1), ("6x2", 2), ("5x3", 3)] {
        let space = space(shape, 0);
        let cut = Cut::new(&space, digits).unwrap();
        let dense = Dense::new(&cut, Instructions::portable());
        let mut crossed = 0;
        for cell in 0..cut.cells() {
            let Some(crossing) = dense.crossing(cell) else {
                continue;
            };
            crossed += 1;
            let back: &Crossing = dense.crossing(crossing.to).expect("a crossing both ways");
            assert_eq!(back.to, cell);
            // Every chunk of the smaller boards, some of the largest.
            let step = if shape == "5x3" { 97 } else { 1 };
            for shard in 0..cut.shards() {
                for chunk in (0..cut.chunks()).step_by(step) {
                    let (to, there) = crossing.target(&cut, shard, chunk);
                    assert_eq!(back.target(&cut, to, there), (shard, chunk));
                    // The states there are neighbours of those here, in the same order.
                    if chunk % 397 == 0 {
                        let here = cut.rank(shard, (cell, chunk)) + 12_345;
                        let mut neighbours = Vec::new();
                        space.ranked_neighbours(&space.unrank(here), here, |_, rank| {
                            neighbours.push(rank);
                        });
                        let expected = cut.rank(to, (crossing.to, there)) + 12_345;
                        assert!(neighbours.contains(&expected), "{shape} {cell} {chunk}");
                    }
                }
            }
        }
        assert_eq!(crossed, 2 * digits, "{shape} by {digits}");
    }
}

/// Mail that is whole but for a shard, cell or chunk that there is not is refused, and nothing
/// panics.
#[test]
fn mail_for_no_chunk_is_refused() {
    let space = space("4x3", 0);
    let cut = Cut::new(&space, 1).unwrap();
    let dense = Dense::new(&cut, Instructions::detect());
    let mut shard = shard::Shard::new(&cut, 2, 1).unwrap();
    let mut fresh = [[0; 8]; chunk::WORDS];
    fresh[7] = [1; 8];
    fresh[7][7] = 0;
    let receiving =
        (0..cut.cells()).find(|&cell| dense.crossing(cell).is_some() && dense.colour(cell) == 0);
    let receiving = receiving.expect("a cell that receives at odd depths");
    let mut receive = |cell, chunk, depth| {
        let mut outbox = Outbox::default();
        outbox.put(2, (cell, chunk), &fresh, 7);
        let mail: Vec<Mail> = outbox
            .seal(depth)
            .into_iter()
            .map(|(_, mail)| mail)
            .collect();
        let listing = dense::Listing::new(100);
        dense.expand(&mut shard, 1, &mail, &listing, &Monitor::silent())
    };
    assert_eq!(receive(receiving, 0, 1).unwrap().added.count, 7);
    let refused = |result: Result<dense::Fresh, BuildError>, expected| match result {
        Err(BuildError::Mail {
            shard: 2,
            depth: 1,
            problem,
        }) => assert_eq!(problem, expected),
        other => panic!("{other:?}"),
    };
    refused(receive(receiving, 0, 3), MailError::Seal);
    refused(receive(receiving, cut.chunks(), 1), MailError::Packet);
    refused(receive(200, 0, 1), MailError::Packet);
    // A cell of the other colour, and one that no move from another shard leads to.
    for wrong in [receiving + 3, 11] {
        refused(receive(wrong, 0, 1), MailError::Packet);
    }
}
