// Package family makes model families of tables: a family that needs no more
// than a [grammar.Grammar] says is complete with it, also outside this module.
//
// Such a family is checked when it is registered ([parsers.Registry]); what is
// wrong with its table is said there, field by field. It can be tested as the
// built-in ones are, by package parsertest.
package family
