// Package family makes model families of tables: a family that needs no more
// than a [grammar.Grammar] says is complete with it, also outside this module.
// Calls that no table describes are read by a [Body] of the family.
//
// [New] makes the family of its description, its table and its bodies. For each call, a body makes a
// [Reader], which reads a [Call], and reports to it what it found.
//
// Such a family is checked when it is registered ([parsers.Registry]); what is
// wrong with its table is said there, field by field. It can be tested as the
// built-in ones are, by package parsertest.
//
// Reading order:
//
//   - new.go: a family of a table.
//   - body.go, call.go: calls that no table describes.
//   - formats.go: descriptions of formats that several families have.
package family
