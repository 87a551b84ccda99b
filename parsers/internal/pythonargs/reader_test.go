package pythonargs

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

var properties = schema.Read(`{"properties": {"n": {"type": "integer"}, "l": {"type": "array", "items": {"type": "number"}}, "s": {"type": "string"}}}`, nil)

// read reads the arguments at once, or byte by byte.
func read(text string, cfg Config, step int) string {
	var r Reader
	r.Start(0, cfg)
	status := More
	for end := 0; status == More && end <= len(text); end += step {
		status = r.Read(&jsonscan.Window{Win: []byte(text[:end])})
		if end+step > len(text) && status == More {
			status = r.Read(&jsonscan.Window{Win: []byte(text), Final: true})
			break
		}
	}
	switch status {
	case Failed, Unclosed:
		return fmt.Sprint("failed at ", r.Pos())
	case TooDeep:
		return "too deep"
	case Cut:
		if !r.Object.Close() {
			return "cut"
		}
		return "cut after " + string(r.Object.Members()) + "}"
	}
	out := string(r.Object.Members()) + "}"
	if !json.Valid([]byte(out)) {
		return "not JSON: " + out
	}
	for _, repair := range r.Object.Repairs {
		out += fmt.Sprintf(" %v@%d", repair.Kind, repair.Offset)
	}
	if r.SecondReading() {
		out += " second reading"
	}
	if r.Object.Mapping {
		out += " mapping"
	}
	if rest := text[r.Pos():]; rest != "" {
		out += " then " + rest
	}
	return out
}

