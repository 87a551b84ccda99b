package gen

import (
	"math/rand/v2"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// short are values as most calls have them.
var short = []string{
	"x", "Oslo", "a.md", "ls -la", "src/main.go", "Hello, world!", "don't", "", "w", "3 days", "rm -rf build/", "naïve café", "天気",
	"a, b", "key: value", "true", "42", "null", " x ", "x\n", "\nx", "-n", "C:\\new\\x", "a\\nb", "100%", "'x'", `"x"`, "`x`",
}

// odd are values that hold what formats are made of: brackets, quotes, templates, fences, comments.
var odd = []string{
	"echo ${HOME}", "git show HEAD@{1}", "jsonpath={.status.phase}", `curl -d {"a":1} x`, `echo {"a": 1, "b": 2}`,
	"git log --format=%h, n: 5", "a { b", "a } b", "[x", "x]", "f(x", "x)", "{{ user.name }}", "{% if x %}y{% endif %}", "<%= x %>",
	"```json\n{\"a\": 1}\n```", "```\n~~~\nx\n~~~\n```", "````\n```\nx\n```\n````", "say \"hi\" now", "it's \"here\"", "“x”", "„x“ und \"y\"",
	"'''doc'''", `"""doc"""`, "/* c */ x // y", "# c\nx", "-- c\nx", `^\d+\.\w*["']?$`, `(\{[^}]*\})`, "a,b\n\"c\",\"d\"\n1,2\n",
	`{"path": "a", "content": "b"}`, `{"a": "x", "mode": "w"}`, `{"name": "f", "arguments": {}}`, `{"a": {"b": [1, 2]}}`, `{"a": "b"`,
	`<a class="x">y</a>`, `rm -rf build/"}}/old`, `x", "b": "y`, `x"}`, `x"}}`, `x")]`, `x', b='y`, "x, b=1", `print("x")`, `f(a="y")`,
	"<b>bold</b> & <i>x</i>", "if a < b && c > d {\n\treturn \"}\"\n}\n", "s = \"{\" + '}'", "x;y", "a: b, c: d", `\"x\"`, `\\`, `x\`, "\\u0041",
	"use <x> here", "<!-- c -->", "<![CDATA[x]]>", "&lt;x&gt;", "x</y>", "$(ls)", "`ls`", "a|b", "@x", "]", "}", "\"", "'", "{", "[", ",", ":", "}}", "\"}", "\t",
}

// texts makes strings for the values of a form.
type texts struct {
	// snippets are longer texts: code, prose, documents.
	snippets []string
	// only: nothing else, but for what quotes formats.
	only bool
}

// value is a string for an argument.
func (t *texts) value(f *form.Form, r *rand.Rand) string {
	n := r.IntN(100)
	switch {
	case t.only && n < 70 || n < 12:
		return t.snippets[r.IntN(len(t.snippets))]
	case n < 50:
		return short[r.IntN(len(short))]
	case n < 70:
		return odd[r.IntN(len(odd))]
	case n < 80:
		return around(call(f, r), r)
	case n < 90:
		forms := form.All()
		return around(call(forms[r.IntN(len(forms))], r), r)
	case n < 99:
		return around(marker(f, r), r)
	}
	return strings.Repeat(odd[r.IntN(len(odd))]+"\n", 1+r.IntN(400))
}

// call is a call of a form, whole.
func call(f *form.Form, r *rand.Rand) string {
	args := form.Value{Type: form.Object, Keys: []string{"command"}, Items: []form.Value{form.Str([]string{"id", "x", "ls", "a\nb"}[r.IntN(4)])}}
	return form.Join(f.Write(&form.Answer{Calls: []form.Call{{Name: inner, ID: "id0", Args: args}}}, form.Styles[r.IntN(2)]))
}

// marker is one of a form's markers, or a part of its calls with markers in it, whole or cut.
func marker(f *form.Form, r *rand.Rand) string {
	text := call(f, r)
	ps := f.Write(&form.Answer{Calls: []form.Call{{Name: "f", ID: "id0", Args: form.Value{
		Type: form.Object, Keys: []string{[]string{"a", "x", "path"}[r.IntN(3)]}, Items: []form.Value{form.Str("y")},
	}}}}, form.Styles[0])
	var markers []string
	for _, p := range ps {
		if p.Kind == form.Marker {
			markers = append(markers, p.Text)
		}
	}
	switch n := r.IntN(6); {
	case len(markers) == 0 || n == 0:
		return text[:runeStart(text, r.IntN(len(text)))]
	case n == 1:
		return text[runeStart(text, r.IntN(len(text))):]
	case n == 2:
		return "x" + closers(ps)
	}
	m := markers[r.IntN(len(markers))]
	switch r.IntN(4) {
	case 0:
		return m[:runeStart(m, 1+r.IntN(len(m)))]
	case 1:
		return m[runeStart(m, r.IntN(len(m))):]
	}
	return m
}

// closers are the markers of the end of a call, as a value would quote them.
func closers(ps []form.Part) string {
	var b strings.Builder
	for _, p := range ps {
		if p.Kind == form.Marker && p.Closes {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && s[i]&0xc0 == 0x80 {
		i--
	}
	return i
}

// around puts a text into others.
func around(s string, r *rand.Rand) string {
	around := [][2]string{{"", ""}, {"use ", " here"}, {"s = \"", "\""}, {"x\n", "\ny"}, {"`", "`"}, {"s := '", "'\n"}, {"# Doc\n\n```\n", "\n```\n"}}
	a := around[r.IntN(len(around))]
	return a[0] + s + a[1]
}
