package jsonrepair

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

const schemaAB = `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}`

// cases are read by the table test, and seed the fuzz test.
var cases = []struct {
	in  string
	o   Options
	out string // empty: an error
	// kinds are the repairs.
	kinds  string
	second bool
}{
	{in: ` {"a": 1} `, out: `{"a": 1}`},
	{in: `{"a": 1, "a": 2}`, out: `{"a": 1, "a": 2}`},
	{in: `12`, out: `12`},
	{in: `{"a": 1,}`, out: `{"a": 1}`, kinds: "TRAILING_COMMA"},
	{in: `[1, 2,]`, out: `[1, 2]`, kinds: "TRAILING_COMMA"},
	{in: `{"a": 1 "b": 2}`, out: `{"a": 1, "b": 2}`, kinds: "MISSING_COMMA"},
	{in: `{'a': 'it\'s'}`, out: `{"a": "it's"}`, kinds: "QUOTE_STYLE QUOTE_STYLE"}, //nolint:dupword // two of a kind
	{in: `{“a”: “b”}`, out: `{"a": "b"}`, kinds: "QUOTE_STYLE QUOTE_STYLE"},        //nolint:dupword // two of a kind
	{in: `{a: 1}`, out: `{"a": 1}`, kinds: "UNQUOTED_KEY"},
	{in: `{"a": True, "b": None}`, out: `{"a": true, "b": null}`, kinds: "PYTHON_LITERAL PYTHON_LITERAL"}, //nolint:dupword // two of a kind
	{in: `{"a": NaN}`, out: `{"a": null}`, kinds: "NON_FINITE_NUMBER"},
	{in: "{\"a\": 1 // one\n}", out: "{\"a\": 1 \n}", kinds: "COMMENT"},
	{in: `{"a": 1, /* two */ "b": 2}`, out: `{"a": 1,  "b": 2}`, kinds: "COMMENT"},
	{in: "{\"a\": 1,} # done\n", out: `{"a": 1}`, kinds: "TRAILING_COMMA"},
	{in: "{\"a\": \"x\ny\"}", out: `{"a": "x\ny"}`, kinds: "RAW_CONTROL_CHARACTER"},
	{in: `{"a": "C:\dir"}`, out: `{"a": "C:\\dir"}`, kinds: "INVALID_ESCAPE"},
	{in: "{\u00a0\"a\": 1}", out: `{"a": 1}`, kinds: "WHITE_SPACE"},
	{in: `{"a": "say "hi" now"}`, out: `{"a": "say \"hi\" now"}`, kinds: "UNESCAPED_QUOTE UNESCAPED_QUOTE"}, //nolint:dupword // two of a kind
	{in: `{"a": "{"b": 1}"}`, out: `{"a": "{\"b\": 1}"}`, kinds: "UNESCAPED_QUOTE UNESCAPED_QUOTE"},         //nolint:dupword // two of a kind
	{in: `{"a": "he said "x", "b": "y"}`, out: `{"a": "he said \"x", "b": "y"}`, kinds: "UNESCAPED_QUOTE", second: true},
	{in: `{"a": "he said "x", "b": "y"}`, o: Options{Schema: schemaAB}, out: `{"a": "he said \"x", "b": "y"}`, kinds: "UNESCAPED_QUOTE"},
	{in: `{"a": ["x", "y", "b": 1}`, out: `{"a": ["x", "y"], "b": 1}`, kinds: "MISSING_CLOSER"},
	{in: `{"a": "x", "y"], "b": 1}`, out: `{"a": ["x", "y"], "b": 1}`, kinds: "MISSING_CLOSER"},
	{in: `{"a": {"b": 1}}}`, out: `{"a": {"b": 1}}`, kinds: "EXTRA_CLOSER"},
	{in: `{{"a": 1}}`, out: `{"a": 1}`, kinds: "EXTRA_OPENER"},
	{in: `{"a": {"b": 1}`, out: `{"a": {"b": 1}}`, kinds: "MISSING_CLOSER"},

	{in: `{"a": ""x", "b": "y"}`, out: `{"a": "x", "b": "y"}`, kinds: "UNESCAPED_QUOTE", second: true},
	{in: `{"a": "x"", "b": "y"}`, out: `{"a": "x", "b": "y"}`, kinds: "UNESCAPED_QUOTE", second: true},
	{in: `{"a": "say "hi" now", "b": "y"}`, o: Options{Schema: `{"properties": {"a": {}}}`}, out: `{"a": "say \"hi\" now", "b": "y"}`, kinds: "UNESCAPED_QUOTE UNESCAPED_QUOTE", second: true}, //nolint:dupword // two of a kind
	{in: `{"a": "{"x": "y", "b": "z"}"}`, o: Options{Schema: `{"properties": {"a": {}}}`}, out: `{"a": "{\"x\": \"y\", \"b\": \"z\"}"}`, kinds: strings.TrimSpace(strings.Repeat("UNESCAPED_QUOTE ", 8))},
	{in: `{"a" "b"}`, out: `{"a": "b"}`, kinds: "MISSING_COMMA"},
	{in: `{"a": 1, "b" 2}`, out: `{"a": 1, "b": 2}`, kinds: "MISSING_COMMA"},
	{in: "{\"a\nb\": 1}", out: `{"a\nb": 1}`, kinds: "RAW_CONTROL_CHARACTER"},
	{in: `{"a": {"b": 1]}`, out: `{"a": {"b": 1}}`, kinds: "EXTRA_CLOSER MISSING_CLOSER"},

	{in: `["x", y"]`},
	{in: `["x" and "y"]`},
	{in: `["x":"y"]`},
	{in: `["x" | "y"]`},
	{in: `{"a": "x", 5: "y"}`},
	{in: `{"a": "x", COMMENT "b": "y"}`},
	{in: `{"a": {"b": 1], "c": 2}`},
	{in: `{"a": "x", "b" "y"}`, out: `{"a": "x\", \"b\" \"y"}`, kinds: strings.TrimSpace(strings.Repeat("UNESCAPED_QUOTE ", 4)), second: true},
	{in: "{\"a\n, b: 1}"},
	{in: ``},
	{in: `{"a": }`},
	{in: `{"a": 1} and so on`},
	{in: `see {"a": 1,}`},
	{in: `{"a": 1`},
	{in: `{"a": {"b": 1},`},
	{in: `{"a": "x`},
	{in: `{{"a": 1}`},
	{in: `{"a": 1,, "b": "x"" y", "a": 2}`},
	{in: `[[[1,]]]`, o: Options{MaxDepth: 2}},
	{in: `[[[1,]]]`, o: Options{MaxDepth: 3}, out: `[[[1]]]`, kinds: "TRAILING_COMMA"},

	{in: `{"a": 1, "b": "x`, o: Options{CutOff: true}, out: `{"a": 1}`, kinds: "MISSING_CLOSER"},
	{in: `{"a": [1, 23`, o: Options{CutOff: true}, out: `{"a": [1]}`, kinds: "MISSING_CLOSER MISSING_CLOSER"}, //nolint:dupword // two of a kind
	{in: `{"a": "x", "b"`, o: Options{CutOff: true}, out: `{"a": "x"}`, kinds: "MISSING_CLOSER"},
	{in: `{"a": "x`, o: Options{CutOff: true}},
	{in: `{"a": {"b": null`, o: Options{CutOff: true}, out: `{"a": {"b": null}}`, kinds: "MISSING_CLOSER MISSING_CLOSER"}, //nolint:dupword // two of a kind
	{in: `{"a": 1, "b": True`, o: Options{CutOff: true}, out: `{"a": 1, "b": true}`, kinds: "PYTHON_LITERAL MISSING_CLOSER"},
	{in: `{"a": 1, "b": tru`, o: Options{CutOff: true}, out: `{"a": 1}`, kinds: "MISSING_CLOSER"},
	{in: `{"a": 1, "b": 12`, o: Options{CutOff: true}, out: `{"a": 1}`, kinds: "MISSING_CLOSER"},
}

