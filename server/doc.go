// Package server is the gRPC service toolparser.v1.ToolParserService: a thin
// translation between the protobuf contract and package parsers.
//
// # Use
//
// Most programs need these types in this order:
//
//   - A [parsers.Registry] has the model families to serve, those of this module or a program's own.
//   - A [Config] has listeners, files and limits. A mistake in it is a [ConfigError].
//   - An [Option] passes a Config, a log, an [Observer] of all results, or further services to what is made next.
//   - [New] makes a [Server], the whole program that `toolparser serve` runs: listeners, limits, log, recovery, health,
//     reflection and a graceful end. Its [Load] says how busy it is, and a [FileLoad] when a file was last read.
//   - [NewService] makes a [Service] in its place: the service alone, for a gRPC server that a program sets up
//     itself.
//   - A service of another module, see [WithService], gets a [Host]: the limits of the server, in which it does its
//     [Work], and an [ArgumentChecker].
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
