use std::time::Duration;

use tonic::Status;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;

use crate::options::{Headers, Options};
use crate::retry::retrying;
use crate::session::Session;
use crate::v1::tool_parser_service_client::ToolParserServiceClient;
use crate::v1::{Family, ListFamiliesRequest, ParseToolCallsRequest, ParseToolCallsResponse, StreamStart};

/// The generated client, with what goes with every call.
pub type Service = ToolParserServiceClient<InterceptedService<Channel, Headers>>;

/// Calls the service. It connects when it is first used; clones share the connection.
#[derive(Clone, Debug)]
pub struct Client {
    target: String,
    service: Service,
    timeout: Option<Duration>,
}

impl Client {
    /// Makes a client of `host:port` or `unix:PATH`, with the usual [`Options`]. It needs a
    /// running Tokio runtime.
    pub fn new(target: &str) -> Result<Client, Status> {
        Client::with(target, Options::default())
    }

    /// Makes a client with options.
    pub fn with(target: &str, options: Options) -> Result<Client, Status> {
        let timeout = options.timeout;
        let max_receive_bytes = options.max_receive_bytes;
        let (channel, headers) = options.connect(target)?;
        let service = ToolParserServiceClient::with_interceptor(channel, headers)
            .max_decoding_message_size(max_receive_bytes)
            .max_encoding_message_size(usize::MAX);
        Ok(Client { target: target.to_owned(), service, timeout })
    }

    /// Parses one complete output.
    ///
    /// Repeated within the timeout, up to five attempts, while the service is unavailable, or
    /// overloaded and asks for another attempt (RESOURCE_EXHAUSTED with RetryInfo).
    pub async fn parse(&self, request: ParseToolCallsRequest) -> Result<ParseToolCallsResponse, Status> {
        let call = || {
            let (mut service, request) = (self.service(), request.clone());
            async move { service.parse_tool_calls(request).await }
        };
        retrying(&self.target, self.timeout, call).await
    }

    /// Lists the families that the service knows. Repeated as [`Client::parse`].
    pub async fn families(&self) -> Result<Vec<Family>, Status> {
        let call = || {
            let mut service = self.service();
            async move { service.list_families(ListFamiliesRequest {}).await }
        };
        Ok(retrying(&self.target, self.timeout, call).await?.families)
    }

    /// Begins a session. If the service opens no stream within the client's timeout, for example because the
    /// connection has all its calls open, the error is DEADLINE_EXCEEDED.
    pub async fn stream(&self, start: StreamStart) -> Result<Session, Status> {
        Session::begin(self.service(), start, self.timeout, None).await
    }

    /// Begins a session that may last no longer than a timeout.
    pub async fn stream_within(&self, timeout: Duration, start: StreamStart) -> Result<Session, Status> {
        Session::begin(self.service(), start, self.timeout, Some(timeout)).await
    }

    /// The generated client on the same connection, for BatchParseToolCalls and whatever has
    /// no method here.
    pub fn service(&self) -> Service {
        self.service.clone()
    }
}
