use std::error::Error;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Code, Response, Status};

/// How long to wait before each further attempt.
const DELAYS: [Duration; 4] = [
    Duration::from_millis(100),
    Duration::from_millis(300),
    Duration::from_millis(900),
    Duration::from_secs(2),
];

/// Makes a unary call, again on UNAVAILABLE: it keeps no state, so one that no server
/// answered may be asked again. An AsyncFn would keep whoever calls it out of spawned tasks.
pub(crate) async fn retrying<T, F>(timeout: Option<Duration>, call: impl Fn() -> F) -> Result<T, Status>
where
    F: Future<Output = Result<Response<T>, Status>>,
{
    within(timeout.map(|timeout| Instant::now() + timeout), async {
        for delay in DELAYS {
            match call().await.map_err(told) {
                Err(status) if status.code() == Code::Unavailable => sleep(delay).await,
                answer => return answer.map(Response::into_inner),
            }
        }
        call().await.map(Response::into_inner).map_err(told)
    })
    .await
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
