package argcheck

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// hostileSchemas are schemas of about n bytes that were made to be slow to
// compile, or to keep much memory.
func hostileSchemas(n int) map[string]string {
	const last = "{}]}"
	allOf := func(units string) string { return `{"allOf":[` + units + last }
	repeat := func(unit string) string { return strings.Repeat(unit, n/len(unit)) }
	numbered := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]string{
		"nested":                strings.Repeat(`{"not":`, n/8) + "{}" + strings.Repeat("}", n/8),
		"nested in limits":      strings.Repeat(`{"not":`, 60) + "{}" + strings.Repeat("}", 60),
		"a large pattern":       allOf(repeat(`{"pattern":"(a?){998}"},`)),
		"large patterns":        allOf(numbered(`{"pattern":"(a?){998}%d"},`)),
		"middling patterns":     allOf(numbered(`{"pattern":"(a?){90}%d"},`)),
		"names of properties":   `{"patternProperties":{` + numbered(`"(a?){400}%d":{},`) + `"z":{}}}`,
		"nested repetition":     `{"pattern":"((((a{10}){10}){10}){10}){10}"}`,
		"classes":               `{"pattern":"` + repeat(`\\pL`) + `"}`,
		"classes, fold case":    `{"pattern":"(?i)` + repeat(`\\pL`) + `"}`,
		"ranges, fold case":     `{"pattern":"(?i)` + repeat(`[\\x{0}-\\x{1e942}]`) + `"}`,
		"alternatives":          `{"pattern":"^(` + numbered("a%db|") + `c)$"}`,
		"properties":            `{"properties":{` + numbered(`"a%d":true,`) + `"z":true}}`,
		"broken properties":     `{"properties":{` + numbered(`"a%d":1,`) + `"z":true}}`,
		"broken types":          allOf(repeat(`{"type":"x"},`)),
		"subschemas":            allOf(repeat(`{},`)),
		"$ids":                  `{"$defs":{` + numbered(`"a%[1]d":{"$id":"a%[1]d"},`) + `"z":true}}`,
		"references off places": `{"x":{},"allOf":[` + numbered(`{"$ref":"#/allOf/%d/y","y":{}},`) + last,
		"references to drafts":  allOf(repeat(`{"$ref":"https://json-schema.org/draft/2020-12/schema"},`)),
		"a long path":           `{"properties":{"` + strings.Repeat("%", n/2) + `":` + allOf(strings.Repeat(`{"a":1},`, n/16)) + `}}`,
		"colliding hashes":      `{"$schema":"http://json-schema.org/draft-04/schema#","enum":[` + repeat(`["a\u0004b"],["a","b"],`) + `1]}`,
		"small numbers":         allOf(repeat(`{"multipleOf":1e-399},`)),
	}
}

// newText is what is known of a new text, and compiled what is compiled of it, without turns.
func newText(text string) *schema {
	s, _ := newSchema(text, alone{})
	return s
}

func compiled(s *schema) *compiledSchema {
	c, _ := s.compile(alone{})
	return c
}

// TestHostileSchemasAreBounded counts what compiling allocates, which goes with the
// time it takes, and what is kept. Without bounds it is up to gigabytes.
func TestHostileSchemasAreBounded(t *testing.T) {
	const mostAllocated, mostKept = 64 << 20, 16 << 20
	for _, n := range []int{4 << 10, 16 << 10, MaxSchemaBytes - 200} {
		for name, text := range hostileSchemas(n) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				compiled := compiled(newText(text))
				runtime.ReadMemStats(&after)
				if allocated := after.TotalAlloc - before.TotalAlloc; allocated > mostAllocated {
					t.Errorf("allocates %d KiB", allocated>>10)
				}
				if compiled.bytes > mostKept {
					t.Errorf("keeps %d KiB", compiled.bytes>>10)
				}
			})
		}
	}
}

func BenchmarkHostileSchemas(b *testing.B) {
	for _, n := range []int{4 << 10, 16 << 10, MaxSchemaBytes - 200} {
		for name, text := range hostileSchemas(n) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					compiled(newText(text))
				}
			})
		}
	}
}

// TestCompiledSizes compares the estimates by which the cache is charged with what
// is kept.
func TestCompiledSizes(t *testing.T) {
	for name, text := range map[string]string{
		"subschemas":  `{"allOf":[` + strings.Repeat(`{"not":{"x":1}},`, 900) + `{}]}`,
		"patterns":    `{"pattern":"(a?){998}"}`,
		"long paths":  `{"properties":{"` + strings.Repeat("k", 4000) + `":{"allOf":[` + strings.Repeat(`{"a":1},`, 120) + `{}]}}}`,
		"enumeration": `{"enum":[` + strings.Repeat(`"abcdefgh",`, 9000) + `1]}`,
	} {
		t.Run(name, func(t *testing.T) {
			var ratio float64
			for range 10 { // what ended tests leave behind may be freed meanwhile
				if ratio = keptRatio(t, text); ratio >= 0.25 && ratio <= 1.25 {
					return
				}
			}
			t.Errorf("what is kept is %.2f of the estimate", ratio)
		})
	}
}

// keptRatio is how much of the estimate of a schema is kept.
func keptRatio(t *testing.T, text string) float64 {
	t.Helper()
	const copies = 4
	before := heap()
	var schemas [copies]*schema
	for i := range schemas {
		schemas[i] = newText(text)
		if err := compiled(schemas[i]).err; err != nil {
			t.Fatal(err)
		}
	}
	kept := heap() - before
	estimate := schemas[0].compiled.bytes + len(text)
	runtime.KeepAlive(schemas)
	return float64(kept) / float64(estimate*copies)
}

