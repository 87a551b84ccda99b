package tags

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/grammar"
)

func TestAttributesMayStandInAnyOrder(t *testing.T) {
	invoke := grammar.Tag{Word: "invoke", Name: "name"}
	for _, c := range []struct {
		b     string
		n     int
		value string
		final bool
	}{
		{`<invoke name="f">x`, 17, "f", false},
		{`<a:invoke name = 'f"' >x`, 23, `f"`, false},
		{"<invoke id=\"1\"\n\tname=\"f\">", 25, "f", false},
		{`<invoke>`, 8, "", false},
		{`<invoke name="f"`, -1, "", false},
		{`<invoke name="f"`, 0, "", true},
		{`<invoke name=f>`, 0, "", false},
		{`<invokes name="f">`, 0, "", false},
		{`<inv`, -1, "", false},
		{`<div`, -1, "", false},
		{`<div `, 0, "", false},
		{`<div:x`, 0, "", false},
		{`<a:inv`, -1, "", false},
		{`<:invoke>`, 0, "", false},
		{`<invoke name="a"id="b">`, 0, "", false},
		{`<<`, 0, "", false},
	} {
		var o Opened
		a := reader.Opening(&o, []byte(c.b), &invoke, c.final)
		if int(a) != c.n || a.Yes() && string(o.Name) != c.value {
			t.Errorf("Opening(%q) = %q, %d; want %q, %d", c.b, o.Name, a, c.value, c.n)
		}
		if o.Named && c.b[o.NameAt:o.NameAt+len(c.value)] != c.value {
			t.Errorf("Opening(%q) finds the value at %d", c.b, o.NameAt)
		}
	}
}

func TestClosing(t *testing.T) {
	for b, want := range map[string]int{
		"</invoke>": 9, "</a:invoke\n>x": 12, "</invoke": -1, "</inv": -1, "</invoker>": 0,
		"<invoke>": 0, "</ invoke>": 0, "</invoke x>": 0,
	} {
		if _, a := reader.Brackets.Closing([]byte(b), "invoke", false); int(a) != want {
			t.Errorf("Closing(%q) = %d; want %d", b, a, want)
		}
	}
}

var reader = New(&grammar.Tags{
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: grammar.Prefixed},
	Call:      grammar.Tag{Word: "f", Name: grammar.NameAssigned},
	Parameter: grammar.Tag{Word: "p", Name: "name"},
})

var unquoted = func() Reader {
	g := *reader.Tags
	g.Attributes = grammar.AttributesUnquoted
	return New(&g)
}()

func TestBegins(t *testing.T) {
	for b, want := range map[string]int{
		`<p name="x"`: 8, "<p  name =": 10, "<p name": -1, "<p": -1, "<pname=": 0, "<p names=": 0, "<p x=": 0, "<q": 0,
	} {
		if n := int(reader.Begins([]byte(b), &reader.Parameter, false)); n != want {
			t.Errorf("Begins(%q) = %d; want %d", b, n, want)
		}
	}
}

func TestOpening(t *testing.T) {
	for _, c := range []struct {
		b    string
		n    int
		name string
	}{
		{`<p name="k">v`, 12, "k"},
		{`<p name=k>v`, 10, "k"},
		{`<p name=k`, -1, ""},
		{"<p name=k\n<p name=\"l\">", 0, ""},
		{"<p name=k\n", -1, ""},
		{`<a:p x="1" name='k' >v`, 21, "k"},
		{`<p>v`, 3, ""},
		{`<pp name="k">`, 0, ""},
		{`<p name="k`, -1, ""},
	} {
		var o Opened
		a := unquoted.OpensParameter(&o, []byte(c.b), false)
		if int(a) != c.n || a.Yes() && string(o.Name) != c.name {
			t.Errorf("OpensParameter(%q) = %q, %d; want %q, %d", c.b, o.Name, a, c.name, c.n)
		}
	}
	for _, c := range []struct {
		b        string
		n        int
		name     string
		unclosed bool
	}{
		{`<f=k>v`, 5, "k", false},
		{`<f="k">v`, 7, "k", false},
		{"<f=k\nv", 4, "k", true},
		{`<f=k`, -1, "", false},
		{`<f=k<`, 0, "", false},
	} {
		var o Opened
		a := reader.OpensCall(&o, []byte(c.b), false)
		if int(a) != c.n || a.Yes() && (string(o.Name) != c.name || o.Unclosed != c.unclosed) {
			t.Errorf("OpensCall(%q) = %q, %d, %v; want %q, %d, %v", c.b, o.Name, a, o.Unclosed, c.name, c.n, c.unclosed)
		}
	}
}
