//! Client of toolparser, the service that turns a language model's raw text into tool calls.
//!
//! A [`Client`] calls the service; a [`Session`] is one output while a model generates it:
//! every piece is answered with what became certain by it. Requests and answers are the
//! contract's messages, [`v1`]. Errors are [`tonic::Status`].

#![warn(missing_docs)]

mod client;
mod options;
mod retry;
mod session;

pub use client::{Client, Service};
pub use options::Options;
pub use session::{Finished, Piece, Session};
pub use tonic;

/// The contract's messages, enums and generated client.
#[allow(missing_docs)]
pub mod v1 {
    tonic::include_proto!("toolparser.v1");
}
