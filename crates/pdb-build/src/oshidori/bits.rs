//! Scattering and gathering bits by a mask: `pdep` and `pext` where the processor has them.

/// How bits are scattered and gathered.
pub(super) trait Bits {
    /// The low bits of `bits`, moved in order to the places set in `mask`.
    fn deposit(bits: u64, mask: u64) -> u64;

    /// The bits at the places set in `mask`, moved in order to the low end.
    fn extract(bits: u64, mask: u64) -> u64;
}

/// One bit after the other.
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

/// Only to be used in functions that are run where BMI2 was detected.
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
