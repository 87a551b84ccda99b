// Package document reads a vendor's whole response: strict JSON, in which a table
// ([grammar.Document]) says the ways to its texts, its calls and its reasoning.
//
// A document is delivered when it closes: its texts are the content, its calls
// the calls, all else of it is markup. The first byte that breaks strict JSON,
// or the table's ways, turns all of it into running text.
//
// reader.go follows the tokens through the levels, parts.go reports what was found.
package document
