// Package server is the gRPC service toolparser.v1.ToolParserService: a thin
// translation between the protobuf contract and package parsers.
//
// There are two ways to use it. [Server] is the whole program that `toolparser
// serve` runs: listeners, limits, logging, recovery, health, reflection and a
// graceful end. [Service] is the service alone, for a gRPC server that a
// program sets up itself. Both take a [parsers.Registry], so a program can
// serve model families of its own next to, or instead of, those of this module.
//
// # Terms
//
// An output is the raw text of a language model, special tokens included. A
// family is a grammar of such text, a result what a family found in it. The
// words are those of the contract, proto/toolparser/v1.
//
// # Errors
//
// What a model wrote is never an error. What a caller did wrong is
// INVALID_ARGUMENT, with every violation in a google.rpc.BadRequest; NOT_FOUND
// for a family or a model that no registered family serves; RESOURCE_EXHAUSTED
// for an output over its limit. A panic in a family costs the call that it
// happened in (INTERNAL), or the item of a batch, and nothing else.
//
// # Security
//
// Outputs and tool schemas are treated as hostile. Work is linear in what was
// received, schemas are never fetched from anywhere, the work of checking
// arguments against a schema is bounded, and neither outputs nor arguments nor
// schemas are logged.
package server
