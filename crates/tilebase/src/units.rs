//! Numbers as people read and write them.

use std::{fmt, str::FromStr, time::Duration};

/// A number of bytes, in powers of 1024.
///
/// ```
/// use tilebase::units::ByteSize;
/// assert_eq!(ByteSize(383_500_000).to_string(), "366 MiB");
/// assert_eq!("300M".parse(), Ok(ByteSize(300 << 20)));
/// assert_eq!("300 MiB".parse(), Ok(ByteSize(300 << 20)));
/// assert!("much".parse::<ByteSize>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ByteSize(
    /// Bytes.
    pub u64,
);

const PREFIXES: &[u8] = b"KMGTPE";

/// Three digits and `KiB`, `MiB`, …; below 1024, whole bytes.
impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = self.0.checked_ilog2().unwrap_or_default() as usize / 10;
        if power == 0 {
            return write!(f, "{} B", self.0);
        }
        let number = self.0 as f64 / 1024f64.powi(power as i32);
        let decimals = match number {
            ..9.995 => 2,
            ..99.95 => 1,
            _ => 0,
        };
        let prefix = char::from(PREFIXES[power - 1]);
        write!(f, "{number:.decimals$} {prefix}iB")
    }
}

impl FromStr for ByteSize {
    type Err = String;

    /// Reads a whole number with or without K, M, G, … for powers of 1024 and `B` or `iB` after it.
    fn from_str(text: &str) -> Result<Self, String> {
        let upper = text.trim().to_ascii_uppercase();
        let bare = upper.trim_end_matches('B');
        let bare = bare.strip_suffix('I').unwrap_or(bare);
        let prefix = bare.bytes().last();
        let power = PREFIXES.iter().position(|&known| Some(known) == prefix);
        let (digits, shift) = match power {
            Some(power) => (&bare[..bare.len() - 1], 10 * (power + 1)),
            None => (bare, 0),
        };
        let number: u64 = digits.trim().parse().map_err(|_| {
            format!("`{text}` is not a number of bytes: write 1000000, 512M or 2GiB")
        })?;
        let bytes = number.checked_mul(1 << shift);
        bytes
            .map(Self)
            .ok_or_else(|| format!("`{text}` is more bytes than there can be"))
    }
}

/// Returns a whole number with its digits in threes.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a time in seconds, with three significant digits and its unit.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => {
            let whole = s.round();
            format!("{:.0} min {:02.0} s", (whole / 60.0).floor(), whole % 60.0)
        }
    }
}

/// Reads a time in seconds, such as `10` or `0.5`.
///
/// # Errors
/// If the text is not a number of seconds; the message says what to write.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("`{text}` is not a time: write seconds such as 10 or 0.5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_every_usual_form() {
        for text in ["300M", "300m", "300MB", "300MiB", "300mib", " 300 MiB "] {
            assert_eq!(text.parse(), Ok(ByteSize(300 << 20)), "{text}");
        }
        assert_eq!("17".parse(), Ok(ByteSize(17)));
        assert_eq!("17B".parse(), Ok(ByteSize(17)));
        for text in [
            "",
            "M",
            "1.5G",
            "-1",
            "16E",
            "99999999999999999999",
            "3 lots",
            "M3",
        ] {
            assert!(text.parse::<ByteSize>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_short() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (1 << 30, "1.00 GiB"),
            (12_345_678, "11.8 MiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(ByteSize(bytes).to_string(), text);
        }
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(123), "123");
        for (time, text) in [
            (12e-6, "12 µs"),
            (0.0125, "12.5 ms"),
            (99.0, "99.00 s"),
            (119.4, "1 min 59 s"),
            (119.6, "2 min 00 s"),
        ] {
            assert_eq!(seconds(time), text);
        }
    }
}
