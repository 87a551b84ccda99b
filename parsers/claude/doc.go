// Package claude parses the tool calls of Claude.
//
// The native form is a block of tags, here without the namespace prefix that
// every tag of it may have:
//
//	<function_calls>
//	<invoke name="get_weather">
//	<parameter name="city">Oslo</parameter>
//	</invoke>
//	</function_calls>
//
// It looks like XML and isn't: a value is whatever is between its tags,
// byte for byte. What type it has, the tool's schema says. Older models write
// it with a tag for every name.
//
// The other forms are what the vendor's APIs make of it: the JSON of a
// Messages or Converse response, whole or as single blocks in text, and the
// event stream of the Messages API.
//
// Source: Anthropic's documentation of tool use, of the Messages API and its
// streaming, and the prompt format of Claude 2.1; Amazon's of the Converse
// API. What is accepted, by example: docs/models/formats/claude.md.
//
// Reading order:
//
//   - family.go: the table, and calls in tags.
//   - json.go: calls in JSON.
//   - events.go: the event stream, and a call in it.
//   - event.go: a line of it.
package claude
