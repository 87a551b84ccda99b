package schema

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

func TestProperty(t *testing.T) {
	const number = Number | Integer
	for _, c := range []struct {
		property string
		want     Types
		items    Types
	}{
		{`{}`, Any, Any},
		{`true`, Any, Any},
		{`{"type":"string"}`, String, Any},
		{`{"type":["integer","null"]}`, Integer | Null, Any},
		{`{"type":"number"}`, number, Any},
		{`{"type":"interval"}`, Any, Any},
		{`{"type":"text"}`, String, Any},
		{`{"type":"float"}`, number, Any},
		{`{"type":["int","null"]}`, Integer | Null, Any},
		{`{"type":"list","items":{"type":"bool"}}`, Array, Boolean},
		{`{"type":"OBJECT"}`, Object, Any},
		{`{"type":7,"enum":["a"]}`, String, Any},
		{`{"enum":[1,null]}`, number | Null, Any},
		{`{"enum":[1.5]}`, Number, Any},
		{`{"const":true}`, Boolean, Any},
		{`{"type":["string","integer"],"enum":[1,2]}`, Integer, Any},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, String | Null, Any},
		{`{"anyOf":[{"type":"string"},{}]}`, Any, Any},
		{`{"oneOf":[{"type":"array","items":{"type":"integer"}},{"type":"null"}]}`, Array | Null, Integer},
		{`{"allOf":[{"type":"number"},{"type":"integer"}]}`, Integer, Any},
		{`{"allOf":[{"type":"string"},{"type":"integer"}]}`, Any, Any},
		{`{"type":"string","nullable":true}`, String | Null, Any},
		{`{"$ref":"#/$defs/n"}`, number, Any},
		{`{"$ref":"#/$defs/loop"}`, Any, Any},
		{`{"$ref":"#/$defs/a~1b"}`, Boolean, Any},
		{`{"$ref":"#/$defs/c%20d"}`, Null, Any},
		{`{"$ref":"https://example.com/x"}`, Any, Any},
		{`{"$ref":"#/$defs/none"}`, Any, Any},
		{`{"$ref":"#"}`, Object, Any},
	} {
		p := read(fmt.Sprintf(`{"type":"object","properties":{"x":%s},"$defs":{
			"n":{"$ref":"#/$defs/m"},"m":{"type":"number"},"loop":{"$ref":"#/$defs/loop"},
			"a/b":{"type":"boolean"},"c d":{"type":"null"}}}`, c.property))
		if got := p.Property([]byte("x")); got.Types != c.want || got.Items != c.items {
			t.Errorf("%s: got %b, items %b; want %b, %b", c.property, got.Types, got.Items, c.want, c.items)
		}
	}
}

func TestProperties(t *testing.T) {
	p := read(`{"$ref":"#/$defs/args","anyOf":[{"properties":{"b":{"type":"string"}}},{"properties":{"b":{"type":"null"}}}],
		"additionalProperties":{"type":"integer"},"$defs":{"args":{"properties":{"a":{"type":"boolean"}}}}}`)
	for key, want := range map[string]Types{"a": Boolean, "b": String | Null, "c": Integer} {
		if got := p.Property([]byte(key)).Types; got != want {
			t.Errorf("%s is %b; want %b", key, got, want)
		}
	}
	if p.Len() != 2 || !p.Names([]byte("a")) || p.Names([]byte("c")) {
		t.Errorf("named are %v", p.known)
	}
	for text, want := range map[string]string{
		`{"required":["a","b"]}`: "a b",
		`{"required":["a"],"$ref":"#/$defs/x","allOf":[{"required":["c"]}],"anyOf":[{"required":["d"]}],"$defs":{"x":{"required":["b"]}}}`: "a c b",
		`{"required":true}`: "",
		`{}`:                "",
	} {
		p := read(text)
		if got := strings.Join(p.Required(), " "); got != want || strings.Join(p.Required(), " ") != want {
			t.Errorf("%s requires %q; want %q", text, got, want)
		}
	}
	for _, text := range []string{"", "[]", "null", "{"} {
		if p := read(text); p.Len() != 0 || p.Required() != nil || p.Property([]byte("x")).Types != Any {
			t.Errorf("%q is a schema", text)
		}
	}
}

