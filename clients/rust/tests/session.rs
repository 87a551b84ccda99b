//! Sessions: one output while it is generated.

mod common;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use common::{CUT_OFF, ONE_CALL, PROSE, Server, TWO_CALLS, calls, request, start, without_made_ids};
use toolparser_client::tonic::{Code, Status};
use toolparser_client::v1::{
    DeltaMessage, FinishReason, ParseToolCallsResponse, Span, SpecialTokens, StreamStart,
};
use toolparser_client::{Client, Options, Piece, Session};

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(30);

/// Deltas added up.
#[derive(Default)]
struct Added {
    content: String,
    calls: BTreeMap<i32, String>,
}

impl Added {
    fn add(&mut self, delta: &DeltaMessage) {
        self.content += delta.content();
        for call in &delta.tool_calls {
            let function = call.function.clone().unwrap_or_default();
            *self.calls.entry(call.index).or_default() +=
                &(function.name().to_owned() + function.arguments());
        }
        for withdrawn in &delta.invalid_tool_calls {
            self.calls.remove(&withdrawn.index);
        }
    }

    fn check(&self, response: &ParseToolCallsResponse) {
        assert_eq!(self.calls.values().collect::<Vec<_>>(), calls(response).iter().collect::<Vec<_>>());
        assert_eq!(self.content.trim(), response.result.as_ref().unwrap().content().trim());
    }
}

async fn streamed<P: Into<Piece>>(
    client: &Client,
    family: &str,
    pieces: impl IntoIterator<Item = P>,
) -> ParseToolCallsResponse {
    let mut added = Added::default();
    let mut session = client.stream(start(family)).await.unwrap();
    for piece in pieces {
        added.add(&session.send(piece).await.unwrap());
    }
    let finished = session.finish(FinishReason::Unspecified).await.unwrap();
    added.add(&finished.delta);
    added.check(&finished.response);
    without_made_ids(finished.response)
}

#[tokio::test]
async fn special_tokens_of_pieces() {
    let call = "<tool_call>\n<function=f>\n<parameter=x>\né\n</parameter>\n</function>\n</tool_call>";
    let quoted = format!("The log says é {call}. ");
    let output = format!("{quoted}{call}").into_bytes();
    let tokens = [(quoted.len(), quoted.len() + 11), (output.len() - 12, output.len())];
    let server = Server::start(&[]);
    let client = server.client();
    for size in [1, 3, 10, output.len()] {
        let begin = StreamStart { special_tokens: Some(SpecialTokens::default()), ..start("qwen3_coder") };
        let mut session = client.stream(begin).await.unwrap();
        for (number, piece) in output.chunks(size).enumerate() {
            let (at, end) = (number * size, number * size + piece.len());
            let inside =
                tokens.iter().map(|&(from, to)| (from.max(at), to.min(end))).filter(|(from, to)| from < to);
            let spans =
                inside.map(|(from, to)| Span { start: (from - at) as i32, end: (to - at) as i32 }).collect();
            session.send_tokens(piece, spans).await.unwrap();
        }
        let response = session.finish(FinishReason::Stop).await.unwrap().response;
        assert_eq!(calls(&response), ["f{\"x\":\"é\"}"]);
        assert_eq!(response.result.unwrap().content(), quoted.trim());
    }
}

#[tokio::test]
async fn a_stream_gives_what_unary_gives() {
    let server = Server::start(&[]);
    let client = server.client();
    for (family, text) in [("llama3", ONE_CALL), ("kimi", TWO_CALLS), ("llama3", PROSE), ("llama3", CUT_OFF)]
    {
        let whole = without_made_ids(client.parse(request(family, text)).await.unwrap());
        for (cut, _) in text.char_indices() {
            let (before, after) = text.split_at(cut);
            assert_eq!(streamed(&client, family, [before, after]).await, whole, "cut at {cut}");
        }
        assert_eq!(streamed(&client, family, text.chars().map(String::from)).await, whole);
        assert_eq!(streamed(&client, family, text.as_bytes().chunks(1)).await, whole);
    }
}

/// However busy the machine is: a deadline may pass before the session has started.
#[tokio::test]
async fn a_deadline_ends_a_session() {
    let server = Server::start(&[]);
    let (client, timeout, begun) = (server.client(), Duration::from_millis(300), Instant::now());
    let conversation = async {
        let mut session = client.stream_within(timeout, start("llama3")).await?;
        loop {
            session.send("x").await?;
            tokio::time::sleep(timeout / 10).await;
        }
    };
    let conversation: Result<Result<(), Status>, _> = tokio::time::timeout(PATIENCE, conversation).await;
    assert_eq!(conversation.expect("it goes on").unwrap_err().code(), Code::DeadlineExceeded);
    assert!(begun.elapsed() >= timeout);
}

#[tokio::test]
async fn a_server_that_goes_away_is_unavailable() {
    let mut server = Server::start(&[]);
    let mut session = server.client().stream(start("llama3")).await.unwrap();
    session.send("x").await.unwrap();
    server.kill();
    assert_eq!(session.send("x").await.unwrap_err().code(), Code::Unavailable);
}

/// The server has room for one stream: a second session can begin once the first has ended.
async fn begins_again_after(abandon: impl AsyncFn(Session)) {
    let server = Server::start(&["--max-streams", "1"]);
    let client = server.client();
    let session = client.stream(start("llama3")).await.unwrap();
    assert_eq!(client.stream(start("llama3")).await.unwrap_err().code(), Code::ResourceExhausted);
    abandon(session).await;
    let begun = Instant::now();
    while let Err(status) = begin_and_finish(&client).await {
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert!(begun.elapsed() < PATIENCE, "the stream never ended");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn begin_and_finish(client: &Client) -> Result<(), Status> {
    client.stream(start("llama3")).await?.finish(FinishReason::Stop).await?;
    Ok(())
}

#[tokio::test]
async fn a_session_that_is_dropped_ends_its_stream() {
    begins_again_after(async |session| drop(session)).await;
}

#[tokio::test]
async fn a_session_whose_task_is_cancelled_ends_its_stream() {
    begins_again_after(async |mut session| {
        let task = tokio::spawn(async move {
            session.send("x").await.unwrap();
            std::future::pending::<()>().await;
        });
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
    })
    .await;
}

#[tokio::test]
async fn a_session_that_is_finished_ends_its_stream() {
    begins_again_after(async |session| {
        session.finish(FinishReason::Stop).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_session_over_the_limit_of_the_connection_is_an_error_that_names_it() {
    let server = Server::start(&["--max-concurrent-streams", "1"]);
    let client = server.client_with(Options::default().timeout(Some(Duration::from_millis(500))));
    let mut first = client.stream(start("llama3")).await.unwrap();
    let late = [
        client.stream(start("llama3")).await.unwrap_err(),
        client.stream_within(Duration::from_millis(100), start("llama3")).await.unwrap_err(),
    ];
    for status in late {
        assert_eq!(status.code(), Code::DeadlineExceeded);
        assert!(status.message().contains("--max-concurrent-streams"), "{status}");
    }
    tokio::time::sleep(Duration::from_millis(700)).await; // the client's timeout is only that of the opening
    assert_eq!(first.send("Hi.").await.unwrap().content(), "Hi.");
    first.finish(FinishReason::Stop).await.unwrap();
    let mut next = client.stream(start("llama3")).await.unwrap();
    assert_eq!(next.send("Hi.").await.unwrap().content(), "Hi.");
}
