// Package openai reads and fixes the responses of OpenAI's chat completions API, as OpenAI itself
// and the many servers and routers that follow it write them.
//
// Files, in reading order: stream.go takes the events of a streamed response; body.go fixes a response that isn't
// streamed; end.go decides what becomes of what waits when a choice of a stream ends; choice.go follows that choice; event.go
// writes an event, and says when it can leave; call.go follows a structured call; message.go finds the parts of a message or a
// delta; request.go makes an offer of a request.
//
// # What a client may rely on
//
// In a stream, each choice has at most one finish_reason, and nothing but an empty delta follows
// it; each structured call begins with an index, an id and its complete name, and its arguments come
// as deltas that add up to JSON, if they can be repaired at all. A choice whose
// events need no fix for that, and whose text holds no call, gets each of them unchanged, in order.
// Choices, and comments, don't wait for each other.
//
// No end is made: a choice without a finish_reason leaves as it came when the body ends. The one exception is a bare [DONE],
// which ends text and complete calls.
package openai
