//! Times the crates that parse tool calls. A request a line comes in on standard input, and
//! for each one line goes out; `bench/peers/crate.go` is the other side.

mod dynamo;
mod tool_parser;

use std::future::Future;
use std::io::{BufRead, Write};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// An output to parse once, or how often to parse one that was loaded.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Request {
    Load(Load),
    Run { slot: usize, times: u64 },
}

#[derive(Default, Deserialize)]
struct Load {
    slot: usize,
    parser: String,
    whole: bool,
    pieces: Vec<String>,
    tools: serde_json::Value,
    /// Nanoseconds.
    late_after: u64,
}

#[derive(Default, Serialize)]
struct Call {
    name: String,
    arguments: String,
}

#[derive(Default, Serialize)]
struct Answer {
    calls: Vec<Call>,
    text: String,
    fault: String,
    late: bool,
}

/// What ends a parse before its time.
enum Stop {
    Late,
    Fault(String),
}

impl<E: std::error::Error> From<E> for Stop {
    fn from(err: E) -> Self {
        Stop::Fault(err.to_string())
    }
}

/// A crate that parses.
trait Peer {
    /// Takes the parser and the tools of an output.
    fn load(&mut self, load: &Load) -> Result<(), Stop>;

    /// Parses the output; adds what it finds to the answer, if one is wanted.
    fn parse(&mut self, load: &Load, answer: Option<&mut Answer>) -> Result<(), Stop>;
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut peer: Box<dyn Peer> = match std::env::args().nth(1).as_deref() {
        Some("tool-parser") => Box::new(tool_parser::Peer::default()),
        Some("dynamo-parsers") => Box::new(dynamo::Peer::default()),
        _ => return Err("want the name of a crate".into()),
    };
    let mut slots: Vec<Load> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let reply = match serde_json::from_str(&line?)? {
            Request::Load(load) => {
                let slot = load.slot;
                slots.truncate(slot);
                slots.resize_with(slot, Load::default);
                slots.push(load);
                serde_json::to_string(&first(peer.as_mut(), &slots[slot]))?
            }
            Request::Run { slot, times } => serde_json::to_string(&run(peer.as_mut(), &slots[slot], times))?,
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}

/// Parses an output for the first time.
fn first(peer: &mut dyn Peer, load: &Load) -> Answer {
    let mut answer = Answer::default();
    match peer.load(load).and_then(|()| peer.parse(load, Some(&mut answer))) {
        Ok(()) => {}
        Err(Stop::Late) => answer.late = true,
        Err(Stop::Fault(fault)) => answer.fault = fault,
    }
    answer
}

/// The nanoseconds of parsing an output so many times. Errors don't matter: it was right before.
fn run(peer: &mut dyn Peer, load: &Load, times: u64) -> u64 {
    let begun = Instant::now();
    for _ in 0..times {
        let _ = std::hint::black_box(peer.parse(load, None));
    }
    begun.elapsed().as_nanos() as u64
}

/// Hands the pieces to a parser, unless it takes too long.
fn feed(load: &Load, mut add: impl FnMut(&str) -> Result<(), Stop>) -> Result<(), Stop> {
    let late_after = Duration::from_nanos(load.late_after);
    let mut begun = None;
    for pieces in load.pieces.chunks(64) {
        for piece in pieces {
            add(piece)?;
        }
        // Short outputs are spared the clock.
        if pieces.len() == 64 && begun.get_or_insert_with(Instant::now).elapsed() > late_after {
            return Err(Stop::Late);
        }
    }
    Ok(())
}

/// Runs what is asynchronous by name alone.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a parser waits for something"),
    }
}
