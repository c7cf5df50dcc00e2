//! Scatters and gathers bits by a mask, with `pdep` and `pext` where the processor has them.

/// A way to scatter and gather bits.
pub(super) trait Bits {
    /// Returns the low bits of `bits`, moved in order to the places set in `mask`.
    fn deposit(bits: u64, mask: u64) -> u64;

    /// Returns the bits at the places set in `mask`, moved in order to the low end.
    fn extract(bits: u64, mask: u64) -> u64;
}

/// Moves one bit after the other, on any processor.
pub(super) struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn deposit(mut bits: u64, mut mask: u64) -> u64 {
        let mut all = 0;
        while mask != 0 {
            let place = mask & mask.wrapping_neg();
            all |= place & (bits & 1).wrapping_neg();
            bits >>= 1;
            mask ^= place;
        }
        all
    }

    #[inline(always)]
    fn extract(bits: u64, mut mask: u64) -> u64 {
        let (mut all, mut to) = (0, 1u64);
        while mask != 0 {
            let place = mask & mask.wrapping_neg();
            all |= to & u64::from(bits & place != 0).wrapping_neg();
            to <<= 1;
            mask ^= place;
        }
        all
    }
}

/// Uses BMI2. Only functions that run where BMI2 was detected may use this type.
#[cfg(target_arch = "x86_64")]
pub(super) struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Bits for Bmi2 {
    #[inline(always)]
    fn deposit(bits: u64, mask: u64) -> u64 {
        // SAFETY: needs BMI2, which users of this type have detected.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn extract(bits: u64, mask: u64) -> u64 {
        // SAFETY: needs BMI2, which users of this type have detected.
        unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
    }
}
