//! Tests of states, ranks and files. They form one binary, so that it is linked only once.

mod arrangements;
mod format;
mod goals;
mod graphs;
mod multi;
mod oshidori;
mod parsers;
mod patterns;
mod sliding;
mod storage;
