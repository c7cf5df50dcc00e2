//! Edits files, and gives edited files right checksums. This code follows `docs/FORMAT.md` and
//! shares none with the libraries.

use xxhash_rust::xxh3::xxh3_64;

const PREAMBLE: usize = 72;
const PAGE: usize = 4096;

/// The number of bytes of an edit.
const EDIT: usize = 8;

/// Changes a file as a script says: every eight bytes of the script are one change of a bit or a
/// byte, some zeros, a page of zeros, a cut, or a piece copied elsewhere.
pub fn edit(file: &mut Vec<u8>, script: &[u8]) {
    for edit in script.chunks_exact(EDIT) {
        let length = file.len();
        if length == 0 {
            return;
        }
        let number = |at: usize| usize::from(u16::from_le_bytes([edit[at], edit[at + 1]]));
        // The header is a small part of most files: half of the edits are there.
        let place = (number(2) << 8 | usize::from(edit[4])) % length;
        let at = match edit[0] & 0x80 {
            0 => place,
            _ => place % length.min(4 * PREAMBLE),
        };
        match edit[0] % 6 {
            0 => file[at] ^= 1 << (edit[5] % 8),
            1 => file[at] = edit[5],
            2 => file[at..length.min(at + number(6))].fill(0),
            3 => {
                let page = at / PAGE * PAGE;
                file[page..length.min(page + PAGE)].fill(0);
            }
            4 => file.truncate(at),
            _ => {
                let from = number(6) % length;
                let piece = usize::from(edit[5]).min(length - from).min(length - at);
                file.copy_within(from..from + piece, at);
            }
        }
    }
}

/// Returns the metadata of a table file, if it has any.
pub fn metadata(file: &[u8]) -> Option<&[u8]> {
    let length = u32::from_le_bytes(file.get(12..16)?.try_into().ok()?);
    file.get(PREAMBLE..PREAMBLE + length as usize)
}

/// Returns the file with this metadata in place of its own, which may be longer or shorter.
pub fn with_metadata(file: &[u8], metadata: &[u8]) -> Vec<u8> {
    let (payload, lists) = (word(file, 16), word(file, 32));
    let start = (PREAMBLE + metadata.len()).next_multiple_of(PAGE);
    let mut forged = file[..PREAMBLE].to_vec();
    forged[12..16].copy_from_slice(&(metadata.len() as u32).to_le_bytes());
    forged[16..24].copy_from_slice(&(start as u64).to_le_bytes());
    forged[32..40].copy_from_slice(&((start + lists - payload) as u64).to_le_bytes());
    forged.extend(metadata);
    forged.resize(start, 0);
    forged.extend(&file[payload..]);
    forged
}

/// Makes the checksums of a table file right, for all parts that it has.
pub fn seal(file: &mut [u8]) {
    if file.len() < PREAMBLE {
        return;
    }
    let payload = part(file, 16);
    let lists = part(file, 32);
    if let Some(lists) = lists.clone() {
        let sum = xxh3_64(&file[lists]);
        file[56..64].copy_from_slice(&sum.to_le_bytes());
    }
    if let (Some(payload), Some(lists)) = (payload, lists) {
        let sums: Vec<u8> = file[payload]
            .chunks(PAGE)
            .flat_map(|page| xxh3_64(page).to_le_bytes())
            .collect();
        if let Some(pages) = file.get_mut(lists.end..lists.end + sums.len()) {
            pages.copy_from_slice(&sums);
        }
        file[48..56].copy_from_slice(&xxh3_64(&sums).to_le_bytes());
    }
    let summed = [&file[..64], metadata(file).unwrap_or_default()].concat();
    file[64..72].copy_from_slice(&xxh3_64(&summed).to_le_bytes());
}

/// Returns the place of the part whose offset and length are at `at`, if it is in the file.
fn part(file: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let start = word(file, at);
    let end = start.checked_add(word(file, at + 8))?;
    (end <= file.len()).then_some(start..end)
}

fn word(file: &[u8], at: usize) -> usize {
    u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes")) as usize
}
