use toolparser_client::v1::{DeltaMessage, FinishReason, StreamStart};
use toolparser_client::{Client, tonic::Status};

#[tokio::main]
async fn main() -> Result<(), Status> {
    let target = std::env::args().nth(1).unwrap_or("127.0.0.1:50051".to_owned());
    let client = Client::new(&target)?;
    let start = StreamStart { family: "llama3".to_owned(), ..Default::default() };
    let mut session = client.stream(start).await?;
    for piece in ["Let me ", r#"look. {"name": "get_weather", "parameters": {"city": "Z"#, r#"ürich"}}"#] {
        show(&session.send(piece).await?);
    }
    let finished = session.finish(FinishReason::Stop).await?;
    show(&finished.delta);
    println!("{} call", finished.response.result.unwrap_or_default().tool_calls.len());
    Ok(())
}

fn show(delta: &DeltaMessage) {
    if let Some(content) = &delta.content {
        println!("content {content:?}");
    }
    for call in &delta.tool_calls {
        let function = call.function.clone().unwrap_or_default();
        let (name, arguments) = (function.name(), function.arguments());
        println!("call {}: name {name:?}, arguments {arguments:?}, complete {}", call.index, call.complete);
    }
}
