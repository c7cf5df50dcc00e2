//! The exports of the module.
//!
//! A caller calls `room` with the length of the question in bytes, writes the question to the
//! address that it returns, in UTF-8, and calls `ask`, which returns the length of the answer. The
//! answer is at the address that `answer` returns, until the next call of `room`. The file of a
//! model is written in the same way, and passed with `give`. Reports are lines on standard output.
//! A panic ends in a trap, after which the module must be loaded again. Its message is written to
//! standard error, unless the module was compiled without these messages.

use std::cell::RefCell;

use crate::Session;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new(report));
    /// The question, and then its answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[allow(clippy::print_stdout, reason = "standard output leads to the host")]
fn report(text: &str) {
    println!("{text}");
}

// SAFETY: no other function of the module, and none of the C library, has this name; the same holds
// for the three below.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    answered(|session, question| session.ask(&String::from_utf8_lossy(question)))
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn give() -> usize {
    answered(Session::add_model)
}

/// Replaces the text by the answer, and returns its length.
fn answered(work: impl FnOnce(&mut Session, &[u8]) -> String) -> usize {
    let given = TEXT.take();
    let answer = SESSION.with_borrow_mut(|session| work(session, &given));
    let bytes = answer.len();
    TEXT.set(answer.into_bytes());
    bytes
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(Vec::as_ptr)
}