func TestRepair(t *testing.T) {
	for _, c := range cases {
		r, err := Repair([]byte(c.in), c.o)
		var kinds []string
		for _, made := range r.Repairs {
			kinds = append(kinds, made.Kind.String())
		}
		if got := string(r.JSON); got != c.out || strings.Join(kinds, " ") != c.kinds || r.SecondReading != c.second {
			t.Errorf("%q: got %q, %s, second reading %t, %v", c.in, got, kinds, r.SecondReading, err)
		}
		check(t, c.in, c.o)
	}
}

func TestError(t *testing.T) {
	_, err := Repair([]byte(` {"a": x}`), Options{})
	failed, ok := errors.AsType[*Error](err)
	if !ok || failed.Offset != 7 || failed.CutOff || err.Error() != "byte 7: "+failed.Message {
		t.Errorf("got %+v", err)
	}
	_, err = Repair([]byte(`{"a": "x`), Options{})
	if failed, ok = errors.AsType[*Error](err); !ok || !failed.CutOff {
		t.Errorf("got %+v", err)
	}
}

// check holds the result to its promises: it is JSON, the edits make it of the text, they insert only
// what may be, and the work is linear.
func check(t *testing.T, text string, o Options) {
	t.Helper()
	v := new(work.Counter)
	r, err := counted([]byte(text), o, v)
	if most := 100 * (len(text) + 4<<10); v.N() > most {
		t.Errorf("%q: %d bytes looked at, %d at most", text, v.N(), most)
	}
	if err != nil {
		return
	}
	if !json.Valid(r.JSON) {
		t.Errorf("%q: %q is no JSON", text, r.JSON)
	}
	var made strings.Builder
	at := 0
	for _, e := range r.Edits {
		if e.Offset < at || e.Offset+e.Removed > len(text) {
			t.Fatalf("%q: edit %+v overlaps or lies outside", text, e)
		}
		made.WriteString(text[at:e.Offset] + e.Inserted)
		at = e.Offset + e.Removed
		if !mayInsert(text[e.Offset:at], e.Inserted) {
			t.Errorf("%q: made up: %+v", text, e)
		}
	}
	made.WriteString(text[at:])
	if got := strings.Trim(made.String(), " \t\r\n"); got != strings.Trim(string(r.JSON), " \t\r\n") {
		t.Errorf("%q: the edits %+v make %q of it, not %q", text, r.Edits, got, r.JSON)
	}
}

