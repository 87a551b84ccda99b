package work_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

func TestCount(t *testing.T) {
	b := []byte("  ab  b ")
	for name, tc := range map[string]struct {
		search func(c *work.Counter) any
		found  any
		looked int
	}{
		"a byte":            {func(c *work.Counter) any { return c.IndexByte(b, 'b') }, 3, 4},
		"no byte":           {func(c *work.Counter) any { return c.IndexByte(b, 'x') }, -1, 8},
		"the last byte":     {func(c *work.Counter) any { return c.LastIndexByte(b, 'b') }, 6, 2},
		"a text":            {func(c *work.Counter) any { return c.Index(b, []byte("b ")) }, 3, 5},
		"one of some bytes": {func(c *work.Counter) any { return c.IndexAny(b, "xa") }, 2, 3},
		"white space":       {func(c *work.Counter) any { return string(c.TrimSpace(b)) }, "ab  b", 4},
		"a copy":            {func(c *work.Counter) any { return string(c.Clone(b)) }, string(b), 8},
	} {
		var c work.Counter
		if got := tc.search(&c); got != tc.found || c.N() != tc.looked {
			t.Errorf("%s: found %v, looked at %d; want %v, %d", name, got, c.N(), tc.found, tc.looked)
		}
		if got := tc.search(nil); got != tc.found {
			t.Errorf("%s, uncounted: found %v, want %v", name, got, tc.found)
		}
	}
	var c work.Counter
	at := 3
	c.Passed(1, &at)
	c.Passed(5, &at)
	if c.N() != 2 {
		t.Errorf("passed %d, want 2", c.N())
	}
}

func TestPause(t *testing.T) {
	var c work.Counter
	c.Add(5)
	var at []int
	c.Pause(10, func() { at = append(at, c.N()) })
	for _, n := range []int{4, 7, 9, 1, 50} {
		c.Add(n)
	}
	c.Yield()
	c.Add(9)
	c.Pause(0, nil)
	c.Add(100)
	c.Yield()
	if want := []int{16, 26, 76, 76}; !slices.Equal(at, want) {
		t.Errorf("paused at %v, want %v", at, want)
	}
}

// TestLong: what takes long is done once, wherever a scan can be interrupted by what was set for it; a pause follows.
func TestLong(t *testing.T) {
	var c work.Counter
	var log []string
	note := func(what string) func() { return func() { log = append(log, what) } }
	c.SetLong(func(do func()) {
		log = append(log, "long")
		do()
	})
	c.Long(note("at once"))
	c.Pause(10, note("pause"))
	c.Long(note("done"))
	c.SetLong(func(func()) { log = append(log, "left") })
	c.Long(note("done at last"))
	c.Pause(0, nil)
	c.Long(note("at once"))
	(*work.Counter)(nil).Long(note("uncounted"))
	want := []string{"at once", "long", "done", "pause", "left", "pause", "done at last", "at once", "uncounted"}
	if !slices.Equal(log, want) {
		t.Errorf("got %q, want %q", log, want)
	}
}

// A long search finds the same as a short one, also across two steps, and can be interrupted.
func TestLongSearches(t *testing.T) {
	text := []byte("needle")
	for _, at := range []int{-1, 0, work.Step - 7, work.Step - 3, work.Step, 2*work.Step - 1, 3*work.Step + 1} {
		b := bytes.Repeat([]byte{'.'}, 4*work.Step)
		if at >= 0 {
			copy(b[at:], text)
		}
		for name, search := range map[string]func(c *work.Counter) int{
			"a byte":            func(c *work.Counter) int { return c.IndexByte(b, 'n') },
			"a text":            func(c *work.Counter) int { return c.Index(b, text) },
			"one of some bytes": func(c *work.Counter) int { return c.IndexAny(b, "nx") },
		} {
			var c work.Counter
			pauses := 0
			c.Pause(work.Step, func() { pauses++ })
			if got := search(&c); got != at {
				t.Errorf("%s at %d: found at %d", name, at, got)
			}
			looked := at
			if at < 0 {
				looked = len(b)
			}
			if c.N() < looked || c.N() > looked+len(text) || pauses < looked/work.Step {
				t.Errorf("%s at %d: looked at %d, paused %d times", name, at, c.N(), pauses)
			}
		}
	}
}

func TestPassing(t *testing.T) {
	var c work.Counter
	from := 3
	if c.Passing(&from, work.Step); c.N() != 0 || from != 3 {
		t.Errorf("a short scan: counted %d, from %d", c.N(), from)
	}
	if c.Passing(&from, work.Step+3); c.N() != work.Step || from != work.Step+3 {
		t.Errorf("a long scan: counted %d, from %d", c.N(), from)
	}
}
