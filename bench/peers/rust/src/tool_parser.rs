//! The crate tool-parser. Its parsers are made once and reset, as its own pool does.

use ::tool_parser::types::ToolCallItem;
use ::tool_parser::{ParserFactory, ToolParser};
use openai_protocol::common::Tool;

use crate::{Answer, Call, Load, Stop, feed, now};

#[derive(Default)]
pub struct Peer {
    parser: Option<Box<dyn ToolParser>>,
    tools: Vec<Tool>,
}

impl crate::Peer for Peer {
    fn load(&mut self, load: &Load) -> Result<(), Stop> {
        self.tools = serde_json::from_value(load.tools.clone())?;
        self.parser = ParserFactory::new().registry().create_parser(&load.parser);
        Ok(())
    }

    fn parse(&mut self, load: &Load, mut answer: Option<&mut Answer>) -> Result<(), Stop> {
        let Some(parser) = &mut self.parser else {
            return Err(Stop::Fault("no such parser".into()));
        };
        if load.whole {
            let (text, calls) = now(parser.parse_complete_with_tools(&load.pieces[0], &self.tools))?;
            if let Some(answer) = answer {
                answer.text = text;
                answer.calls.extend(
                    calls
                        .into_iter()
                        .map(|call| Call { name: call.function.name, arguments: call.function.arguments }),
                );
            }
            return Ok(());
        }
        parser.reset();
        feed(load, |piece| {
            let found = now(parser.parse_incremental(piece, &self.tools))?;
            if let Some(answer) = answer.as_deref_mut() {
                answer.text += &found.normal_text;
                add(answer, found.calls);
            }
            Ok(())
        })?;
        let rest = parser.get_unstreamed_tool_args();
        let text = parser.take_unstreamed_normal_text();
        if let Some(answer) = answer {
            answer.text += &text;
            add(answer, rest.unwrap_or_default());
        }
        Ok(())
    }
}

/// Puts the deltas of calls together.
fn add(answer: &mut Answer, items: Vec<ToolCallItem>) {
    for item in items {
        while answer.calls.len() <= item.tool_index {
            answer.calls.push(Call::default());
        }
        let call = &mut answer.calls[item.tool_index];
        call.name += &item.name.unwrap_or_default();
        call.arguments += &item.parameters;
    }
}
