// Package wire decodes and encodes the messages of the contract where protobuf alone would take too much time
// or memory. It knows the contract's messages, but not what they mean.
//
// The files, each before those that it uses:
//
//   - codec.go: the codec of a gRPC server
//   - multiplex.go: a request of many outputs, in memory that the next one uses again
//   - piece.go: a request that is a chunk of one output
//   - encode.go: messages that encode themselves
//   - tojson.go: JSON of an encoded message, made part by part
//   - work.go: how much work encoding an answer is
//   - json.go: counts the elements of lists in JSON, before they are decoded
//   - lists.go: counts those of encoded messages, and cuts lists that are too long
//   - limits.go: how many inputs and elements a request of many outputs may have
//
// A [Codec] is safe for concurrent use. A [MultiplexRequest] is used by one goroutine at a time.
package wire
