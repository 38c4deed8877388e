//! An allocator that counts what a thread allocates: others run other tests, or tell that a test lasts long.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    /// Bytes allocated less bytes freed.
    static LIVING: Cell<isize> = const { Cell::new(0) };
}

/// How often this thread allocated.
pub fn allocations() -> usize {
    ALLOCATIONS.get()
}

/// Bytes that this thread allocated and nobody freed, less those that others allocated and it freed.
pub fn living() -> isize {
    LIVING.get()
}

fn count(size: usize) {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
    LIVING.set(LIVING.get() + size as isize);
}

// SAFETY: all work is the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVING.set(LIVING.get() - layout.size() as isize);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        LIVING.set(LIVING.get() - layout.size() as isize);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
