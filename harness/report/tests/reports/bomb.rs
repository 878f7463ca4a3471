//! A panic, in a file of its own: snapshots have its line.

pub(crate) fn explode() -> ! {
    panic!("</script> %\n::error::panic");
}
