package visit_test

import (
	"slices"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/visit"
)

func TestCount(t *testing.T) {
	b := []byte("  ab  b ")
	for name, tc := range map[string]struct {
		search func(c *visit.Count) any
		found  any
		looked int
	}{
		"a byte":            {func(c *visit.Count) any { return c.IndexByte(b, 'b') }, 3, 4},
		"no byte":           {func(c *visit.Count) any { return c.IndexByte(b, 'x') }, -1, 8},
		"the last byte":     {func(c *visit.Count) any { return c.LastIndexByte(b, 'b') }, 6, 2},
		"a text":            {func(c *visit.Count) any { return c.Index(b, []byte("b ")) }, 3, 5},
		"one of some bytes": {func(c *visit.Count) any { return c.IndexAny(b, "xa") }, 2, 3},
		"white space":       {func(c *visit.Count) any { return string(c.TrimSpace(b)) }, "ab  b", 4},
		"a copy":            {func(c *visit.Count) any { return string(c.Clone(b)) }, string(b), 8},
	} {
		var c visit.Count
		if got := tc.search(&c); got != tc.found || c.N() != tc.looked {
			t.Errorf("%s: found %v, looked at %d; want %v, %d", name, got, c.N(), tc.found, tc.looked)
		}
		if got := tc.search(nil); got != tc.found {
			t.Errorf("%s, uncounted: found %v, want %v", name, got, tc.found)
		}
	}
	var c visit.Count
	at := 3
	c.Passed(1, &at)
	c.Passed(5, &at)
	if c.N() != 2 {
		t.Errorf("passed %d, want 2", c.N())
	}
}

func TestPause(t *testing.T) {
	var c visit.Count
	c.Add(5)
	var at []int
	c.Pause(10, func() { at = append(at, c.N()) })
	for _, n := range []int{4, 7, 9, 1, 50} {
		c.Add(n)
	}
	c.Pause(0, nil)
	c.Add(100)
	if want := []int{16, 26, 76}; !slices.Equal(at, want) {
		t.Errorf("paused at %v, want %v", at, want)
	}
}
