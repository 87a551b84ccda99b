package argcheck

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// A counted turn counts what is spent. It fails once it has spent most, if that isn't 0.
type counted struct {
	spent, longest, long, most int
}

var errLeft = errors.New("the caller has left")

func (c *counted) Spend(n int) error {
	c.spent, c.longest = c.spent+n, max(c.longest, n)
	if c.most > 0 && c.spent > c.most {
		return errLeft
	}
	return nil
}

func (c *counted) Long(do func()) error {
	c.long++
	do()
	return nil
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestWorkIsSpent: what schemas and arguments take is counted before it is done, and no part of it is longer than one
// check may be.
func TestWorkIsSpent(t *testing.T) {
	const longest = stepBytes * maxCheckSteps
	for _, test := range []struct {
		name, schema, arguments string
		least, long             int
	}{
		{name: "a schema of 130 bytes", schema: `{"allOf":[` + numbered(4, `{"pattern":"(?:abcd){990}%d"},`) + `{}]}`, least: stepBytes * maxPatternsSize},
		{name: "300 properties", schema: `{"properties":{` + numbered(300, `"p%d":{},`) + `"z":true}}`, least: 300 * 200 * stepBytes},
		{name: "1,500 properties", schema: `{"properties":{` + numbered(1500, `"p%d":{},`) + `"z":true}}`, long: 1, least: jsonBytes * 1500 * 10},
		{name: "as many values as a schema may have", schema: `{"enum":[` + numbered(maxSchemaValues-10, "%d,") + `-1]}`, long: 1, least: jsonBytes * 64 << 10},
		{name: "a text that is no schema", schema: `[` + numbered(1<<20, "%d,") + `-1]`, least: 1 << 20},
		{name: "a pattern", schema: `{"pattern":"(?:a?){998}b"}`, arguments: `"` + strings.Repeat("a", 100) + `"`, least: stepBytes * 1996 * 100 / programAStep},
		{name: "a long text", schema: `{"type":"object"}`, arguments: `{"a":"` + strings.Repeat("a", 1<<20) + `"}`, least: jsonBytes << 20},
		{name: "many values", schema: `{"items":{"type":"integer"}}`, arguments: "[" + numbered(4000, "%d,") + "-1]", least: stepBytes * 4000 * visitCost},
	} {
		t.Run(test.name, func(t *testing.T) {
			var turn counted
			check := NewCache().NewCheck(context.Background(), &turn, 1, unlimited{})
			defer check.Release()
			if _, err := check.Add("f", test.schema); err != nil {
				t.Fatal(err)
			}
			check.Violations("f", test.arguments)
			if turn.spent < test.least || turn.longest > longest || turn.long != test.long {
				t.Errorf("%d bytes of work, up to %d at once, and %d long turns; want %d or more, up to %d, and %d",
					turn.spent, turn.longest, turn.long, test.least, longest, test.long)
			}
		})
	}
}

// TestKnownSchemasTakeNoWork: what was compiled for one request takes the next one nothing.
func TestKnownSchemasTakeNoWork(t *testing.T) {
	cache := NewCache()
	schema := `{"properties":{` + numbered(1500, `"p%d":{},`) + `"z":true}}`
	for i := range 3 {
		var turn counted
		check := cache.NewCheck(context.Background(), &turn, 1, unlimited{})
		if wrong, err := check.Add("f", schema); wrong != nil || err != nil {
			t.Fatal(wrong, err)
		}
		check.Release()
		if i > 0 && (turn.spent > 0 || turn.long > 0) {
			t.Errorf("%d bytes of work, %d long turns", turn.spent, turn.long)
		}
	}
}

// TestWhoLeavesLeavesNothingHalf: a caller who leaves at any time, while a schema is read or compiled, doesn't keep others
// from compiling it.
func TestWhoLeavesLeavesNothingHalf(t *testing.T) {
	schema := `{"type":"string","enum":[` + numbered(4000, `"%d",`) + `"z"]}`
	var all counted
	full := NewCache().NewCheck(context.Background(), &all, 1, unlimited{})
	if wrong, err := full.Add("f", schema); wrong != nil || err != nil {
		t.Fatal(wrong, err)
	}
	for most := 1; most < all.spent; most += all.spent / 50 {
		cache := NewCache()
		left := cache.NewCheck(context.Background(), &counted{most: most}, 1, unlimited{})
		if wrong, err := left.Add("f", schema); wrong != nil || !errors.Is(err, errLeft) || left.Violations("f", "1") != nil {
			t.Fatalf("after %d bytes the error is %v", most, err)
		}
		left.Release()
		other := cache.NewCheck(context.Background(), &counted{}, 1, unlimited{})
		if wrong, err := other.Add("f", schema); wrong != nil || err != nil || len(other.Violations("f", "1")) == 0 {
			t.Errorf("after someone left at %d bytes: error %v, or nothing is checked", most, err)
		}
		other.Release()
	}
}

// TestOneCheckIsBounded: one call may take a part of the work that a request may.
func TestOneCheckIsBounded(t *testing.T) {
	check, err := checkOf(`{"pattern":"(?:a?){998}b"}`)
	if err != nil {
		t.Fatal(err)
	}
	const steps = 1996 / programAStep // for each byte
	for _, test := range []struct {
		n       int
		checked bool
	}{{maxCheckSteps/steps - 5, true}, {maxCheckSteps/steps + 5, false}} {
		found := check.Violations("f0", `"`+strings.Repeat("a", test.n)+`"`)
		if len(found) != 1 || strings.HasPrefix(found[0].Message, "not checked") == test.checked {
			t.Errorf("%d bytes: %v", test.n, found)
		}
	}
}

// TestNoPatternAfterOneOverABound is parsed: each would take as long as the first.
func TestNoPatternAfterOneOverABound(t *testing.T) {
	var p patterns
	if _, err := p.compile(`(?:abcd){1000}x{100}`); err == nil {
		t.Fatal("a pattern over the bound is compiled")
	}
	if _, err := p.compile(`[`); err == nil || !strings.Contains(err.Error(), "instructions") {
		t.Errorf("error %v of another one", err)
	}
	long := fmt.Sprintf(`{"pattern":%q}`, strings.Repeat("ab|", maxPatternBytes/3+1))
	if err := compiled(newText(long)).err; err == nil || !strings.Contains(err.Error(), "bytes of patterns") {
		t.Errorf("error %v of a long one", err)
	}
}

// TestLongJSONIsReadAsShort: piece by piece, a text is what it is at once.
func TestLongJSONIsReadAsShort(t *testing.T) {
	pad := strings.Repeat(" ", jsonPiece)
	for _, text := range []string{
		`{"a": 1.50, "b": [true, null, "x\u00e9"], "a": {"c": []}}`, `"a"`, `[]`, `1e5`,
		`{"a"`, `{"a": 1,}`, `[1,]`, `{"a": 1} 2`, `{1: 2}`, `tru`, ``, `"a`, `[1 2]`, `{"a": 1 "b": 2}`, `[1e999999]`, "\"\xff\"", `]`,
		strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), `"` + strings.Repeat("long", jsonPiece) + `"`,
	} {
		want, wantErr := decodeJSON(text)
		got, err := decodeInTurn(pad+text, 1<<20, alone{})
		if err != nil || (got.err == nil) != (wantErr == nil) || wantErr == nil && !reflect.DeepEqual(got.value, want) {
			t.Errorf("%.50s: %v, error %v; want %v, error %v", text, got.value, got.err, want, wantErr)
		}
		wrong, _ := checkSyntax(pad+text, alone{})
		shortWrong, _ := checkSyntax(text, alone{})
		if (wrong == nil) != (shortWrong == nil) {
			t.Errorf("%.50s: %v is wrong; at once, %v", text, wrong, shortWrong)
		}
	}
	if got, _ := decodeInTurn(pad+`[1,2,3]`, 3, alone{}); !errors.Is(got.err, errTooCostly) {
		t.Errorf("more than 3 values: error %v", got.err)
	}
}
