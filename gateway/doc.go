// Package gateway fixes tool calls in the responses of a model's API: calls that were returned
// as text become structured calls, and arguments that are no JSON are repaired. It has no network;
// gateway/proxy puts it between a client and its upstream.
//
// # The way of the data
//
//	request ─ reader ─ Offer
//	response, events ─ reader ─ Choice: Text, Call ─ parsers ─ Finish ─ Fix ─ writer ─ response, events
//
// These are the types in the order of their use:
//
//   - A [Policy] says which calls in text count; a mistake in it is a [ConfigError]. [New] makes a [Fixer] of it,
//     for all responses of a program.
//   - An [API] (gateway/openai, gateway/openai/responses, gateway/anthropic) reads a [Request]: an [Offer], the
//     tools that the model could call.
//   - The Request reads a response, or the events of a [Stream]. For every choice it finds the content, the reasoning
//     and the structured calls.
//   - A [Choice] takes them as they come in. Its two [Text] values and each [Call] run a parser and
//     report how many of their bytes are certain to stay as they are. A thought at the start of a content can be
//     separated: then the Text is the text without it.
//   - Finish ends a choice. It decides, in one place for all APIs, streamed or not, which calls count
//     and what is left of the text: a [Fix], whose [AddedCall] values are calls that were found, with a [Report] of how it
//     came about: the [Method] and each call [Found].
//   - A writer changes these values in the JSON of the response, in place. What it doesn't change
//     stays as it is, byte for byte; if nothing was fixed, that is all of it.
//
// # Methods
//
//	Standard  the upstream returned structured calls, and they were complete
//	Repaired  it returned structured calls, and arguments were repaired
//	Parsed    calls were found in the text
//	Rejected  a call in the text was under the threshold, or not allowed in plain text
//	Leaked    the text holds a call that can't be read, or markup of one
//	None      the text holds no call
//
// # Streams
//
// All APIs share one stream and one queue, gateway/internal/flow, in which the events of a choice wait. An event leaves as soon as all
// of its bytes are certain, unchanged. From the first event on that may hold a part of a call, events wait; when the call
// turns out to be none they leave as they came. When the text holds a call, they wait until the choice
// ends, since only then it is known whether the call counts: its confidence, whether the upstream returns the same
// call structured, and whether the text behind it takes it back. A client can't take back a call that it has
// received, and half of one's arguments can be dangerous ones, so nothing of a call is sent before.
// A streamed response therefore adds up to what the same response is when it isn't streamed. A stream that ends without the
// upstream's own end is given up: what waits leaves as it came, since a call that isn't finished isn't to be run.
//
// # Faults
//
// A panic of a parser costs the fix, not the response: the choice goes on as it came, and the Report has
// the panic. A response that no reader understands isn't touched.
package gateway
