//! The programs of docs/use/clients/rust.md are the examples, and print what it says.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::Server;

/// A program of the documentation, and what it prints.
struct Program {
    code: String,
    prints: String,
}

fn documented() -> Vec<Program> {
    let page = std::fs::read_to_string(directory().join("../../docs/use/clients/rust.md")).unwrap();
    let after_code = page.split("```rust\n").skip(1);
    after_code
        .filter_map(|rest| {
            let (code, rest) = rest.split_once("```\n")?;
            let (_, rest) = rest.split_once("```text\n")?;
            let (prints, _) = rest.split_once("```\n")?;
            Some(Program { code: code.to_owned(), prints: prints.to_owned() })
        })
        .collect()
}

fn directory() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where cargo has put an example: next to the directory of this test.
fn built(example: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().join("examples").join(example)
}

#[test]
fn the_documented_programs_are_the_examples_and_print_what_it_says() {
    let server = Server::start(&[]);
    let programs = documented();
    assert_eq!(programs.len(), 2);
    for (program, example) in programs.iter().zip(["output", "stream"]) {
        let source = directory().join("examples").join(example).with_extension("rs");
        assert_eq!(program.code, std::fs::read_to_string(source).unwrap());
        let output = Command::new(built(example)).arg(server.target()).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), program.prints);
        assert!(output.status.success());
    }
}
