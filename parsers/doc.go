// Package parsers turns the raw text of a language model into tool calls.
//
// A [Family] is a table that describes how one model family writes its calls,
// and a constructor of its [Parser]. A parser is a grammar: it reads the
// output, cut anywhere, and reports what is decided to a
// [Handler], as events in text order. It decides what is a call. What becomes
// of the call is decided here, once for all families: whether it is accepted,
// its id, the content around it, the deltas of a stream.
//
// # Terms
//
//   - The output is the model's raw text, its special tokens included. Offsets
//     and spans are in its bytes.
//   - A call is accepted, and part of [Result.ToolCalls], or it is rejected:
//     then it is an [InvalidToolCall], and its text is content
//     (left out under [ContentClean]).
//   - Markup is what belongs to how calls are written, such as markers and
//     delimiters. Its [Role] says on which calls it depends that it is markup;
//     else it is text.
//   - The content is all text: what is neither accepted call nor markup.
//   - A thought is text in which the model reasons, between markers of its own.
//     Where [Options.SeparateReasoning] asks for it, thoughts are reasoning, not content.
//   - A segment says of a chunk of the output which of these it is.
//   - A format is one way in which a family writes calls, e.g. "llama3/json".
//
// # Use
//
// [Parse] parses a complete output, [NewStream] one that is being generated: range over
// [Stream.Deltas], or feed it chunk by chunk.
// A unary parse is a stream of one chunk: there is one code path. In the order of use:
//
//   - A [Registry] has families, by name and by model. A [Family] is also in its own package.
//   - A [Config] says what the output is of, and what is asked for: [Tools], each a [Tool], [Options] and [Limits].
//   - A [Stream] returns a [Delta] for each chunk, and in the end a [Result].
//   - A result has each [ToolCall], with its [Repair] values, each [InvalidToolCall], with its [Reason], and each [Segment].
//
// For the author of a family that isn't a table, [Parser] is the contract: [Begin], [End] and [Invalid] are its
// reports to a [Handler], and [Family] and [Format] describe it.
//
// # Security
//
// An output is untrusted. Parsing takes time and memory linear in its length,
// and recursion is bounded by [Limits]. Nothing is ever made up: arguments are
// the model's own bytes, or the repairs that were made to them are listed.
// A call whose arguments were cut off is not accepted unless
// [Options.AcceptIncomplete] asks for it, since half an argument can be a
// dangerous one.
//
// # Reading order
//
//   - registry.go: which family.
//   - stream.go: one output, from its first chunk to its result, and a stream as a sequence.
//   - flow.go: a chunk of prose; what an output takes in addition to its text, and whether it goes on.
//   - collector.go: what a parser reports, and the result.
//   - leaks.go: what looks like a call in text, and the markers by which that is found.
//   - accept.go: a call, from its start until it is accepted or rejected.
//   - send.go: the deltas of a stream.
//   - markup.go: what is markup and what is text, and which calls decide it.
//   - results.go: the calls of the result.
//   - segments.go: segments and thoughts.
//   - content.go: the content, and what is left out of it.
//   - ids.go, jsonvalue.go: a call's id, a call that is written twice.
//   - specialtokens.go: where special tokens are, and what only spells one.
//   - choice.go: what the request said of the model's choice of tools.
//   - request.go: what the output is, and what is asked for.
//   - event.go, result.go, family.go, tools.go: the words of the contract.
//   - bytes.go: arguments as they come in, bytes that are cut, strings that share memory.
package parsers
