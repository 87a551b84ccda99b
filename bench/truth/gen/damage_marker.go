package gen

import (
	"strings"
	"sync"
	"unicode"

	"github.com/toolparser/toolparser/bench/form"
)

// markerDamages break the tags and tokens around calls and arguments.
var markerDamages = []damage{
	{name: "marker_dropped", edits: each(isKind(form.Marker), texts1(""))},
	{name: "marker_doubled", edits: func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if p.Kind == form.Marker {
				list = append(list, inserted(i, p, form.Marker, p.Text), inserted(i, p, form.Marker, p.Text+"\n"))
				if n := strings.LastIndex(p.Text, "<"); n > 0 { // the token before a tag
					list = append(list, inserted(i, p, form.Marker, p.Text[:n]))
				}
			}
		}
		return list
	}},
	{name: "marker_case", edits: each(isKind(form.Marker), func(p form.Part) []string {
		return []string{strings.ToUpper(p.Text), title(p.Text), upperWord(p.Text)}
	})},
	{name: "marker_cut_end", edits: each(isKind(form.Marker), func(p form.Part) []string {
		return prefixes(p.Text, len(p.Text)-1, len(p.Text)/2, 4)
	})},
	{name: "marker_cut_start", edits: each(isKind(form.Marker), func(p form.Part) []string {
		return suffixes(p.Text, 1, 2, len(p.Text)/2, len(p.Text)/2+1, len(p.Text)-2)
	})},
	{name: "marker_letter", edits: each(isKind(form.Marker), misspelled)},
	{name: "marker_entities", edits: each(isKind(form.Marker), func(p form.Part) []string {
		return []string{strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(p.Text)}
	})},
	{name: "marker_word", edits: each(isKind(form.Marker), otherWords)},
	{name: "marker_sibling", edits: func(_ *form.Form, ps []form.Part) []edit {
		texts := markers(ps)
		return each(isKind(form.Marker), texts1(texts...))(nil, ps)
	}},
	{name: "pair_tag", edits: pairTags},
	{name: "wrapper_foreign", edits: foreignWrapper},
}

// upperWord writes the word of a tag in capitals, and leaves its attributes.
func upperWord(s string) string {
	end := strings.IndexAny(s, " =")
	if end < 0 {
		return s
	}
	start := strings.LastIndexFunc(s[:end], func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && r != '_' }) + 1
	for start > 0 && start < end && s[start]&0xc0 == 0x80 {
		start++ // the rest of a sign
	}
	return s[:start] + strings.ToUpper(s[start:end]) + s[end:]
}

func title(s string) string {
	i := strings.IndexFunc(s, unicode.IsLetter)
	if i < 0 {
		return s
	}
	return s[:i] + strings.ToUpper(s[i:i+1]) + s[i+1:]
}

func prefixes(s string, lengths ...int) []string {
	var list []string
	for _, n := range lengths {
		if n > 0 && n < len(s) {
			list = append(list, s[:runeStart(s, n)])
		}
	}
	return list
}

func suffixes(s string, starts ...int) []string {
	var list []string
	for _, n := range starts {
		if n > 0 && n < len(s) {
			list = append(list, s[runeStart(s, n):])
		}
	}
	return list
}

// misspelled drops, doubles or swaps a letter of a tag's word, or its signs.
func misspelled(p form.Part) []string {
	i := strings.IndexFunc(p.Text, unicode.IsLetter)
	if i < 0 || i+3 >= len(p.Text) || p.Text[i] >= 0x80 || p.Text[i+2] >= 0x80 {
		return nil
	}
	s := p.Text
	list := []string{
		s[:i] + s[i+1:], s[:i+1] + s[i+2:], s[:i+1] + s[i:], s[:i+1] + s[i+2:i+3] + s[i+1:i+2] + s[i+3:], s[:i+2] + "1" + s[i+2:],
	}
	for _, sign := range []string{"=", "\"", " ", "/", "<", ">", "|"} {
		if strings.Contains(s, sign) {
			list = append(list, strings.Replace(s, sign, "", 1), strings.Replace(s, sign, sign+sign, 1))
		}
	}
	return list
}

// words are what models write for one another in tags.
var words = [][]string{
	{"parameter", "param", "arg", "parameters", "argument"}, {"param", "parameter", "arg"}, {"arg_value", "value", "arg_key", "args"},
	{"arg_key", "key", "arg", "arg_name"}, {"tool_call", "tool", "call", "function_call", "tool_calls"}, {"invoke", "function", "call", "tool"},
	{"function", "func", "tool", "invoke"}, {"argument", "arg", "parameter"},
}

func otherWords(p form.Part) []string {
	var list []string
	for _, group := range words {
		if strings.Contains(p.Text, group[0]) {
			for _, other := range group[1:] {
				list = append(list, strings.Replace(p.Text, group[0], other, 1))
			}
			// A tag with the argument's name in place of its word: <b>.
			if _, key, found := strings.Cut(p.Text, "="); found && p.Opens && p.Level == form.InPair {
				list = append(list, "<"+strings.Trim(strings.TrimRight(key, ">"), `"`)+">")
			}
			break
		}
	}
	return list
}

// pairTags writes all that is before a value as one tag with the argument's name, or as words.
func pairTags(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 1; i < len(ps); i++ {
		p := ps[i]
		if p.Kind != form.Marker || p.Level != form.InPair || !p.Opens || ps[i-1].Arg == p.Arg {
			continue
		}
		end, key := i, ""
		for end < len(ps) && ps[end].Arg == p.Arg && ps[end].Opens {
			if ps[end].Kind == form.Key {
				key = ps[end].Text
			}
			end++
		}
		if key == "" {
			continue
		}
		for _, text := range []string{"<" + key + ">", key + ": ", key + ">"} {
			list = append(list, edit{at: i, remove: end - i, insert: []form.Part{{Kind: form.Marker, Level: form.InPair, Opens: true, Call: p.Call, Arg: p.Arg, Text: text}}})
		}
	}
	return list
}

// markers are the texts of the markers of an output, each once.
func markers(ps []form.Part) []string {
	var list []string
	seen := map[string]bool{}
	for _, p := range ps {
		if p.Kind == form.Marker && !seen[p.Text] {
			seen[p.Text] = true
			list = append(list, p.Text)
		}
	}
	return list
}

// foreignWrapper replaces the outermost marker, on one side or both, by that of another form.
func foreignWrapper(f *form.Form, ps []form.Part) []edit {
	first, last := -1, -1
	for i, p := range ps {
		if p.Kind == form.Marker && p.Level != form.InPair {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return nil
	}
	var list []edit
	for _, other := range wrappers() {
		if other.family == f.Family || other.open == ps[first].Text {
			continue
		}
		list = append(list, replaced(first, ps[first], other.open))
		if last > first && other.shut != "" {
			list = append(list, replaced(last, ps[last], other.shut))
		}
	}
	return list
}

// A wrapper is the first and the last marker of a form's output.
type wrapper struct{ family, open, shut string }

var wrappers = sync.OnceValue(func() []wrapper {
	var list []wrapper
	for _, f := range form.All() {
		if open, shut := outermost(f); open != "" {
			list = append(list, wrapper{f.Family, open, shut})
		}
	}
	return list
})

func outermost(f *form.Form) (open, shut string) {
	for _, p := range f.Write(&form.Answer{Calls: []form.Call{{Name: "f", ID: "id0", Args: form.Value{Type: form.Object}}}}, form.Styles[0]) {
		if p.Kind == form.Marker && open == "" {
			open = p.Text
		} else if p.Kind == form.Marker {
			shut = p.Text
		}
	}
	return open, shut
}
