//! Tests of beams and of constructions. They form one binary, so that it is linked only once.

mod beam;
mod construct;