// References that multiply are followed only so far. Schemas beyond that say nothing, and the result
// is the same each time.
func TestReferencesMultiply(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"properties":{"first":{"$ref":"#/$defs/d20"}`)
	for i := range 500 {
		fmt.Fprintf(&b, `,"p%d":{"$ref":"#/$defs/d25"}`, i)
	}
	b.WriteString(`,"x":{"$ref":"#/$defs/d0"}},"$defs":{"d30":{"type":"string","properties":{"y":{}}}`)
	for i := range 30 {
		fmt.Fprintf(&b, `,"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1)
	}
	b.WriteString(`}}`)
	p := read(b.String())
	count := make(map[Types]int)
	for _, property := range p.known {
		count[property.Types]++
	}
	if count[String] < 50 || count[Any] < 50 || len(count) != 2 || p.known["x"].Types != Any {
		t.Errorf("of their types are %v", count)
	}
	for range 5 {
		if again := read(b.String()); !maps.Equal(again.known, p.known) {
			t.Error("read again, the schema says something else")
		}
	}
	if yes, _ := p.Node().Property([]byte("first")).Names([]byte("y")); !yes {
		t.Error("a name isn't found, though each schema need be looked at only once")
	}
}

// All references to a schema share what was read of it.
func TestReferencesShare(t *testing.T) {
	var many strings.Builder
	for i := range 500 {
		fmt.Fprintf(&many, `"p%d":{"type":"string"},`, i)
	}
	for name, text := range map[string]string{
		"in itself":                 `{"properties":{` + many.String() + `"x":{"$ref":"#"}},"anyOf":[{"$ref":"#"},{"$ref":"#"}]}`,
		"in itself, required":       `{"required":["x"],"properties":{` + many.String() + `"x":{"$ref":"#"}},"allOf":[{"$ref":"#"},{"$ref":"#"}]}`,
		"in its properties":         `{"properties":{` + many.String() + `"x":{"$ref":"#"},"y":{"$ref":"#"}}}`,
		"in its properties, by two": `{"$ref":"#/$defs/a","$defs":{"a":{"properties":{` + many.String() + `"x":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}}}}`,
	} {
		p := read(text)
		if got := p.Property([]byte("p499")).Types; got != String {
			t.Errorf("%s: a property is %b", name, got)
		}
		r := newReader(p.root, nil)
		r.properties(r.node(p.root), 0)
		r.required(r.node(p.root), 0)
		if len(r.nodes) > 510 || r.fuel < maxAgain-20 {
			t.Errorf("%s: %d schemas were read, %d looked at again", name, len(r.nodes), maxAgain-r.fuel)
		}
		n := p.Node()
		for range 100 {
			n = n.Property([]byte("x"))
			n.Types()
		}
		if got := n.Property([]byte("p1")).Types(); got != String {
			t.Errorf("%s: deep in the value, a property is %b", name, got)
		}
		if r := n.r; len(r.nodes) > 10 || r.fuel < maxAgain-4*510 {
			t.Errorf("%s: for the node, %d schemas were read, %d looked at again", name, len(r.nodes), maxAgain-r.fuel)
		}
	}
}

