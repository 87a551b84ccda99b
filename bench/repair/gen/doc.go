// Package gen generates damaged tool calls whose truth is known.
//
// A snippet is a text that a model would put into an argument: code, Markdown,
// JSON, prose. A layout puts one or two snippets into the arguments of a tool
// and fills the other parameters. A shape writes the call as one of the
// families does, by a form of bench/form. A style says how the JSON is spaced. A damage then breaks it
// in one way, on the tokens, so that what was broken is known exactly.
//
// Everything is deterministic: each case draws from its own generator, seeded
// by the seed and the case's own name, so that leaving kinds, shapes or
// families out doesn't change the rest.
package gen
