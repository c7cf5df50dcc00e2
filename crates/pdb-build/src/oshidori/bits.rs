//! Scatters and gathers bits by a mask, with `pdep` and `pext` if the processor has them: `BMI2`
//! is true only in functions that run where it was detected.

/// Returns the low bits of `bits`, moved in order to the places set in `mask`.
#[inline(always)]
pub(super) fn deposit<const BMI2: bool>(mut bits: u64, mut mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if BMI2 {
        // SAFETY: needs BMI2, which callers that say so have detected.
        return unsafe { std::arch::x86_64::_pdep_u64(bits, mask) };
    }
    let mut all = 0;
    while mask != 0 {
        let place = mask & mask.wrapping_neg();
        all |= place & (bits & 1).wrapping_neg();
        bits >>= 1;
        mask ^= place;
    }
    all
}

/// Returns the bits at the places set in `mask`, moved in order to the low end.
#[inline(always)]
pub(super) fn extract<const BMI2: bool>(bits: u64, mut mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if BMI2 {
        // SAFETY: needs BMI2, which callers that say so have detected.
        return unsafe { std::arch::x86_64::_pext_u64(bits, mask) };
    }
    let (mut all, mut to) = (0, 1u64);
    while mask != 0 {
        let place = mask & mask.wrapping_neg();
        all |= to & u64::from(bits & place != 0).wrapping_neg();
        to <<= 1;
        mask ^= place;
    }
    all
}
