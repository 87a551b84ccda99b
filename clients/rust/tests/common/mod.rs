//! The service, built from this checkout and served on a Unix socket, and outputs of models.
#![allow(dead_code)] // each test file uses its own part

use std::fs::File;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use toolparser_client::v1::{ParseToolCallsRequest, ParseToolCallsResponse, StreamStart};
use toolparser_client::{Client, Options};

pub const ONE_CALL: &str =
    r#"Let me look. {"name": "get_weather", "parameters": {"city": "Zürich 😀"}} One moment."#;

pub const TWO_CALLS: &str = concat!(
    "I'll check both.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0",
    r#"<|tool_call_argument_begin|>{"city": "Zürich"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1"#,
    r#"<|tool_call_argument_begin|>{"zone": "Europe/Zurich"}<|tool_call_end|><|tool_calls_section_end|>"#,
);

pub const PROSE: &str = "There is nothing to call here, {only} some 😀 text.\n";

pub const CUT_OFF: &str = r#"I will call {"name": "get_weather", "parameters": {"city": "Zür"#;

/// A toolparser that can be killed and replaced at its address; it ends with the test.
pub struct Server {
    directory: TempDir,
    process: Option<Child>,
    next: Option<Child>,
}

impl Server {
    pub fn start(flags: &[&str]) -> Server {
        let mut server = Server { directory: TempDir::new().unwrap(), process: None, next: None };
        server.process = Some(server.spawn(&server.socket(), flags));
        server
    }

    fn spawn(&self, socket: &Path, flags: &[&str]) -> Child {
        let mut command = Command::new(binary());
        command.args(["serve", "--listen", &format!("unix:{}", socket.display())]).args(flags);
        let log = File::create(self.log()).unwrap();
        let process = command.stderr(log).spawn().unwrap();
        wait_until(|| UnixStream::connect(socket).is_ok());
        process
    }

    /// Starts the server that is to take this one's place, which may take its time.
    pub fn prepare_next(&mut self) {
        self.next = Some(self.spawn(&self.next_socket(), &[]));
    }

    /// Gives the address to the next server, at once: how long there was none is the test's
    /// to say, and not the machine's.
    pub fn replace(&mut self) {
        std::fs::rename(self.next_socket(), self.socket()).unwrap();
        self.process = self.next.take();
    }

    pub fn kill(&mut self) {
        self.process.take().into_iter().for_each(end);
    }

    pub fn target(&self) -> String {
        format!("unix:{}", self.socket().display())
    }

    /// The address of this machine that `--listen 127.0.0.1:0` came to. The server says it once
    /// it listens everywhere; its socket may be there before.
    pub fn address(&self) -> String {
        let said = || {
            let log = std::fs::read_to_string(self.log()).unwrap();
            let (_, rest) = log.split_once("address=127.0.0.1:")?;
            Some(rest.split_once('\n')?.0.to_owned())
        };
        wait_until(|| said().is_some());
        format!("127.0.0.1:{}", said().unwrap())
    }

    fn socket(&self) -> PathBuf {
        self.directory.path().join("s")
    }

    fn next_socket(&self) -> PathBuf {
        self.directory.path().join("n")
    }

    fn log(&self) -> PathBuf {
        self.directory.path().join("log")
    }

    pub fn client(&self) -> Client {
        Client::new(&self.target()).unwrap()
    }

    pub fn client_with(&self, options: Options) -> Client {
        Client::with(&self.target(), options).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        self.next.take().into_iter().for_each(end);
    }
}

fn end(mut process: Child) {
    process.kill().unwrap();
    process.wait().unwrap();
}

/// TOOLPARSER_BINARY, or else one built here.
fn binary() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| match std::env::var_os("TOOLPARSER_BINARY") {
        Some(given) => given.into(),
        None => {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("toolparser");
            let mut build = Command::new("go");
            build.args(["build", "-C", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "-o"]);
            assert!(build.arg(&path).arg("./cmd/toolparser").status().unwrap().success());
            path
        }
    })
}

fn wait_until(condition: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(30);
    while !condition() {
        assert!(Instant::now() < patience, "it never came to be");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub fn request(family: &str, output: &str) -> ParseToolCallsRequest {
    ParseToolCallsRequest { family: family.to_owned(), model_output: output.to_owned(), ..Default::default() }
}

pub fn start(family: &str) -> StreamStart {
    StreamStart { family: family.to_owned(), ..Default::default() }
}

/// The names and arguments of a result.
pub fn calls(response: &ParseToolCallsResponse) -> Vec<String> {
    let calls = &response.result.as_ref().unwrap().tool_calls;
    let functions = calls.iter().map(|call| call.function.as_ref().unwrap());
    functions.map(|function| format!("{}{}", function.name, function.arguments)).collect()
}

/// The response without ids that are made at random.
pub fn without_made_ids(mut response: ParseToolCallsResponse) -> ParseToolCallsResponse {
    let told = response.diagnostics.as_ref().unwrap().tool_calls.iter();
    let made: Vec<bool> = told.map(|call| call.id_synthesized).collect();
    let calls = &mut response.result.as_mut().unwrap().tool_calls;
    for (call, _) in calls.iter_mut().zip(made).filter(|(_, made)| *made) {
        call.id.clear();
    }
    response
}
