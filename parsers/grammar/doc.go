// Package grammar says how a model family writes its tool calls, as data: Go
// values without functions, so that a table can be read from a file as well.
package grammar
