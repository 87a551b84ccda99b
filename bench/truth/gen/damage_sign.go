package gen

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// signDamages break the brackets, commas, colons and literals between strings.
var signDamages = []damage{
	{name: "sign_dropped", edits: each(isSign, texts1(""))},
	{name: "sign_doubled", edits: each(isSign, func(p form.Part) []string { return []string{p.Text + p.Text} })},
	{name: "bracket_wrong", edits: each(isBracket, func(p form.Part) []string {
		if p.Opens {
			return []string{"{", "[", "("}
		}
		return []string{"}", "]", ")"}
	})},
	{name: "comma_wrong", edits: each(isText(","), texts1(";", "|", " and", ".", ",;"))},
	{name: "colon_wrong", edits: each(isText(":", "="), texts1("=", ":", " ", "==", "=>"))},
	{name: "trailing_comma", edits: beforeClosers(",")},
	{name: "bracket_early", edits: afterValues("}", "]", ")", "}}", "\"}", "]}")},
	{name: "bracket_extra", edits: beforeValues("[", "{", "(", "[[")},
	{name: "word_inserted", edits: beforeTokens("COMMENT ", "5: ", "and ", "= ")},
	{name: "comment_inserted", edits: beforeTokens("/* c */ ", "// c\n", "# c\n")},
	{name: "literal_other", edits: otherLiterals},
	{name: "brackets_dropped_at_end", edits: droppedClosers},
}

// otherLiterals writes a literal as another language does, or as no literal at all. The text of a value without
// delimiters is a literal only by its schema: it is left alone.
func otherLiterals(f *form.Form, ps []form.Part) []edit {
	if f.Spell.Quote == "" {
		return nil
	}
	same := map[string]string{"true": "True", "false": "False", "null": "None", "True": "true", "False": "false", "None": "null"}
	return each(isKind(form.Literal), func(p form.Part) []string {
		if other, ok := same[p.Text]; ok {
			return []string{other, "yes", p.Text + "x"}
		}
		return []string{"1/3", "x", p.Text + "x", p.Text + " + 1"}
	})(f, ps)
}

func isSign(p form.Part) bool { return p.Kind == form.Punct && p.Level > form.Outside }

func isBracket(p form.Part) bool { return isSign(p) && strings.Contains("{}[]()", p.Text) }

func isText(list ...string) func(form.Part) bool {
	return func(p form.Part) bool { return isSign(p) && slices.Contains(list, p.Text) }
}

func closes(p form.Part) bool { return isSign(p) && strings.Contains("}])", p.Text) }

func beforeClosers(text string) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if closes(p) && i > 0 && !strings.Contains("{[(", ps[i-1].Text) {
				list = append(list, inserted(i, p, form.Punct, text))
			}
		}
		return list
	}
}

// endsValue reports whether a value ends with the part.
func endsValue(p form.Part) bool {
	return p.Level >= form.InPair && (p.Kind == form.Literal || p.Kind == form.Delim && p.Closes || closes(p))
}

func afterValues(texts ...string) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if endsValue(p) && !(i+1 < len(ps) && ps[i+1].Text == ":") {
				for _, t := range texts {
					list = append(list, inserted(i+1, p, form.Punct, t))
				}
			}
		}
		return list
	}
}

// beginsValue reports whether a value begins at the part.
func beginsValue(ps []form.Part, i int) bool {
	p := ps[i]
	if p.Level < form.InPair || i == 0 {
		return false
	}
	before := ps[i-1]
	if before.Kind == form.Space && i > 1 {
		before = ps[i-2]
	}
	return (before.Text == ":" || before.Text == "=" || before.Text == "[" || before.Text == ",") &&
		(p.Kind == form.Literal || p.Kind == form.Delim && p.Opens || p.Text == "{" || p.Text == "[")
}

func beforeValues(texts ...string) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if beginsValue(ps, i) {
				for _, t := range texts {
					list = append(list, inserted(i, p, form.Punct, t))
				}
			}
		}
		return list
	}
}

// beforeTokens puts a text before keys and values, and before and after signs.
func beforeTokens(texts ...string) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if p.Level >= form.InPair && (p.Kind == form.Delim && p.Opens || p.Kind == form.Literal || isSign(p)) {
				for _, t := range texts {
					list = append(list, inserted(i, p, form.Word, t), inserted(i, p, form.Word, " "+t))
				}
			}
		}
		return list
	}
}

// droppedClosers drops the last brackets before a marker or the end: two, three, all.
func droppedClosers(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := range ps {
		end := i
		for end < len(ps) && (closes(ps[end]) || ps[end].Kind == form.Space) {
			end++
			if n := end - i; n > 1 && closes(ps[i]) && closes(ps[end-1]) && (end == len(ps) || ps[end].Kind == form.Marker) {
				list = append(list, edit{at: i, remove: n})
			}
		}
	}
	return list
}
