//! Tests of the module. They form one binary, so that it is linked only once.

mod games;
mod large;
mod reading;
mod rules;
mod session;
