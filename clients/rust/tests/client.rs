//! Unary calls, and how a client reaches the service.

mod common;

use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{ONE_CALL, Server, TWO_CALLS, calls, request, start};
use tempfile::TempDir;
use toolparser_client::tonic::Code;
use toolparser_client::v1::{
    ContentPolicy, FinishReason, FunctionDefinition, InvalidReason, ParseOptions, ParseToolCallsRequest, Tool,
};
use toolparser_client::{Client, Options};

#[tokio::test]
async fn parses_a_complete_output() {
    let server = Server::start(&[]);
    let response = server.client().parse(request("llama3", ONE_CALL)).await.unwrap();
    assert_eq!(calls(&response), [r#"get_weather{"city": "Zürich 😀"}"#]);
    assert_eq!(response.result.unwrap().content(), "Let me look. One moment.");
}

#[tokio::test]
async fn a_model_chooses_the_family_and_two_calls_are_two() {
    let server = Server::start(&[]);
    let request =
        ParseToolCallsRequest { model: "moonshotai/Kimi-K2-Instruct".to_owned(), ..request("", TWO_CALLS) };
    let response = server.client().parse(request).await.unwrap();
    assert_eq!(
        calls(&response),
        [r#"get_weather{"city": "Zürich"}"#, r#"get_time{"zone": "Europe/Zurich"}"#]
    );
    assert_eq!(response.diagnostics.unwrap().family, "kimi");
}

#[tokio::test]
async fn options_arrive() {
    let server = Server::start(&[]);
    let damaged = r#"So: {"name": "get_time", "parameters": {"zone": "CET",}} "#;
    let options = ParseOptions {
        content_policy: ContentPolicy::Verbatim.into(),
        disable_repair: true,
        ..Default::default()
    };
    let request = ParseToolCallsRequest { options: Some(options), ..request("llama3", damaged) };
    let response = server.client().parse(request).await.unwrap();
    assert_eq!(response.invalid_tool_calls[0].reason(), InvalidReason::Malformed);
    assert_eq!(response.result.unwrap().content(), damaged);
}

#[tokio::test]
async fn spawned_tasks_may_call() {
    let server = Server::start(&[]);
    let client = server.client();
    let families = tokio::spawn(async move {
        let mut session = client.stream(start("llama3")).await?;
        session.send("x").await?;
        session.finish(FinishReason::Stop).await?;
        client.parse(request("llama3", "x")).await?;
        client.families().await
    });
    assert!(families.await.unwrap().is_ok());
}

#[tokio::test]
async fn lists_the_families() {
    let server = Server::start(&[]);
    assert!(server.client().families().await.unwrap().iter().any(|family| family.name == "kimi"));
}

#[tokio::test]
async fn an_unknown_family_is_a_status() {
    let server = Server::start(&[]);
    assert_eq!(server.client().parse(request("unknown", "x")).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(server.client().stream(start("unknown")).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn answers_of_more_than_grpcs_usual_limit_arrive() {
    let server = Server::start(&[]);
    let text = "x".repeat(12 << 20);
    assert!(server.client().parse(request("llama3", &text)).await.unwrap().result.unwrap().content() == text);
}

#[tokio::test]
async fn the_service_is_told_what_the_client_takes() {
    let server = Server::start(&[]);
    let small = server.client_with(Options::default().max_receive_bytes(1000));
    let status = small.parse(request("llama3", &"x".repeat(2000))).await.unwrap_err();
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert!(status.message().contains("1000"), "{status}");
}

#[tokio::test]
async fn a_deadline_ends_a_call() {
    // Connections are taken, and nothing is ever said.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = Options::default().timeout(Some(Duration::from_millis(100)));
    let client = Client::with(&silent.local_addr().unwrap().to_string(), options).unwrap();
    assert_eq!(client.families().await.unwrap_err().code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn unary_calls_outlive_a_restart() {
    let mut server = Server::start(&[]);
    let client = server.client();
    client.families().await.unwrap();
    server.prepare_next();
    server.kill();
    let restart = tokio::task::spawn_blocking(move || {
        std::thread::sleep(Duration::from_millis(300));
        server.replace();
        server
    });
    assert_eq!(calls(&client.parse(request("llama3", ONE_CALL)).await.unwrap()).len(), 1);
    drop(restart.await.unwrap());
}

#[tokio::test]
async fn no_server_is_unavailable_within_the_timeout() {
    let directory = TempDir::new().unwrap();
    let target = format!("unix:{}", directory.path().join("none").display());
    for timeout in [Some(Duration::from_millis(300)), Some(Duration::from_secs(2)), None] {
        let client = Client::with(&target, Options::default().timeout(timeout)).unwrap();
        let status = client.families().await.unwrap_err();
        assert_eq!(status.code(), Code::Unavailable, "{timeout:?}: {status}");
        let says = format!("connection refused; is `toolparser serve` running at {target}?");
        assert_eq!(status.message(), says, "{timeout:?}");
    }
    let client = Client::new(&target).unwrap();
    assert_eq!(client.stream(start("llama3")).await.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn a_tool_without_a_name_is_an_error() {
    let server = Server::start(&[]);
    let tools = vec![Tool { r#type: "function".to_owned(), function: Some(FunctionDefinition::default()) }];
    let request = ParseToolCallsRequest { tools, ..request("llama3", ONE_CALL) };
    assert_eq!(server.client().parse(request).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn a_token_lets_in() {
    let directory = TempDir::new().unwrap();
    let tokens = directory.path().join("tokens");
    std::fs::write(&tokens, "tester 8c9f3d1f6a0e4f4c9b62\n").unwrap();
    let server = Server::start(&["--tokens", tokens.to_str().unwrap()]);
    assert_eq!(server.client().families().await.unwrap_err().code(), Code::Unauthenticated);
    let known = server.client_with(Options::default().token("8c9f3d1f6a0e4f4c9b62"));
    known.families().await.unwrap();

    let asked = AtomicUsize::new(0);
    let changing = Options::default().token_source(move || {
        ["yesterday's", "8c9f3d1f6a0e4f4c9b62"][asked.fetch_add(1, Ordering::Relaxed).min(1)].to_owned()
    });
    let changing = server.client_with(changing);
    assert_eq!(changing.families().await.unwrap_err().code(), Code::Unauthenticated);
    changing.families().await.unwrap();
}

#[tokio::test]
async fn a_token_leaves_the_machine_by_tls_alone() {
    let token = || Options::default().token("secret");
    for local in ["unix:/run/t.sock", "127.0.0.1:50051", "localhost:50051", "[::1]:50051"] {
        Client::with(local, token()).unwrap();
    }
    for other in ["toolparser:50051", "localhost.example:50051"] {
        assert_eq!(Client::with(other, token()).unwrap_err().code(), Code::InvalidArgument);
        Client::with(other, token().allow_plaintext_token()).unwrap();
        #[cfg(feature = "tls")]
        Client::with(other, token().tls(toolparser_client::tonic::transport::ClientTlsConfig::new()))
            .unwrap();
    }
}
