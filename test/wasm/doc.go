// Package wasmtest runs the WebAssembly module of packages/wasm in wazero, a runtime in Go, with all cases of the
// families. packages/wasm/test.sh runs it, and then the same requests in wasmtime.
//
//   - cases_test.go: the cases as requests, and what they are answered
//   - module_test.go: the module in wazero, by what docs/use/wasm.md describes
package wasmtest
