package gen

import (
	"strings"

	"github.com/toolparser/toolparser/bench/form"
	"github.com/toolparser/toolparser/bench/quote"
)

// stringDamages break how strings and keys are written.
var stringDamages = []damage{
	{name: "quotes_raw", edits: each(isQuoted, func(p form.Part) []string {
		return spelled(p, func(r rune, _ int) bool { return string(r) == p.Spelling.Quote }, -1)
	})},
	{name: "quote_raw", edits: each(isQuoted, func(p form.Part) []string {
		var list []string
		for n := range min(strings.Count(p.Value, p.Spelling.Quote), 20) {
			list = append(list, spelled(p, func(r rune, i int) bool { return string(r) == p.Spelling.Quote && i == n }, n)...)
		}
		return list
	})},
	{name: "text_raw", edits: each(isQuoted, func(p form.Part) []string { return []string{p.Value} })},
	{name: "newlines_raw", edits: each(isQuoted, func(p form.Part) []string {
		return spelled(p, func(r rune, _ int) bool { return r == '\n' || r == '\t' || r == '\r' }, -1)
	})},
	{name: "backslashes_raw", edits: each(isQuoted, func(p form.Part) []string {
		return spelled(p, func(r rune, _ int) bool { return r == '\\' }, -1)
	})},
	{name: "delimiter_dropped", edits: each(isKind(form.Delim), texts1(""))},
	{name: "delimiter_doubled", edits: each(isKind(form.Delim), func(p form.Part) []string { return []string{p.Text + p.Text} })},
	{name: "delimiter_other", edits: each(isKind(form.Delim), texts1(otherDelims...))},
	{name: "delimiters_other", edits: bothDelims(otherPairs...)},
	{name: "delimiters_dropped", edits: bothDelims([2]string{})},
	{name: "value_quoted", edits: each(isRaw, func(p form.Part) []string {
		return []string{`"` + p.Text + `"`, `"` + p.Text, p.Text + `"`, "`" + p.Text + "`", "“" + p.Text + "”"}
	})},
}

var (
	otherDelims = []string{"'", `"`, "`", "“", "”", `\"`, "<escape>", `<|"|>`, `<|">`, `"""`}
	otherPairs  = [][2]string{{"'", "'"}, {`"`, `"`}, {"`", "`"}, {"“", "”"}, {`\"`, `\"`}, {"<escape>", "<escape>"}, {`<|"|>`, `<|"|>`}, {`"""`, `"""`}}
)

// isQuoted: the text of a string or key between delimiters that escapes something.
func isQuoted(p form.Part) bool {
	return p.Kind == form.Body && p.Spelling != nil && p.Spelling.Escape != form.Verbatim
}

func isRaw(p form.Part) bool {
	return p.Kind == form.Body && p.Spelling != nil && p.Spelling.Quote == ""
}

// spelled is the text of a string in which what raw says isn't escaped. only: the number of the one
// delimiter that isn't, or -1.
func spelled(p form.Part, raw func(r rune, i int) bool, only int) []string {
	if p.Spelling.Escape == form.EscapeJSON {
		s := quote.Except(raw)(p.Value)
		return []string{s[1 : len(s)-1]}
	}
	if only >= 0 || raw(rune(p.Spelling.Quote[0]), 0) {
		return unescape(p, only)
	}
	if raw('\n', 0) {
		return []string{strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(p.Text)}
	}
	return []string{strings.ReplaceAll(p.Text, `\\`, `\`)}
}

// unescape leaves delimiters of a Python string as they are: all, or one.
func unescape(p form.Part, only int) []string {
	escaped := `\` + p.Spelling.Quote
	if only < 0 {
		return []string{strings.ReplaceAll(p.Text, escaped, p.Spelling.Quote)}
	}
	at := 0
	for range only {
		if i := strings.Index(p.Text[at:], escaped); i >= 0 {
			at += i + len(escaped)
		}
	}
	return []string{p.Text[:at] + strings.Replace(p.Text[at:], escaped, p.Spelling.Quote, 1)}
}

// bothDelims writes a string between other delimiters.
func bothDelims(pairs ...[2]string) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if p.Kind != form.Delim || !p.Opens {
				continue
			}
			end := i + 1
			for end < len(ps) && !(ps[end].Kind == form.Delim && ps[end].Closes) && end < i+3 {
				end++
			}
			if end == len(ps) || ps[end].Kind != form.Delim {
				continue
			}
			for _, pair := range pairs {
				if pair[0] == p.Text && pair[1] == ps[end].Text {
					continue
				}
				middle := append([]form.Part(nil), ps[i+1:end]...)
				if pair[0] != "" {
					open, shut := p, ps[end]
					open.Text, shut.Text = pair[0], pair[1]
					middle = append(append([]form.Part{open}, middle...), shut)
				}
				list = append(list, edit{at: i, remove: end + 1 - i, insert: middle})
			}
		}
		return list
	}
}
