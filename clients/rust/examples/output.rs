use toolparser_client::v1::{FinishReason, FunctionDefinition, ParseToolCallsRequest, Tool};
use toolparser_client::{Client, tonic::Status};

#[tokio::main]
async fn main() -> Result<(), Status> {
    let target = std::env::args().nth(1).unwrap_or("127.0.0.1:50051".to_owned());
    let client = Client::new(&target)?;
    let weather = FunctionDefinition {
        name: "get_weather".to_owned(),
        parameters: r#"{"type": "object"}"#.to_owned(),
        ..Default::default()
    };
    let response = client
        .parse(ParseToolCallsRequest {
            family: "llama3".to_owned(),
            model_output: r#"Let me look. {"name": "get_weather", "parameters": {"city": "Zürich"}}"#
                .to_owned(),
            tools: vec![Tool { function: Some(weather), ..Default::default() }],
            finish_reason: FinishReason::Stop.into(),
            ..Default::default()
        })
        .await?;
    let result = response.result.unwrap_or_default();
    println!("{}", result.content());
    for function in result.tool_calls.into_iter().filter_map(|call| call.function) {
        println!("{} {}", function.name, function.arguments);
    }
    Ok(())
}
