// Package auto makes the family that needs no name: one table of what other
// families write that announces itself without doubt. That are their special tokens,
// the frames around their messages, the tags around their calls, and the documents of
// vendors:
//
//	<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>
//	<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜>
//	{"role": "assistant", "content": null, "tool_calls": [ … ]}
//
// Where several families write the same marker, what follows it decides. In free
// text only objects count that name a declared tool. What is accepted, by example:
// docs/models/formats/auto.md.
//
// Reading order:
//
//   - family.go: the table of all families.
//   - tables.go: what it takes of each, without what comes twice.
package auto
