package form

import (
	"slices"
	"strings"
)

// Around divides an answer with one call into its object, such as {"name": "$name", "arguments": $args}, and the text
// around it. Where only the arguments are there, the object is $args. In before, $name is for the tool's name.
func (f *Form) Around() (before, object, after string) {
	list := slices.Concat(compile(f.Lead+f.Open), compile(f.Call), compile(f.Close+f.End))
	bracket := func(e element) bool {
		return e.kind == Punct && strings.Contains("{}[]", e.text) || e.hole && (e.text == "$args" || e.text == "$quoted")
	}
	first := slices.IndexFunc(list, bracket)
	if first < 0 {
		return text(list), "", ""
	}
	last := first
	for i, e := range list {
		if bracket(e) {
			last = i
		}
	}
	return text(list[:first]), text(list[first : last+1]), text(list[last+1:])
}

func text(list []element) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(e.text)
	}
	return strings.NewReplacer("$index", "0").Replace(b.String())
}