// A schema without references is read to its end, however large.
func TestLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"properties":{"p":{"type":"string"}`)
	for i := range 2 * maxAgain {
		fmt.Fprintf(&b, `,"p%d":{"type":"string"}`, i)
	}
	b.WriteString(`}}`)
	for name, p := range read(b.String()).known {
		if p.Types != String {
			t.Fatalf("%s is %b", name, p.Types)
		}
	}
}

func TestIsInteger(t *testing.T) {
	for number, want := range map[string]bool{"1": true, "-0": true, "1.0": true, "1e3": true, "1.5": false, "1e-3": false, "10e+2": true} {
		if IsInteger([]byte(number)) != want {
			t.Errorf("%s: want %v", number, want)
		}
	}
}

func TestNode(t *testing.T) {
	args := read(`{"$ref":"#/$defs/args","$defs":{
		"args":{"properties":{"a":{"type":"array","items":{"anyOf":[{"type":"null"},{"properties":{"x":{"type":"integer"}}}]}},"loop":{"$ref":"#/$defs/args"}},
			"additionalProperties":{"type":"boolean"}}}}`).Node()
	items := args.Property([]byte("a")).Items()
	for name, c := range map[string]struct {
		node *Node
		want Types
	}{
		"a":                 {args.Property([]byte("a")), Array},
		"x of an item":      {items.Property([]byte("x")), Integer},
		"y of an item":      {items.Property([]byte("y")), Any},
		"another property":  {args.Property([]byte("b")), Boolean},
		"what is referred":  {args.Property([]byte("loop")).Property([]byte("loop")).Property([]byte("a")), Array},
		"items of no array": {args.Property([]byte("b")).Items(), Any},
		"nothing":           {(*Properties)(nil).Node().Property([]byte("a")), Any},
	} {
		if got := c.node.Types(); got != c.want {
			t.Errorf("%s is %b; want %b", name, got, c.want)
		}
	}
}

func TestNodeNames(t *testing.T) {
	args := read(`{"properties":{"a":{},"list":{"items":{"$ref":"#/$defs/item"}},"loop":{"$ref":"#"},"any":{"additionalProperties":{"properties":{"z":{}}}}},
		"$defs":{"item":{"properties":{"x":{}},"anyOf":[{"properties":{"y":{"type":"string"}}},{"properties":{"y":{"type":"null"}},"additionalProperties":{"type":"integer"}}]}}}`).Node()
	item, free := args.Property([]byte("list")).Items(), args.Property([]byte("any"))
	for name, c := range map[string]struct {
		node      *Node
		key       string
		yes, some bool
	}{
		"a member":                        {args, "a", true, true},
		"another":                         {args, "b", false, true},
		"one of what refers to itself":    {args.Property([]byte("loop")).Property([]byte("loop")), "list", true, true},
		"one of what is referred to":      {item, "x", true, true},
		"one of an alternative":           {item, "y", true, true},
		"none of any":                     {item, "z", false, true},
		"one of an object without names":  {free, "z", false, false},
		"one of what stands in that":      {free.Property([]byte("k")), "z", true, true},
		"one of what has no properties":   {args.Property([]byte("a")), "a", false, false},
		"one of what nothing is known of": {nil, "a", false, false},
	} {
		if yes, some := c.node.Names([]byte(c.key)); yes != c.yes || some != c.some {
			t.Errorf("%s: %t, %t", name, yes, some)
		}
	}
	if got := item.Property([]byte("y")).Types(); got != String {
		t.Errorf("of two alternatives that name it, the first tells: %b", got)
	}
	if got := item.Property([]byte("z")).Types(); got != Integer {
		t.Errorf("what no alternative names is as one of them says: %b", got)
	}
}

func read(text string) *Properties { return Read(text, nil) }

// TestLongSchemasYield: others work while a long schema is read, of which each level is read with all that is in it.
func TestLongSchemasYield(t *testing.T) {
	const levels = 20
	text := `"` + strings.Repeat("x", 64<<10) + `"`
	for range levels {
		text = `{"allOf":[` + text + `]}`
	}
	var pace counted
	p := Read(text, &pace)
	if pace.yields < levels {
		t.Errorf("%d yields", pace.yields)
	}
	before := pace.yields
	p.Node().Property([]byte("a"))
	if pace.yields-before < levels {
		t.Errorf("%d yields for its properties", pace.yields-before)
	}
}

// counted is a pace that counts.
type counted struct{ yields, long int }

func (c *counted) Yield() { c.yields++ }

func (c *counted) Long(do func()) {
	c.long++
	do()
}

// TestLongPartsTakeLong: only the parts of a schema that take long to decode are decoded where that may take long, each once.
func TestLongPartsTakeLong(t *testing.T) {
	long := `{"description":"` + strings.Repeat("x", longBytes) + `"}`
	for name, test := range map[string]struct {
		text string
		long int
	}{
		"a short one":         {`{"properties":{"a":{"type":"integer"}}}`, 0},
		"a long one":          {`{"properties":{"a":{"type":"integer"}},"x":` + long + `}`, 2}, // its syntax, and what it says
		"a long one in it":    {`{"properties":{"a":` + long + `}}`, 3},
		"many that are short": {`{"properties":{` + strings.Repeat(`"a":{"type":"integer"},`, longBytes/20) + `"b":{}}}`, 2},
	} {
		var pace counted
		p := Read(test.text, &pace)
		if pace.long != test.long {
			t.Errorf("%s: %d long parts, want %d", name, pace.long, test.long)
		}
		p.Property([]byte("a"))
		if pace.long != test.long {
			t.Errorf("%s is decoded again when it is asked", name)
		}
	}
}