func TestReader(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		// Plain arguments.
		{`)`, `{}`},
		{` a = 1 , b='x')`, `{"a":1,"b":"x"}`},
		{`a="x", from=None, b-c.d=[1, 2.5e3], e={'k': True, "l": {}})`, `{"a":"x","from":null,"b-c.d":[1,2.5e3],"e":{"k":true,"l":{}}}`},
		{`a=(1, 2), b=(1,), c=(1), d=(), e={1, 2}, f={1}, g={})`, `{"a":[1,2],"b":[1],"c":1,"d":[],"e":[1,2],"f":[1],"g":{}}`},
		{`a={1: 'x', 2.5: {'y'}}, b=[[], [1,], {'z': 1,}])`, `{"a":{"1":"x","2.5":["y"]},"b":[[],[1],{"z":1}]}`},
		{`a=true, b=false, c=null)`, `{"a":true,"b":false,"c":null}`},
		// Numbers.
		{`a=50_000_000, b=+7, c=.5, d=5., e=-.5, f=1e400, g=12345678901234567890123)`, `{"a":50000000,"b":7,"c":0.5,"d":5.0,"e":-0.5,"f":1e400,"g":12345678901234567890123}`},
		{`a=0x1f, b=0o17, c=0b101, d=-0xFF, e=0xffffffffffffffff)`, `{"a":31,"b":15,"c":5,"d":-255,"e":18446744073709551615}`},
		{`a=0x1ffffffffffffffff)`, `failed at 2`},
		{`n=07, l=[01, 2])`, `{"n":7,"l":[1,2]} PYTHON_LITERAL@2 PYTHON_LITERAL@9`},
		{`s=07)`, `failed at 2`},
		{`zip=02134)`, `failed at 4`},
		{`a=1__0)`, `failed at 2`},
		{`a=3j)`, `failed at 2`},
		{`a=1e)`, `failed at 2`},
		// Strings.
		{`a='''x "y"' z''', b="""l
m""")`, `{"a":"x \"y\"' z","b":"l\nm"}`},
		{`a=r'\d\'', b=u"x", c=f'y', d=R"\n", e=rf'z')`, `{"a":"\\d\\'","b":"x","c":"y","d":"\\n","e":"z"}`},
		{`a='x' "y"
  'z', b=1)`, `{"a":"xyz","b":1}`},
		{`a='', b="", c=['', ''])`, `{"a":"","b":"","c":["",""]}`},
		{`a='\x41\101\u00e9\U0001F600\'\"\d\/\a\
z')`, `{"a":"\u0041\u0041\u00e9\ud83d\ude00'\"\\d\\/\u0007z"}`},
		{"a='x\ny\t')", `{"a":"x\ny\t"} RAW_CONTROL_CHARACTER@4 RAW_CONTROL_CHARACTER@6`},
		{`a='[b](c) <|eom_id|> {')`, `{"a":"[b](c) <|eom_id|> {"}`},
		{`a=f'{x}')`, `failed at 4`},
		{`a=b'x')`, `failed at 2`},
		// Quotes that weren't escaped.
		{`command='sed -n '1,9p' f.py')`, `{"command":"sed -n '1,9p' f.py"} UNESCAPED_QUOTE@16 UNESCAPED_QUOTE@21`},
		{`a='it's', b=["don't", 'can't'])`, `{"a":"it's","b":["don't","can't"]} UNESCAPED_QUOTE@5 UNESCAPED_QUOTE@26`},
		{`s='it's', n='x')`, `{"s":"it's","n":"x"} UNESCAPED_QUOTE@5`},
		{`a='it's', b='x')`, `{"a":"it's","b":"x"} UNESCAPED_QUOTE@5 second reading`},
		{`a='say 'hi', he said', b=1)`, `{"a":"say 'hi', he said","b":1} UNESCAPED_QUOTE@7 UNESCAPED_QUOTE@10`},
		{`c='print('hi')')`, `{"c":"print('hi')"} UNESCAPED_QUOTE@9 UNESCAPED_QUOTE@12`},
		{"c='a\\n 'b'\nc\\d')", "{\"c\":\"a\\\\n 'b'\\nc\\\\d\"} UNESCAPED_QUOTE@7 UNESCAPED_QUOTE@9 RAW_CONTROL_CHARACTER@10 second reading"},
		{`c='f('x') or 'y')`, `{"c":"f('x') or 'y"} UNESCAPED_QUOTE@5 UNESCAPED_QUOTE@7 UNESCAPED_QUOTE@13`},
		// Strings that lost their quote, or may have.
		{`s='a), f(s='b')`, `{"s":"a), f(s='b"} UNESCAPED_QUOTE@11 second reading`},
		{`s='a, n='b')`, `failed at 4`},
		{`s='a, t='b')`, `{"s":"a, t='b"} UNESCAPED_QUOTE@8 second reading`},
		{`s='f(s='b')')`, `{"s":"f(s='b')"} UNESCAPED_QUOTE@7 UNESCAPED_QUOTE@9`},
		{"s='f('a')\n g('b')')", `{"s":"f('a"} UNESCAPED_QUOTE@5 second reading then ` + "\n g('b')')"},
		// Expressions are no strings.
		{`a='x' + 'y')`, `failed at 6`},
		{`a='x'.upper())`, `failed at 5`},
		{`a='%s' % x)`, `failed at 7`},
		{`a='x' if c else 'y')`, `failed at 6`},
		{`a='x'[0])`, `failed at 5`},
		{`a='x', 'y')`, `failed at 7`},
		{`a='x', y)`, `failed at 8`},
		{`a=celsius)`, `failed at 2`},
		{`a=1+2)`, `failed at 3`},
		{`a=g(1))`, `failed at 2`},
		{`a=[g(1)])`, `failed at 3`},
		{`a=[x for x in y])`, `failed at 3`},
		{`*x)`, `failed at 0`},
		{`a=...)`, `failed at 2`},
		{`a={'x': 1, 2})`, `failed at 12`},
		{`a={'x', 2: 3})`, `failed at 9`},
		{`a={None: 1})`, `failed at 7`},
		{`a=[1, 2))`, `failed at 7`},
		{`a=[,])`, `failed at 3`},
		{`a==1)`, `failed at 2`},
		// Keys.
		{`a=1, a=2)`, `failed at 5`},
		{`1)`, `failed at 1`},
		{`"x")`, `failed at 0`},
		{`a: 1)`, `failed at 1`},
		{`a\_b=1)`, `{"a_b":1} INVALID_ESCAPE@1`},
		// Repairs between arguments.
		{`a=1,)`, `{"a":1} TRAILING_COMMA@3`},
		{`a=1 b='x' c=2)`, `{"a":1,"b":"x","c":2} MISSING_COMMA@4 MISSING_COMMA@10`},
		{"a=1, # one\nb=2 # two\n)", `{"a":1,"b":2} COMMENT@5 COMMENT@15`},
		{`a=1,,b=2)`, `failed at 4`},
		{`a=1]`, `{"a":1} MISSING_CLOSER@3 then ]`},
		{`a='x'].`, `{"a":"x"} MISSING_CLOSER@5 then ].`},
		// One dict alone.
		{`{"s": "Oslo", 'n': 3})`, `{"s":"Oslo","n":3} mapping`},
		{`{})`, `{} mapping`},
		{`{"s": "x"},)`, `{"s":"x"} TRAILING_COMMA@10 mapping`},
		{`{"other": 1})`, `failed at 8`},
		{`{"s": 1, "s": 2})`, `failed at 12`},
		{`{"s"})`, `failed at 4`},
		{`{"s": 1}, n=2)`, `failed at 10`},
		// Cut off.
		{`a=1, b='x`, `cut after {"a":1}`},
		{`a=[1, {'x': 2, 'y': 3`, `cut`},
		{`a=[1, ({2}, [3, `, `cut`},
		{`a=[1, {(2, 3)`, `cut`},
		{`a=12`, `cut`},
		{`a=tru`, `cut`},
		{`a=trx`, `failed at 2`},
		{`a='x'`, `cut after {"a":"x"}`},
		{`a=1, b='x' 'y`, `cut after {"a":1}`},
		{`a=1, b=['x' 'y', 'z' "w`, `cut after {"a":1}`},
		{`a`, `cut`},
		{`{"s": "x", "n": 1`, `cut after {"s":"x"}`},
		{strings.Repeat("[", 3), `failed at 0`},
		{`a=` + strings.Repeat("[", 9), `cut`},
		{`a=` + strings.Repeat("[", 10), `too deep`},
	} {
		cfg := Config{Depth: 10, Properties: properties, Listed: strings.Contains(tc.text, "]") && !strings.HasSuffix(tc.text, ")")}
		for _, step := range []int{1, len(tc.text)} {
			if got := read(tc.text, cfg, step); got != tc.want {
				t.Errorf("%s in pieces of %d:\n got %s\nwant %s", tc.text, step, got, tc.want)
			}
		}
	}
}

// A number that arrives in chunks is looked at once, however long it is.
func TestLongNumber(t *testing.T) {
	const size = 1 << 12
	text := "a=" + strings.Repeat("1", size) + ")"
	var r Reader
	var visits work.Counter
	r.Start(0, Config{})
	for end := range text {
		r.Read(&jsonscan.Window{Win: []byte(text[:end]), Visits: &visits})
	}
	if got := visits.N(); got > 8*size {
		t.Errorf("%d bytes are looked at, of %d", got, size)
	}
}
