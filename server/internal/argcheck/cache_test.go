package argcheck

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// get is what is known of a schema, without turns.
func get(c *Cache, text string) *schema {
	s, _ := c.get(text, alone{})
	return s
}

func TestSchemaCacheKeepsWhatIsUsed(t *testing.T) {
	c := newCache(8, 1<<20)
	used := get(c, `{"title": "used"}`)
	for i := range 100 {
		get(c, fmt.Sprintf(`{"title": "%d"}`, i))
		if get(c, `{"title": "used"}`) != used {
			t.Fatalf("dropped after %d others", i)
		}
	}
}

func TestSchemaCacheIsBounded(t *testing.T) {
	c := newCache(8, 1000)
	for i := range 100 {
		get(c, fmt.Sprintf(`{"title": "%d%s"}`, i, strings.Repeat("x", i)))
		entries := len(c.young.entries) + len(c.old.entries)
		if bytes := c.young.bytes + c.old.bytes; entries > 8 || bytes > 1000 {
			t.Fatalf("holds %d entries, %d bytes", entries, bytes)
		}
	}
	before := len(c.young.entries)
	if get(c, `{"title": "`+strings.Repeat("x", 1000)+`"}`).syntax != nil || len(c.young.entries) != before {
		t.Error("a schema over the bound was kept")
	}
}

func TestSchemaCacheIsShared(t *testing.T) {
	c := newCache(8, 1000)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for j := range 200 {
				text := fmt.Sprintf(`{"title": "%d"}`, (i+j)%12)
				if got := get(c, text); got.text != text {
					t.Errorf("got %q for %q", got.text, text)
				}
			}
		})
	}
	wg.Wait()
}
