package work_test

import (
	"testing"
	"unicode"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Trimming counts the bytes that were cut off and the byte that stops it. Replacing counts all bytes.
func TestCountOfTrims(t *testing.T) {
	b := []byte("  ab  b ")
	for name, tc := range map[string]struct {
		search func(c *work.Counter) any
		found  any
		looked int
	}{
		"some bytes":               {func(c *work.Counter) any { return c.ContainsAny(b, "ax") }, true, 3},
		"none of some bytes":       {func(c *work.Counter) any { return c.ContainsAny(b, "xé") }, false, 8},
		"by a function":            {func(c *work.Counter) any { return c.IndexFunc(b, unicode.IsLetter) }, 2, 3},
		"left":                     {func(c *work.Counter) any { return string(c.TrimLeft(b, " ")) }, "ab  b ", 3},
		"right":                    {func(c *work.Counter) any { return string(c.TrimRight(b, " b")) }, "  a", 6},
		"both":                     {func(c *work.Counter) any { return string(c.Trim(b, " ")) }, "ab  b", 4},
		"both, by a function":      {func(c *work.Counter) any { return string(c.TrimFunc(b, unicode.IsSpace)) }, "ab  b", 4},
		"the right, by a function": {func(c *work.Counter) any { return string(c.TrimRightFunc(b, unicode.IsSpace)) }, "  ab  b", 2},
		"a replacement":            {func(c *work.Counter) any { return string(c.ReplaceAll(b, []byte("b"), []byte("cc"))) }, "  acc  cc ", 8},
	} {
		var c work.Counter
		if got := tc.search(&c); got != tc.found || c.N() != tc.looked {
			t.Errorf("%s: found %v, looked at %d; want %v, %d", name, got, c.N(), tc.found, tc.looked)
		}
		if got := tc.search(nil); got != tc.found {
			t.Errorf("%s, uncounted: found %v, want %v", name, got, tc.found)
		}
	}
}
