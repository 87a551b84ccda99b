// Package conformance is the conformance suite of model families, for tests and for
// other programs: what a family's cases are, and what is proved of each. Package
// parsertest runs it as a test, in one line; the command toolparser check runs it on a
// family that a file declares.
//
// A [Suite] is made of a family and each [Option]. [Suite.Load] reads its cases, and [Suite.Prove] returns a [Proof]
// for each [Case]. A test that wants its parts calls those: each checks a case, or a [Variant] of it with other
// options, and reports to a [Reporter]. [Options] and [LimitOptions] are those that a case can have in its file.
//
// # Cases
//
// A case is a txtar file in the directory. Its comment says what the case is
// about; its files are
//
//	output         the model's text; txtar ends every file with a newline, one is dropped
//	output.quoted  instead of output: a Go string literal, for text with CR or invalid UTF-8
//	tools.json     optional: [{"name": …, "parameters": {…}}, …]
//	options.json   optional, see [Options]
//	want.json      what the result must be, compared whole
//
// In want.json, what has its usual value is left out: confidence 1, content of
// a result without any, empty lists. Spans are "start:end", repairs
// "KIND@offset", segments "KIND start:end", for calls with "#index". Arguments
// are as they are where JSON can hold them, else as a string. Ids that were
// made are "(made)", unless they look like kimi's, "functions.NAME:N", which
// don't come from chance. Text that isn't UTF-8 is quoted as Go does it.
//
// go test -update rewrites want.json. To read the difference is the author's duty.
//
// # Invariants
//
// For every case, and for variants of its options, the suite proves that
//
//   - the parser keeps the contract of [parsers.Handler]: every byte of the
//     output is reported once, in order;
//   - I1, I2: segments cover the output, and list the calls in order, and
//     nothing is cut inside a code point;
//   - I3, I9: content is the text around the accepted calls, and nothing else;
//     without a call and markup it is the output; no thought is in the content
//     where reasoning is separated, and it is what the thoughts are;
//   - I4: two streams, fed in turn, don't influence each other;
//   - I5: the result is the same however the output is cut: whole, by code
//     points, by bytes, in two at every byte, at random, around special tokens;
//   - I6: at each of these cuts the deltas add up to the result, reasoning
//     included, under every content policy, with reasoning separated and not;
//   - the calls are the same under every content policy, with reasoning separated and
//     not, buffered and not; their confidence is what the published costs leave;
//   - I7: arguments are JSON, and the model's own where no repair is reported;
//   - I8: names come once, arguments only grow, calls end once; and for every
//     prefix of the output, finished there, all of this holds, too;
//   - I10: for twice the text, the output repeated, the parser looks at no more than 2.1
//     times as many bytes, and at each no more than 32 times ([Suite.CheckLinear]).
//
// Reading order:
//
//   - suite.go: all that is proved of a case, and of a directory of them.
//   - variants.go: options and cuts of a case, its work; any output.
//   - streams.go: what holds for every prefix and every cut.
//   - result.go, contract.go: what holds for a result, and for the events that it is made of.
//   - record.go: a case as data.
//   - case.go, want.go, cuts.go: a case, what it wants, its cuts.
package conformance
