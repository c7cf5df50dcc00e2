//! The functions of threads that std calls, for a C library without them: no thread can be
//! started.

use std::ffi::{c_int, c_void};

/// The error number of what a system does not support, as std knows it.
const ENOSYS: c_int = 52;

// SAFETY: the C library has no function of this name, which is when this module is compiled. The
// same holds for the others below. None of them touches what its arguments point to.
#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_attributes: *mut c_void) -> c_int {
    0
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_attributes: *mut c_void, _bytes: usize) -> c_int {
    0
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_attributes: *mut c_void) -> c_int {
    0
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn pthread_create(
    _thread: *mut c_void,
    _attributes: *const c_void,
    _main: extern "C" fn(*mut c_void) -> *mut c_void,
    _argument: *mut c_void,
) -> c_int {
    ENOSYS
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn pthread_join(_thread: usize, _value: *mut *mut c_void) -> c_int {
    ENOSYS
}

// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn pthread_detach(_thread: usize) -> c_int {
    ENOSYS
}
