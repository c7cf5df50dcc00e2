//! Detection of the processor's instructions, and code that is compiled for several processors. No
//! other module does either.

/// The processor instructions that a kernel may use. Results are the same with all of them.
///
/// A value exists only for instructions that this processor was found to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instructions(InstructionLevel);

/// Each level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum InstructionLevel {
    /// Instructions that every processor has.
    Portable,
    /// Eight 32-bit words at once; single instructions that count, gather and scatter bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Sixteen 32-bit words at once, and instructions that count their bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Code that is compiled once for each kind of processor.
pub trait Kernel {
    /// The type that the code returns.
    type Output;

    /// Runs the code. Implementations, and the functions that they call in their loops, are
    /// `#[inline(always)]`: only code that is inlined into the caller may use the caller's
    /// instructions.
    fn run(self) -> Self::Output;

    /// Runs the code where the instructions include BMI2, which gathers and scatters bits by a
    /// mask.
    #[inline(always)]
    fn run_with_bmi2(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run()
    }
}

impl Instructions {
    /// Returns the best instructions that this processor has.
    pub fn detect() -> Self {
        let best = Self::all().last();
        best.expect("every processor has the portable level")
    }

    /// Returns the instructions that every processor has.
    pub fn portable() -> Self {
        Self(InstructionLevel::Portable)
    }

    /// Returns all that this processor has, the best last.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let levels = [
            Some(InstructionLevel::Portable),
            has_avx2().then_some(InstructionLevel::Avx2),
            (has_avx2() && has_avx512()).then_some(InstructionLevel::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let levels = [Some(InstructionLevel::Portable)];
        levels.into_iter().flatten().map(Self)
    }

    /// Runs a kernel that is compiled for these instructions except AVX-512.
    ///
    /// Wider registers gain nothing if memory limits the speed, and may slow the processor's clock.
    /// A kernel that is not compiled for them takes two thirds of the time to compile.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            InstructionLevel::Portable => run_portably(kernel),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: these levels are only made if the processor was found to have all features of
            // the level AVX2.
            InstructionLevel::Avx2 | InstructionLevel::Avx512 => unsafe { run_with_avx2(kernel) },
        }
    }

    /// Runs a kernel that is compiled for these instructions, including AVX-512.
    #[inline]
    pub fn run_wide<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is only made if the processor was found to have all its features.
            InstructionLevel::Avx512 => unsafe { run_with_avx512(kernel) },
            _ => self.run(kernel),
        }
    }
}

/// Runs a kernel that is compiled for every processor. On x86-64 it is not inlined, like the
/// others, so that all callers share it; on processors with only one level it is inlined.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn run_portably<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// Defines how a level is detected and how a kernel is compiled for it, from one list of its
/// features, so that no feature can be used without having been detected.
#[cfg(target_arch = "x86_64")]
macro_rules! level {
    ($has:ident, $run:ident, $($feature:tt),+) => {
        fn $has() -> bool {
            $(is_x86_feature_detected!($feature))&&+
        }

        $(#[target_feature(enable = $feature)])+
        fn $run<K: Kernel>(kernel: K) -> K::Output {
            kernel.run_with_bmi2()
        }
    };
}

#[cfg(target_arch = "x86_64")]
level!(
    has_avx2,
    run_with_avx2,
    "avx2",
    "bmi1",
    "bmi2",
    "lzcnt",
    "popcnt"
);

#[cfg(target_arch = "x86_64")]
level!(
    has_avx512,
    run_with_avx512,
    "avx512f",
    "avx512bw",
    "avx512dq",
    "avx512vl",
    "avx512vpopcntdq",
    "avx2",
    "bmi1",
    "bmi2",
    "lzcnt",
    "popcnt"
);

#[cfg(test)]
mod tests {
    use super::*;

    struct Bits(Vec<u64>);

    impl Kernel for Bits {
        type Output = u32;

        #[inline(always)]
        fn run(self) -> u32 {
            let bits = |word: &u64| word.count_ones() + word.leading_zeros();
            self.0.iter().map(bits).sum()
        }
    }

    /// Returns whether it runs with BMI2.
    struct HasBmi2;

    impl Kernel for HasBmi2 {
        type Output = bool;

        #[inline(always)]
        fn run(self) -> bool {
            false
        }

        #[inline(always)]
        fn run_with_bmi2(self) -> bool {
            true
        }
    }

    #[test]
    fn kernels_give_the_same_with_all_instructions() {
        let words: Vec<u64> = (0..1000).map(|i: u64| i.pow(5)).collect();
        let expected = Instructions::portable().run(Bits(words.clone()));
        for instructions in Instructions::all() {
            assert_eq!(instructions.run(Bits(words.clone())), expected);
            assert_eq!(instructions.run_wide(Bits(words.clone())), expected);
        }
        assert_eq!(Instructions::all().next(), Some(Instructions::portable()));
    }

    /// Every feature that a level is compiled with is one that its detection looks for.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    #[test]
    fn levels_are_those_of_the_processor() {
        let flags = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags = flags.lines().find(|line| line.starts_with("flags"));
        let flags = flags.expect("a line of processor flags");
        let has = |name| flags.split_whitespace().any(|flag| flag == name);
        // Linux calls lzcnt by the name of AMD's extension.
        let avx2 = ["avx2", "bmi1", "bmi2", "abm", "popcnt"]
            .into_iter()
            .all(has);
        assert_eq!(has_avx2(), avx2);
        assert_eq!(Instructions::detect().run(HasBmi2), avx2);
        assert_eq!(Instructions::detect().run_wide(HasBmi2), avx2);
        assert!(!Instructions::portable().run_wide(HasBmi2));
    }
}
