package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// names are the tools of the request: words that are frequent in documentation and code.
var names = []string{"read", "search", "write", "run", "set", "get", "list", "open", "time", "find", "print"}

// parameters is the schema of each tool. Nothing is required, and the keys are frequent ones: no text is
// turned down because an argument is missing.
var parameters = func() string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i, key := range []string{
		"path", "file", "name", "type", "id", "key", "value", "text", "content", "query", "pattern", "command",
		"args", "url", "data", "n", "x", "i", "s", "time", "message", "format",
	} {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:{}", key)
	}
	b.WriteString("}}")
	return b.String()
}()

var all = families.All()

// A call is a call that a family reads in a text.
type call struct {
	name, family string
	parsers.ToolCall
	source string
}

// String shows the call with its place.
func (c call) String() string {
	const most = 200
	source := c.source
	if len(source) > most {
		source = strings.ToValidUTF8(source[:most], "") + "…"
	}
	return fmt.Sprintf("%s, byte %d, read by %s as %s at %.1f: %s %s\n    %q", c.name, c.Span.Start, c.family, c.Format, c.Confidence, c.Name, c.Arguments, source)
}

// requests offer the tools: once with the schema, once without one.
func requests() (list []parsers.Config) {
	for _, schema := range []string{parameters, ""} {
		offered := make([]parsers.Tool, len(names))
		for i, name := range names {
			offered[i] = parsers.Tool{Name: name, Parameters: schema}
		}
		list = append(list, parsers.Config{Tools: parsers.NewTools(offered)})
	}
	return list
}

// search reads all texts with all families.
func search(texts []text) []call {
	requests := requests()
	work := make(chan text)
	var mu sync.Mutex
	var found []call
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for t := range work {
				var calls []call
				for _, f := range all {
					for _, cfg := range requests {
						for _, c := range parsers.Parse(f, t.text, cfg, parsers.FinishStop).ToolCalls {
							calls = append(calls, call{t.name, f.Name, c, t.text[c.Span.Start:c.Span.End]})
						}
					}
				}
				mu.Lock()
				found = append(found, calls...)
				mu.Unlock()
			}
		})
	}
	for _, t := range texts {
		work <- t
	}
	close(work)
	wg.Wait()
	slices.SortFunc(found, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.family, b.family))
	})
	return found
}

// compare compares the calls that were found in the texts with those that are known: which are new, and
// which are gone.
func (l *list) compare(texts []text, found []call) (unknown []call, gone []known) {
	type key struct{ name, family string }
	wanted, seen := map[key]bool{}, map[key]bool{}
	for _, k := range l.known {
		wanted[key{k.name, k.family}] = true
	}
	for _, c := range found {
		k := key{c.name, c.family}
		if seen[k] = true; !wanted[k] {
			unknown = append(unknown, c)
		}
	}
	for _, k := range l.known {
		here := slices.ContainsFunc(texts, func(t text) bool { return t.name == k.name })
		if here && !seen[key{k.name, k.family}] {
			gone = append(gone, k)
		}
	}
	return unknown, gone
}