// heap is what is in use, in bytes.
func heap() int {
	var stats runtime.MemStats
	runtime.GC() // twice, since pools give back what they hold in two rounds
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

func TestCacheIsChargedWhatCompilingMade(t *testing.T) {
	c := newCache(100, 1<<20)
	for i := range 50 {
		s := get(c, fmt.Sprintf(`{"pattern": "(a?){600}%d"}`, i))
		if compiled, _ := c.compile(s, alone{}); compiled.err != nil {
			t.Fatal(compiled.err)
		}
		held := 0
		for _, g := range []generation{c.young, c.old} {
			sum := 0
			for _, s := range g.entries {
				sum += s.bytes()
			}
			if sum != g.bytes {
				t.Fatalf("a generation of %d bytes counts %d", sum, g.bytes)
			}
			held += sum
		}
		if held > 1<<20 {
			t.Fatalf("the cache holds %d bytes", held)
		}
	}
	if len(c.young.entries) == 0 {
		t.Error("nothing is kept")
	}
}

// unlimited pays for all.
type unlimited struct{}

func (unlimited) Take(int) bool { return true }

func (unlimited) Give(int) {}

// checkOf checks calls of f0, f1 and so on. The error is all that is wrong with their schemas.
func checkOf(schemas ...string) (*Check, error) {
	check := NewCache().NewCheck(context.Background(), alone{}, len(schemas), unlimited{})
	var errs []error
	for i, text := range schemas {
		wrong, err := check.Add(fmt.Sprint("f", i), text)
		errs = append(errs, wrong, err)
	}
	return check, errors.Join(errs...)
}

// TestCheckingIsBounded has arguments whose check takes more than its share.
func TestCheckingIsBounded(t *testing.T) {
	long := strings.Repeat("a", 16<<10)
	for _, test := range []struct{ name, schema, arguments string }{
		{"a pattern on a long string", `{"pattern":"(a?){998}b"}`, `"` + long + `"`},
		{"a pattern on long keys", `{"patternProperties":{"(a?){998}b":{}}}`, `{"` + long + `":1}`},
		{"lists with the same hash", `{"uniqueItems":true}`, "[" + strings.Repeat(`["a\u0004b"],["a","b"],`, 4000) + "1]"},
		{"many values", `{"items":{"type":"string"}}`, "[" + strings.Repeat("1,", 300_000) + "1]"},
		{"long arguments", `{}`, `"` + strings.Repeat("a", maxSteps) + `"`},
		{"long lists against choices", `{"enum":[` + strings.Repeat(`[1,1],`, 5000) + `1]}`, "[" + strings.Repeat("1,", 1000) + "1]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			check, err := checkOf(test.schema)
			if err != nil {
				t.Fatal(err)
			}
			found := check.Violations("f0", test.arguments)
			if len(found) != 1 || !strings.HasPrefix(found[0].Message, "not checked") {
				t.Errorf("%d violations: %.100v", len(found), found)
			}
		})
	}
}

func TestOneBudgetForARequest(t *testing.T) {
	check, _ := checkOf(`{"pattern":"^(a?){40}$"}`)
	arguments := `"` + strings.Repeat("a", 1000) + `"`
	unchecked := 0
	for range 64 {
		if found := check.Violations("f0", arguments); strings.HasPrefix(found[0].Message, "not checked") {
			unchecked++
		}
	}
	if unchecked == 0 || unchecked == 64 || check.left.work < 0 {
		t.Errorf("%d of 64 calls are not checked, %d steps are left", unchecked, check.left.work)
	}
}

func TestSchemasOfARequestAreBounded(t *testing.T) {
	var schemas []string
	for i := range 200 {
		schemas = append(schemas, fmt.Sprintf(`{"pattern":"(a?){998}%d", "$comment":"%d"}`, i, i))
	}
	_, err := checkOf(schemas...)
	if err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("error %v", err)
	}
}

// TestReportedViolationsAreBounded has violations under a key that is most of the
// arguments, in many calls.
func TestReportedViolationsAreBounded(t *testing.T) {
	key := strings.Repeat("k", 500)
	check, _ := checkOf(`{"additionalProperties":{"additionalProperties":{"type":"string"}}}`)
	arguments := `{"` + key + `":{` + strings.Repeat(`"a":1,`, 10) + `"b":1,"c":2,"d":3}}`
	reported := 0
	for range 1000 {
		found := check.Violations("f0", arguments)
		if len(found) == 0 {
			t.Fatal("a call with violations looks valid")
		}
		for _, violation := range found {
			reported += len(violation.Pointer) + len(violation.Message)
		}
	}
	if reported > 48<<10 {
		t.Errorf("%d bytes are reported", reported)
	}
	deep, _ := checkOf(`{"additionalProperties":{"additionalProperties":{"type":"string"}}}`)
	found := deep.Violations("f0", `{"a":{"`+strings.Repeat("k", 5000)+`":1}}`)
	if len(found) != 1 || found[0].Pointer != "/a" {
		t.Errorf("found %.200v", found)
	}
}

// TestFormatRegexCompilesNothing: draft 7 would compile what the model wrote.
func TestFormatRegexCompilesNothing(t *testing.T) {
	check, err := checkOf(`{"$schema":"http://json-schema.org/draft-07/schema#","format":"regex"}`)
	if err != nil {
		t.Fatal(err)
	}
	if found := check.Violations("f0", `"(["`); found != nil {
		t.Errorf("found %v", found)
	}
}

func TestCompilingEndsWithItsCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	check := NewCache().NewCheck(ctx, alone{}, 1, unlimited{})
	if wrong, err := check.Add("f", `{"type":"string"}`); wrong != nil || err != nil || len(check.schemas) != 0 || check.Violations("f", "1") != nil {
		t.Error("schemas are compiled after the caller left")
	}
}
