//! Boards cut into shards against whole boards.

use tilebase_core::{Instructions, Monitor, RankedSpace, format::Levels, sliding::SlidingSpace};

use super::{
    super::{
        bit_words::chunk::EMPTY,
        tests::{search, space},
    },
    crossing::Crossing,
    exchange::LocalExchange,
    messages::Sender,
    search::search as search_levels,
    shard::{Shard, ShardKernel, ShardLevel},
    store::InMemory,
    *,
};
use crate::{BuildError, LevelSearch, Listing, MessageError, Result};

/// Searches a board cut by this many digits, in memory; returns counts, lists and payload.
fn search_cut(
    instructions: Instructions,
    space: &SlidingSpace,
    digits: usize,
) -> (Vec<u64>, Levels, Vec<u8>) {
    let cut = Cut::new(space, digits).unwrap();
    let mut memory = InMemory::new(&cut, 0..cut.shards()).unwrap();
    let kernel = ShardKernel::new(&cut, instructions);
    let mut levels = LevelSearch::default();
    let mut exchange = LocalExchange::new(cut.shards());
    let monitor = Monitor::silent();
    let begin = (&mut levels, 0);
    search_levels(&kernel, begin, &mut memory, &mut exchange, &monitor).unwrap();
    let mut payload = Vec::new();
    for cell in 0..cut.cells() {
        for shard in &memory.shards {
            payload.extend_from_slice(shard.reached.planes[1].segment(cell));
        }
    }
    (levels.counts, levels.listed, payload)
}

/// Cut by any number of digits and by any processor, a board has the same bits, counts and lists.
fn shards_are_the_whole(shape: &str, home: usize) {
    let space = space(shape, home);
    let whole = search(&space, &Monitor::silent());
    for digits in 0..=Cut::most_digits(&space) {
        for instructions in [Instructions::detect(), Instructions::portable()] {
            let (counts, listed, payload) = search_cut(instructions, &space, digits);
            assert_eq!(counts, whole.counts, "{shape} by {digits}");
            assert!(listed == whole.listed, "{shape} by {digits}");
            assert!(payload == *whole.payload, "{shape} by {digits}");
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
        let kernel = ShardKernel::new(&cut, Instructions::portable());
        let chunks = cut.extent(0).chunks;
        let mut crossed = 0;
        for cell in 0..cut.cells() {
            let Some(crossing) = &kernel.crossings[cell] else {
                continue;
            };
            crossed += 1;
            let back: &Crossing = kernel.crossings[crossing.to]
                .as_ref()
                .expect("a crossing both ways");
            assert_eq!(back.to, cell);
            // Every chunk of the smaller boards, some of the largest.
            let step = if shape == "5x3" { 97 } else { 1 };
            for shard in 0..cut.shards() {
                for chunk in (0..chunks).step_by(step) {
                    let (to, there) = crossing.target(&cut, shard, chunk);
                    assert_eq!(back.target(&cut, to, there), (shard, chunk));
                    // The states there are neighbours of those here, in the same order.
                    if chunk % 397 == 0 {
                        let here = cut.extent(shard).rank(cell, chunk) + 12_345;
                        let mut neighbours = Vec::new();
                        space.ranked_neighbours(&space.unrank(here), here, |_, rank| {
                            neighbours.push(rank);
                        });
                        let expected = cut.extent(to).rank(crossing.to, there) + 12_345;
                        assert!(neighbours.contains(&expected), "{shape} {cell} {chunk}");
                    }
                }
            }
        }
        assert_eq!(crossed, 2 * digits, "{shape} by {digits}");
    }
}

/// Messages that are whole, except for a shard, cell or chunk that does not exist, are refused, and
/// nothing panics.
#[test]
fn messages_for_no_chunk_are_refused() {
    let space = space("4x3", 0);
    let cut = Cut::new(&space, 1).unwrap();
    let kernel = ShardKernel::new(&cut, Instructions::detect());
    let mut shard = Shard::new(&cut, 2, 1).unwrap();
    let mut fresh = EMPTY;
    fresh[7] = [1; 8];
    fresh[7][7] = 0;
    let receiving = (0..cut.cells())
        .find(|&cell| kernel.crossings[cell].is_some() && kernel.kernel.colours[cell] == 0);
    let receiving = receiving.expect("a cell that receives at odd depths");
    let mut receive = |cell, chunk, depth| {
        let mut sender = Sender::default();
        sender.put(2, (cell, chunk), &fresh, 7);
        let sent = sender.finish(depth).into_iter();
        let messages: Vec<Messages> = sent.map(|(_, messages)| messages).collect();
        let listing = Listing::new(100);
        kernel.expand(&mut shard, 1, &messages, &listing, &Monitor::silent())
    };
    assert_eq!(receive(receiving, 0, 1).unwrap().added.count, 7);
    let refused = |result: Result<ShardLevel>, expected| match result {
        Err(BuildError::Messages {
            shard: 2,
            depth: 1,
            problem,
        }) => assert_eq!(problem, expected),
        other => panic!("{other:?}"),
    };
    refused(receive(receiving, 0, 3), MessageError::Checksum);
    refused(
        receive(receiving, cut.extent(2).chunks, 1),
        MessageError::Packet,
    );
    refused(receive(200, 0, 1), MessageError::Packet);
    // A cell of the other colour, and one that no move from another shard leads to.
    for wrong in [receiving + 3, 11] {
        refused(receive(wrong, 0, 1), MessageError::Packet);
    }
}
