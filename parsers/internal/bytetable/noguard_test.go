//go:build !unix

package bytetable

import "testing"

// guarded are n bytes.
func guarded(_ *testing.T, n int) []byte { return make([]byte, n) }
