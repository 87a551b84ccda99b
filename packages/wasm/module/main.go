//go:build wasip1

// Command module is the WebAssembly module of the npm package @toolparser/wasm: the parsers of all families, as a WASI
// reactor. packages/wasm/build.mjs builds it. docs/use/wasm.md describes what it exports.
package main

import (
	"unsafe"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/internal/jsonapi"
)

// What a call is given and what it answers, which the caller reads and writes in the module's memory.
var (
	api    = jsonapi.New(families.Registry())
	input  []byte
	answer []byte
)

func main() {} // a reactor has none

// room makes room for n bytes of the next call's input, and returns where it is.
//
//go:wasmexport toolparser_input
func room(n uint32) uint32 {
	if n > uint32(cap(input)) || n == 0 {
		input = make([]byte, max(n, 64))
	}
	input = input[:n]
	return address(input[:1])
}

//go:wasmexport toolparser_parse
func parse() uint64 { return answered(api.Parse(input)) }

//go:wasmexport toolparser_start
func start() uint64 { return answered(api.Start(input)) }

//go:wasmexport toolparser_feed
func feed(stream uint32) uint64 { return answered(api.Feed(stream, input)) }

//go:wasmexport toolparser_feed_tokens
func feedTokens(stream, spans uint32) uint64 { return answered(api.FeedTokens(stream, spans, input)) }

//go:wasmexport toolparser_finish
func finish(stream uint32) uint64 { return answered(api.Finish(stream, input)) }

//go:wasmexport toolparser_cancel
func cancel(stream uint32) { api.Cancel(stream) }

// answered is where the answer is, and in the lower half its length. It is valid until the next call.
func answered(text []byte) uint64 {
	answer = text
	return uint64(address(answer))<<32 | uint64(len(answer))
}

// address is where bytes are in the module's memory.
func address(b []byte) uint32 {
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) //nolint:gosec // the caller reads them there
}
