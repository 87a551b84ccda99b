//! Nothing: this crate only pins others.
