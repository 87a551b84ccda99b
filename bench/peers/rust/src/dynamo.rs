//! The crate dynamo-parsers, which parses whole outputs.

use dynamo_parsers::tool_calling::ToolDefinition;
use dynamo_parsers::tool_calling::parsers::detect_and_parse_tool_call_with_recovery;
use serde::Deserialize;

use crate::{Answer, Call, Load, Stop, now};

#[derive(Default)]
pub struct Peer {
    tools: Vec<ToolDefinition>,
}

#[derive(Deserialize)]
struct Tool {
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    parameters: serde_json::Value,
}

impl crate::Peer for Peer {
    fn load(&mut self, load: &Load) -> Result<(), Stop> {
        let tools: Vec<Tool> = serde_json::from_value(load.tools.clone())?;
        let definition = |Tool { function: Function { name, parameters } }| ToolDefinition {
            name,
            parameters: Some(parameters),
            strict: None,
        };
        self.tools = tools.into_iter().map(definition).collect();
        Ok(())
    }

    fn parse(&mut self, load: &Load, answer: Option<&mut Answer>) -> Result<(), Stop> {
        let parsed =
            detect_and_parse_tool_call_with_recovery(&load.pieces[0], Some(&load.parser), Some(&self.tools));
        let (calls, text) = now(parsed).map_err(|err| Stop::Fault(err.to_string()))?;
        if let Some(answer) = answer {
            answer.text = text.unwrap_or_default();
            answer.calls.extend(
                calls
                    .into_iter()
                    .map(|call| Call { name: call.function.name, arguments: call.function.arguments }),
            );
        }
        Ok(())
    }
}
