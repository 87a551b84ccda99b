// Package randid makes the random part of ids, for the families whose vendors
// do so. The ids need not be secret, only different from each other.
package randid

import (
	"math/rand/v2"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Base62 is the prefix and n random letters and digits.
func Base62(prefix string, n int) string {
	id := make([]byte, 0, len(prefix)+n)
	id = append(id, prefix...)
	for range n {
		id = append(id, base62[rand.IntN(len(base62))])
	}
	return string(id)
}
