//! TLS, and tokens over it.
#![cfg(feature = "tls")]

mod common;

use std::path::Path;
use std::process::Command;

use common::{ONE_CALL, Server, calls, request, start};
use tempfile::TempDir;
use toolparser_client::tonic::Code;
use toolparser_client::tonic::transport::{Certificate, ClientTlsConfig};
use toolparser_client::{Client, Options};

const TOKEN: &str = "8c9f3d1f6a0e4f4c9b62";

/// A server at an address of this machine, whose certificate is for its name.
struct Guarded {
    address: String,
    authority: Certificate,
    _server: Server,
}

impl Guarded {
    fn start(directory: &Path) -> Guarded {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../certificate.sh");
        assert!(Command::new(script).arg(directory).arg("localhost").status().unwrap().success());
        std::fs::write(directory.join("tokens"), format!("tester {TOKEN}\n")).unwrap();
        let file = |name: &str| directory.join(name).to_str().unwrap().to_owned();
        let server = Server::start(&[
            "--listen",
            "127.0.0.1:0",
            "--tls-cert",
            &file("cert.pem"),
            "--tls-key",
            &file("key.pem"),
            "--tokens",
            &file("tokens"),
        ]);
        let authority = Certificate::from_pem(std::fs::read(file("cert.pem")).unwrap());
        Guarded { address: server.address().replace("127.0.0.1", "localhost"), authority, _server: server }
    }

    fn client(&self, tls: ClientTlsConfig) -> Client {
        Client::with(&self.address, Options::default().tls(tls).token(TOKEN)).unwrap()
    }

    fn trusting(&self) -> ClientTlsConfig {
        ClientTlsConfig::new().ca_certificate(self.authority.clone())
    }
}

/// What a call that isn't made again ends with.
async fn code(client: Client) -> Code {
    client.stream(start("llama3")).await.unwrap_err().code()
}

#[tokio::test]
async fn tls_trusts_whom_it_is_told_to_and_nobody_else() {
    let directory = TempDir::new().unwrap();
    let server = Guarded::start(directory.path());
    let response = server.client(server.trusting()).parse(request("llama3", ONE_CALL)).await.unwrap();
    assert_eq!(calls(&response).len(), 1);
    let other_name = server.trusting().domain_name("other.example");
    for wrong in [ClientTlsConfig::new().with_enabled_roots(), other_name] {
        assert_eq!(code(server.client(wrong)).await, Code::Unavailable);
    }
    assert_eq!(code(Client::new(&server.address).unwrap()).await, Code::Unavailable);
}

#[tokio::test]
async fn tls_alone_lets_nobody_in_where_tokens_do() {
    let directory = TempDir::new().unwrap();
    let server = Guarded::start(directory.path());
    let tls = Options::default().tls(server.trusting());
    let stranger = Client::with(&server.address, tls.clone()).unwrap();
    assert_eq!(code(stranger).await, Code::Unauthenticated);
    let mistaken = Client::with(&server.address, tls.token("another, that is unknown")).unwrap();
    assert_eq!(code(mistaken).await, Code::Unauthenticated);
}
