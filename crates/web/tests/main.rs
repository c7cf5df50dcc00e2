//! Tests of the module. They form one binary, so that it is linked only once.

mod games;
mod large;
mod rules;
mod session;
