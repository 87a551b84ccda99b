// Package anthropic reads and fixes the responses of Anthropic's Messages API, as Anthropic itself
// and the servers and routers that follow it write them.
//
// Files, in reading order: stream.go takes the events of a streamed response, and sends what becomes of them; body.go fixes a response
// that isn't streamed; end.go decides what becomes of what waits when a streamed message ends; message.go follows that message and
// its blocks; event.go says when an event can leave, and what is changed; block.go finds the parts of a content block; request.go
// makes an offer of a request.
//
// # Content blocks
//
// A response is one gateway.Choice.
//
//	text               its texts, one behind the other, are the content, each block a part of it
//	thinking           the reasoning, in the same way
//	tool_use           a structured call
//	redacted_thinking  can't be read, and stays
//	all others         stay: a server's own tools and their results, and what isn't known. Behind a
//	                   thought they show that it didn't end in a call
//
// What is left of a text stays in its block. A text or thinking block of which nothing is left goes. A
// thought that has a signature stays as it is, since the signature is over its text. The calls that were
// found in text are tool_use blocks at the end.
//
// # What a client may rely on
//
// In a stream, each block has the index of its place, a start and a stop; each event has the name of
// its type; the input of each call adds up to JSON, if it can be repaired at all; at most one
// message_delta has a stop_reason, and it is the last one. No end is made: without a message_stop, what waits leaves as it came. A message whose
// events need no fix for that, and whose text holds no call, gets each of them unchanged, in order; only
// events that are part of no block, such as ping, may overtake others.
package anthropic
