// Package document reads a vendor's complete response. It is strict JSON, and a table
// ([grammar.Document]) lists the paths to its texts, its calls and its reasoning.
//
// The package reports a document when it closes. Its texts are the content, its calls
// the calls, and the rest is markup. The first byte that breaks strict JSON, or
// leaves the table's paths, turns the complete document into running text.
//
// reader.go follows the tokens through the levels, and reports the parts that were found.
package document
