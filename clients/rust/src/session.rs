use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Code, Status, Streaming};

use crate::client::Service;
use crate::retry::{told, within};
use crate::v1::stream_tool_calls_request::Input;
use crate::v1::{
    DeltaMessage, FinishReason, ParseToolCallsResponse, Span, StreamFinish, StreamStart,
    StreamToolCallsRequest, StreamToolCallsResponse,
};

/// One output while it is generated, in lockstep: every piece waits for its answer.
///
/// A session that is dropped before it was finished ends its stream at once.
#[derive(Debug)]
pub struct Session {
    requests: mpsc::UnboundedSender<StreamToolCallsRequest>,
    answers: Streaming<StreamToolCallsResponse>,
    deadline: Option<Instant>,
}

/// What the end of an output made certain.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// What became certain only now; empty if nothing did.
    pub delta: DeltaMessage,
    /// The whole result.
    pub response: ParseToolCallsResponse,
}

/// A piece of an output: text, or bytes that may end inside a code point.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece(Input);

impl From<String> for Piece {
    fn from(text: String) -> Piece {
        Piece(Input::Delta(text))
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Piece {
        Piece::from(text.to_owned())
    }
}

impl From<Vec<u8>> for Piece {
    fn from(bytes: Vec<u8>) -> Piece {
        Piece(Input::RawDelta(bytes))
    }
}

impl From<&[u8]> for Piece {
    fn from(bytes: &[u8]) -> Piece {
        Piece::from(bytes.to_owned())
    }
}

impl Session {
    pub(crate) async fn begin(
        mut service: Service,
        start: StreamStart,
        opening: Option<Duration>,
        timeout: Option<Duration>,
    ) -> Result<Session, Status> {
        let now = Instant::now();
        let deadline = timeout.map(|timeout| now + timeout);
        let opened = opening.map(|opening| now + opening).into_iter().chain(deadline).min();
        let (requests, taken) = mpsc::unbounded_channel();
        // Sent before the call is made: the service answers only then, with its headers too.
        let _ = requests
            .send(StreamToolCallsRequest { input: Some(Input::Start(start)), special_tokens: Vec::new() });
        let call = async {
            let answers = service.stream_tool_calls(UnboundedReceiverStream::new(taken)).await;
            let mut session =
                Session { requests, answers: answers.map_err(told)?.into_inner(), deadline: None };
            session.answer().await?;
            Ok(session)
        };
        let session = within(opened, call).await.map_err(unopened)?;
        Ok(Session { deadline, ..session })
    }

    /// Sends a piece, and returns what became certain by it; empty if nothing did.
    pub async fn send(&mut self, piece: impl Into<Piece>) -> Result<DeltaMessage, Status> {
        self.send_tokens(piece, Vec::new()).await
    }

    /// Sends a piece with special tokens, which are at the spans, in bytes of the piece. The start needs its
    /// `special_tokens`. A token that is divided between pieces has a span in each.
    pub async fn send_tokens(
        &mut self,
        piece: impl Into<Piece>,
        special_tokens: Vec<Span>,
    ) -> Result<DeltaMessage, Status> {
        Ok(self.ask(piece.into().0, special_tokens).await?.delta.unwrap_or_default())
    }

    /// Ends the output.
    pub async fn finish(mut self, reason: FinishReason) -> Result<Finished, Status> {
        let finish = StreamFinish { finish_reason: reason.into(), omit_delivered: false };
        let answer = self.ask(Input::Finish(finish), Vec::new()).await?;
        let response = answer.result.ok_or_else(|| Status::internal("the service gave no result"))?;
        self.end().await?;
        Ok(Finished { delta: answer.delta.unwrap_or_default(), response })
    }

    async fn ask(
        &mut self,
        input: Input,
        special_tokens: Vec<Span>,
    ) -> Result<StreamToolCallsResponse, Status> {
        // No one receives it if the stream has ended; the answer then says why.
        let _ = self.requests.send(StreamToolCallsRequest { input: Some(input), special_tokens });
        self.answer().await
    }

    async fn answer(&mut self) -> Result<StreamToolCallsResponse, Status> {
        let answer = within(self.deadline, async { self.answers.message().await.map_err(told) }).await?;
        answer.ok_or_else(|| Status::failed_precondition("the session has ended"))
    }

    /// Waits for the stream's own end, which follows the result, so that it isn't counted as
    /// cut off.
    async fn end(self) -> Result<(), Status> {
        let Session { requests, mut answers, deadline } = self;
        drop(requests);
        within(deadline, async { answers.message().await.map_err(told) }).await?;
        Ok(())
    }
}

/// Says why a stream may not have been opened in time: a connection that has all its calls open makes
/// a new one wait without an error.
fn unopened(status: Status) -> Status {
    if status.code() != Code::DeadlineExceeded {
        return status;
    }
    Status::deadline_exceeded(
        "the service opened no stream in time; the connection may have all its calls open, at most \
         --max-concurrent-streams of the server (by default 1024): end sessions, use several clients, \
         or MultiplexToolCalls",
    )
}
