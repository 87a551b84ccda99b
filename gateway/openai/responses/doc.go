// Package responses reads and fixes the responses of OpenAI's Responses API, as OpenAI itself and
// the servers and routers that follow it write them.
//
// A response is one choice: the texts of its messages, one after another, are its content, those of its
// reasoning items its reasoning, and its function_call items its calls. What is left of the content
// goes back to the messages that it came from; one that has nothing left is removed. Calls that were
// found in text are items at the end.
//
// Files, in reading order: stream.go takes the events of a streamed response; end.go ends it with the upstream's own event; leave.go
// sends what becomes of the other events; numbers.go numbers them; body.go fixes a response that isn't streamed; event.go says what
// is changed in an event; following.go follows the response and says when an event can leave; separate.go finds the thought at the
// start of its text; item.go keeps its items and texts; output.go finds the items of a response and writes what becomes of them;
// request.go makes an offer of a request.
//
// # What a client may rely on
//
// No end is made: without the upstream's own event that ends the response, what waits leaves as it came. Numbers of events and items have no gaps
// where events were added or removed. The deltas of what was fixed add up to what its item is, and
// the items to the response at the end. A response whose text holds no call, and whose calls are complete,
// gets each of its events unchanged, in order. Comments don't wait.
package responses