// mayInsert reports whether inserted may replace removed: it is punctuation, a literal, or removed itself, escaped.
func mayInsert(removed, inserted string) bool {
	switch inserted {
	case "true", "false", "null":
		return removed != ""
	}
	if strings.HasPrefix(inserted, `\`) && len(inserted) > 1 {
		var text string
		return json.Unmarshal([]byte(`"`+inserted+`"`), &text) == nil && removed != ""
	}
	return strings.Trim(inserted, "\"\\,:{}[]") == ""
}

func FuzzRepair(f *testing.F) {
	for _, c := range cases {
		f.Add(c.in, c.o.CutOff, c.o.Schema)
	}
	f.Fuzz(func(t *testing.T, text string, cutOff bool, schema string) {
		check(t, text, Options{CutOff: cutOff, Schema: schema})
	})
}

// The work is linear in what repeats, too.
func TestLinear(t *testing.T) {
	for _, unit := range []string{`"x", `, `"", `, `" " `, `"a": "b", `, `"}`, `\"`, `[["`, `["x", "a": `, `{`, `{"a": "x "y"}, `, "# \n", `,`, `"a" 1 `} {
		for _, n := range []int{1 << 6, 1 << 12} {
			check(t, `{"a": "`+strings.Repeat(unit, n), Options{CutOff: true})
			check(t, `{"a": [`+strings.Repeat(unit, n)+`]}`, Options{Schema: schemaAB})
		}
	}
}
