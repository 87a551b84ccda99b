// Package miro parses the tool calls of MiroThinker, which calls the tools of MCP servers.
//
// The native form is an element for each call, with the server, the tool and JSON arguments:
//
//	<use_mcp_tool>
//	<server_name>tool-search</server_name>
//	<tool_name>get_weather</tool_name>
//	<arguments>
//	{"city": "Oslo"}
//	</arguments>
//	</use_mcp_tool>
//
// Source: the system prompt in the model's repository. What is accepted, by example:
// docs/models/formats/miro.md.
package miro
