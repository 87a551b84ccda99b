use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tonic::metadata::{AsciiMetadataValue, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

/// The longest answer that is accepted by default: an answer can be several times as long
/// as its output, which may have 16 MiB.
const DEFAULT_MAX_RECEIVE_BYTES: usize = 128 << 20;

type TokenSource = Arc<dyn Fn() -> String + Send + Sync>;

/// How a client reaches the service.
#[derive(Clone)]
pub struct Options {
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_receive_bytes: usize,
    token: Option<TokenSource>,
    allow_plaintext_token: bool,
    #[cfg(feature = "tls")]
    tls: Option<tonic::transport::ClientTlsConfig>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            timeout: Some(Duration::from_secs(10)),
            max_receive_bytes: DEFAULT_MAX_RECEIVE_BYTES,
            token: None,
            allow_plaintext_token: false,
            #[cfg(feature = "tls")]
            tls: None,
        }
    }
}

impl Options {
    /// How long a unary call may take; `None` for no limit. Default: 10 seconds.
    pub fn timeout(mut self, timeout: Option<Duration>) -> Options {
        self.timeout = timeout;
        self
    }

    /// The longest answer that is accepted. The service knows the limit: a longer answer
    /// becomes the error RESOURCE_EXHAUSTED. Default: 128 MiB.
    pub fn max_receive_bytes(mut self, bytes: usize) -> Options {
        self.max_receive_bytes = bytes;
        self
    }

    /// Sends a bearer token with every call. It leaves this machine by TLS only, unless
    /// [`Options::allow_plaintext_token`] is given too.
    pub fn token(self, token: impl Into<String>) -> Options {
        let token = token.into();
        self.token_source(move || token.clone())
    }

    /// As [`Options::token`], with a function that is asked for every call.
    pub fn token_source(mut self, source: impl Fn() -> String + Send + Sync + 'static) -> Options {
        self.token = Some(Arc::new(source));
        self
    }

    /// Lets tokens travel to other machines without TLS.
    pub fn allow_plaintext_token(mut self) -> Options {
        self.allow_plaintext_token = true;
        self
    }

    /// Makes the connection by TLS; tonic's configuration says whom to trust.
    #[cfg(feature = "tls")]
    pub fn tls(mut self, config: tonic::transport::ClientTlsConfig) -> Options {
        self.tls = Some(config);
        self
    }

    pub(crate) fn connect(self, target: &str) -> Result<(Channel, Headers), Status> {
        self.check(target)?;
        let endpoint = self.endpoint(target).map_err(|error| invalid(target, &error))?;
        let headers = Headers { token: self.token, max_receive_bytes: self.max_receive_bytes.into() };
        Ok((endpoint.connect_lazy(), headers))
    }

    fn check(&self, target: &str) -> Result<(), Status> {
        if self.token.is_none() || self.allow_plaintext_token || self.is_encrypted() || is_local(target) {
            return Ok(());
        }
        Err(invalid(target, &"a token would travel in plaintext: give tls, or allow_plaintext_token"))
    }

    #[cfg(feature = "tls")]
    fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }

    #[cfg(not(feature = "tls"))]
    fn is_encrypted(&self) -> bool {
        false
    }

    fn endpoint(&self, target: &str) -> Result<Endpoint, tonic::transport::Error> {
        let scheme = match target {
            socket if socket.starts_with("unix:") => "",
            _ if self.is_encrypted() => "https://",
            _ => "http://",
        };
        let endpoint = Endpoint::from_shared(format!("{scheme}{target}"))?;
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            return endpoint.tls_config(tls.clone());
        }
        Ok(endpoint)
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

fn invalid(target: &str, why: &dyn fmt::Display) -> Status {
    Status::invalid_argument(format!("{target}: {why}"))
}

fn is_local(target: &str) -> bool {
    let host = target.rsplit_once(':').map_or(target, |(host, _)| host);
    target.starts_with("unix:") || ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}

/// What goes with every call: the token, and the longest answer that is taken.
#[derive(Clone)]
pub struct Headers {
    token: Option<TokenSource>,
    max_receive_bytes: AsciiMetadataValue,
}

impl Interceptor for Headers {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let metadata = request.metadata_mut();
        metadata.insert("toolparser-max-response-bytes", self.max_receive_bytes.clone());
        if let Some(token) = &self.token {
            let bearer = MetadataValue::from_str(&format!("Bearer {}", token()))
                .map_err(|_| Status::unauthenticated("the token isn't ASCII"))?;
            metadata.insert("authorization", bearer);
        }
        Ok(request)
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Headers").finish_non_exhaustive()
    }
}
