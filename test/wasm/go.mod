module github.com/toolparser/toolparser/test/wasm

go 1.26.0

replace github.com/toolparser/toolparser => ../../

require (
	github.com/tetratelabs/wazero v1.12.0
	github.com/toolparser/toolparser v0.0.0-00010101000000-000000000000
)

require (
	github.com/google/go-cmp v0.7.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)
