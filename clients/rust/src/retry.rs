use std::error::Error;
use std::io;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Code, Response, Status};
use tonic_types::StatusExt;

/// How long to wait before each further attempt.
const DELAYS: [Duration; 4] = [
    Duration::from_millis(100),
    Duration::from_millis(300),
    Duration::from_millis(900),
    Duration::from_secs(2),
];

/// Makes a unary call, again while the service is away, or overloaded and asks for another
/// attempt: it keeps no state, so it can be repeated safely. An attempt that couldn't begin before
/// the deadline isn't made, so that the caller gets the error and not DEADLINE_EXCEEDED. An
/// AsyncFn would keep whoever calls it out of spawned tasks.
pub(crate) async fn retrying<T, F>(
    target: &str,
    timeout: Option<Duration>,
    call: impl Fn() -> F,
) -> Result<T, Status>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    let deadline = timeout.map(|timeout| Instant::now() + timeout);
    let mut before = None;
    let mut delays = DELAYS.iter();
    loop {
        let attempt = async { call().await.map_err(|status| explained(status, target)) };
        let status = match within(deadline, attempt).await {
            Ok(answer) => return Ok(answer.into_inner()),
            Err(status) => status,
        };
        if status.code() == Code::DeadlineExceeded {
            return Err(before.unwrap_or(status)); // the error before says why there was no answer in time
        }
        let (Some(wanted), Some(&delay)) = (wanted_delay(&status), delays.next()) else {
            return Err(status);
        };
        let delay = delay.max(wanted);
        if deadline.is_some_and(|deadline| Instant::now() + delay >= deadline) {
            return Err(status);
        }
        before = Some(status);
        sleep(delay).await;
    }
}

/// After how long the service may answer; none if it would give the same error again.
fn wanted_delay(status: &Status) -> Option<Duration> {
    match status.code() {
        Code::Unavailable => Some(Duration::ZERO),
        Code::ResourceExhausted => {
            status.get_details_retry_info().map(|info| info.retry_delay.unwrap_or_default())
        }
        _ => None,
    }
}

/// Says what to do where nothing listens at the target.
fn explained(status: Status, target: &str) -> Status {
    if is_absent(&status) {
        return Status::unavailable(format!(
            "connection refused; is `toolparser serve` running at {target}?"
        ));
    }
    told(status)
}

fn is_absent(status: &Status) -> bool {
    let mut source = status.source();
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound);
        }
        source = error.source();
    }
    false
}

/// Gives up at a deadline. What is given up is dropped, which ends its call.
pub(crate) async fn within<T>(
    deadline: Option<Instant>,
    work: impl Future<Output = Result<T, Status>>,
) -> Result<T, Status> {
    let Some(deadline) = deadline else {
        return work.await;
    };
    timeout_at(deadline, work)
        .await
        .unwrap_or_else(|_| Err(Status::deadline_exceeded("the deadline has passed")))
}

/// The status as gRPC has it elsewhere: UNAVAILABLE for a connection that was lost, which
/// tonic calls unknown or cancelled. Those have a source; what the service said has none.
pub(crate) fn told(status: Status) -> Status {
    if status.source().is_some() && matches!(status.code(), Code::Unknown | Code::Cancelled) {
        return Status::unavailable(status.message());
    }
    status
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tonic_types::ErrorDetails;

    use super::*;

    /// The answer to a call that is rejected twice, and how often it was made.
    async fn rejected_twice(status: impl Fn() -> Status) -> (Result<&'static str, Status>, usize) {
        let calls = AtomicUsize::new(0);
        let answer = retrying("a", None, || {
            let answer = match calls.fetch_add(1, Ordering::Relaxed) {
                0 | 1 => Err(status()),
                _ => Ok(Response::new("answer")),
            };
            async { answer }
        })
        .await;
        (answer, calls.into_inner())
    }

    #[tokio::test]
    async fn an_overloaded_service_is_asked_again_when_it_says_so() {
        let details = || ErrorDetails::with_retry_info(Some(Duration::from_millis(1)));
        let (answer, calls) =
            rejected_twice(|| Status::with_error_details(Code::ResourceExhausted, "overloaded", details()))
                .await;
        assert_eq!((answer.unwrap(), calls), ("answer", 3));
    }

    #[tokio::test]
    async fn what_is_too_large_is_not_sent_again() {
        let (answer, calls) = rejected_twice(|| Status::resource_exhausted("too large")).await;
        assert_eq!((answer.unwrap_err().code(), calls), (Code::ResourceExhausted, 1));
    }
}
