package form

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/exact"
)

// canonical is a call in one text: the same for the same name and arguments.
func (c readCall) canonical() string {
	if c.args != "" {
		return c.name + " " + c.args
	}
	pairs := slices.Clone(c.pairs)
	slices.SortStableFunc(pairs, func(a, b readPair) int { return strings.Compare(a.key, b.key) })
	var b strings.Builder
	b.WriteString(c.name + " {")
	for _, p := range pairs {
		b.WriteString(p.key + "=" + p.value + "\n")
	}
	return b.String()
}

// Reading is what reading back the undamaged text of these calls gives.
func (f *Form) Reading(calls []Call) Reading {
	var list Reading
	for _, call := range calls {
		c := readCall{name: call.Name}
		if !strings.Contains(f.Call, "$pairs") {
			c.args = canonicalJSON(call.Args.JSON())
		} else {
			for i, key := range call.Args.Keys {
				c.pairs = append(c.pairs, readPair{key, f.canonicalValue(call.Args.Items[i])})
			}
		}
		list = append(list, c.canonical())
	}
	return list
}

func (f *Form) canonicalValue(v Value) string {
	switch {
	case f.Spell.All && v.Type != String:
		return canonicalJSON(Str(f.Spell.literalOrJSON(v)).JSON())
	case f.Spell.Quote != "":
		return canonicalJSON(v.JSON())
	}
	if v.Type == String {
		return canonicalRaw(v.Text)
	}
	return canonicalRaw(f.Spell.literalOrJSON(v))
}

func (sp *Spelling) literalOrJSON(v Value) string {
	if v.Type == Array || v.Type == Object {
		return v.JSON()
	}
	return sp.Literal(v)
}

// canonicalJSON is a JSON value with its keys in order; "" if it is none, or gives a key twice.
func canonicalJSON(text string) string {
	v, err := exact.Decode(text)
	if err != nil {
		return ""
	}
	out, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(out)
}

// canonicalRaw is the text of a value without delimiters: JSON however it is spaced.
func canonicalRaw(text string) string {
	if t := strings.TrimSpace(text); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		if c := canonicalJSON(t); c != "" {
			return c
		}
	}
	return text
}

// readArgs reads the arguments that are one value: where they end, and their canonical text.
func (f *Form) readArgs(text string, at int, quoted bool) (end int, canonical string) {
	if quoted {
		end, value := readJSON(text, at)
		var inner string
		if end == 0 || json.Unmarshal([]byte(value), &inner) != nil {
			return 0, ""
		}
		canonical = canonicalJSON(inner)
		return zeroIf(end, canonical == "" || canonical[0] != '{'), canonical
	}
	end, canonical = f.readValue(text, at)
	return zeroIf(end, canonical == "" || canonical[0] != '{'), canonical
}

func zeroIf(n int, cond bool) int {
	if cond {
		return 0
	}
	return n
}

// readValue reads a value in the form's spelling.
func (f *Form) readValue(text string, at int) (end int, canonical string) {
	sp := &f.Spell
	if sp.Escape == EscapeJSON {
		end, value := readJSON(text, at)
		canonical = canonicalJSON(value)
		return zeroIf(end, canonical == ""), canonical
	}
	p := literals{text: text, at: at, spell: sp}
	v, ok := p.value(sp.All)
	if !ok {
		return 0, ""
	}
	return p.at, canonicalJSON(v.JSON())
}

// readJSON reads one strict JSON value.
func readJSON(text string, at int) (end int, value string) {
	dec := json.NewDecoder(strings.NewReader(text[at:]))
	var raw json.RawMessage
	if dec.Decode(&raw) != nil || len(text) == at || strings.TrimLeft(text[at:at+1], " \n\t") == "" {
		return 0, ""
	}
	return at + int(dec.InputOffset()), string(raw)
}
