package families_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

const (
	// textWeight is how often the server counts the text of an output, next to what that makes the parser hold.
	textWeight = 3
	// otherCopies of the text don't count: that of the content, and what a list leaves behind when it grows.
	otherCopies = 3
)

// TestWhatIsHeldCounts: what a parser holds is what Held says, next to the text.
// auto runs the same parsers.
func TestWhatIsHeldCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector looks for something else, and takes minutes here")
	}
	const size = 256 << 10
	for _, f := range families.Registry().Families() {
		if f.Name == "auto" {
			continue
		}
		for _, format := range f.Formats {
			for what, text := range burdens(f, format.Example, size) {
				t.Run(format.Name+"/"+what, func(t *testing.T) {
					held, said := mostHeld(f, text)
					if counts := textWeight*len(text) + said; held > counts+otherCopies*size {
						t.Errorf("%d KiB of text make the parser hold %d KiB, and count as %d", len(text)>>10, held>>10, counts>>10)
					}
				})
			}
		}
	}
}

// burdens are outputs that begin with the example, up to its value, and go on with what a parser may note much about.
func burdens(f *parsers.Family, example string, size int) map[string]string {
	before, behind, ok := strings.Cut(example, "Oslo")
	if !ok {
		return nil
	}
	many := func(unit func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(unit(i))
		}
		return b.String()
	}
	fixed := func(s string) string { return many(func(int) string { return s }) }
	texts := map[string]string{
		"in a list":      "[" + fixed(strings.Replace(example, `"`, `""`, 1)+", "),
		"ends twice":     "[" + fixed(before+`"Oslo`+behind+", "),
		"in one thought": thoughtOpener(f) + fixed(strings.Replace(example, `"`, `""`, 1)+"\n"),
	}
	for what, s := range map[string]string{
		"quotes":   fixed(`" "`),
		"damaged":  fixed(`"a",` + ` b" c", "`),
		"calls":    fixed(strings.TrimPrefix(behind, `"`) + before),
		"elements": fixed("<a></a>"),
		"nested":   fixed("<a>"),
		"keys":     `", ` + many(func(i int) string { return fmt.Sprintf(`"%d":1,`, i) }) + `"k":"`,
		"wrong":    `", ` + many(func(i int) string { return fmt.Sprintf(`'%d':1 `, i) }) + `"k":"`,
		"object":   `", "o": {` + many(func(i int) string { return fmt.Sprintf(`"%d":1,`, i) }) + `"k":2}, "k": "`,
		"plain":    many(func(i int) string { return fmt.Sprintf(`,k%d:1`, i) }),
		"python":   `", ` + many(func(i int) string { return fmt.Sprintf(`k%d=1,`, i) }) + `k="`,
		"list":     `", [` + fixed("1,") + `], "`,
		"brackets": `", ` + fixed("[") + `"`,
		"lines":    fixed("a\n"),
		"equals":   many(func(i int) string { return fmt.Sprintf("\n<parameter=k%d>1</parameter>", i) }),
	} {
		texts[what] = before + s + behind
		texts[what+" open"] = before + s
	}
	return texts
}

// thoughtOpener opens a thought of the family.
func thoughtOpener(f *parsers.Family) string {
	if len(f.ReasoningMarkers) > 0 {
		return f.ReasoningMarkers[0].Open
	}
	return "<think>"
}

// mostHeld is what a parse of the text takes of the heap at most, next to the text, and what Held said there.
func mostHeld(f *parsers.Family, text string) (held, said int) {
	before := liveHeap()
	pauses := 0
	cfg := parsers.Config{Hold: func(n int) error {
		if pauses++; pauses%8 == 0 && pauses < 400 {
			if now := liveHeap() - before; now-n > held-said {
				held, said = now, n
			}
		}
		return nil
	}}
	if _, err := parsers.ParseChunks(f, text, cfg, parsers.FinishStop, func() error { return nil }); err != nil {
		panic(err)
	}
	return held, said
}

// liveHeap is how many bytes of the heap are in use.
func liveHeap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestThoughtsGiveWay: how far a call in a thought reaches is searched for in steps that can be interrupted.
func TestThoughtsGiveWay(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector looks for something else, and takes minutes here")
	}
	const size = 512 << 10
	for _, f := range families.Registry().Families() {
		if len(f.ReasoningMarkers) == 0 {
			continue
		}
		thought := f.ReasoningMarkers[0]
		for _, format := range f.Formats {
			text := thought.Open + strings.Replace(format.Example, `"`, "'", 1) + thought.Close + "\n"
			text = strings.Repeat(text, size/len(text))
			var work parsers.Work
			longest, seen := 0, 0
			_, err := parsers.ParseChunks(f, text, parsers.Config{Work: &work}, parsers.FinishStop, func() error {
				longest, seen = max(longest, work.Visits()-seen), work.Visits()
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if longest > 2*parsers.ChunkBytes {
				t.Errorf("%s: it looks at %d bytes at once", format.Name, longest)
			}
		}
	}
}
