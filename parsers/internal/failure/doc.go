// Package failure decides where a failed call ends, for all bodies: docs/models/formats/README.md,
// "Where a failed call ends".
//
// A failed call ends at its own end, which its body knows. It ends earlier where its fence closes,
// or where another call begins, in a string or not: at a line start or directly behind a semicolon,
// before a marker that begins a call, or before an object whose first key shows one, except for its
// type and id. A call that begins there loses confidence, since the failed call may have quoted it.
package failure
