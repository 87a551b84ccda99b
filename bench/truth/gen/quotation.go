package gen

import (
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// quotations put calls into text that only shows them.
var quotations = []damage{
	{name: "in_thought", quotes: true, edits: func(f *form.Form, ps []form.Part) []edit {
		open, shut := f.Thought()
		return quoted(f, ps, open+"I could write ", " and see what comes back."+shut+"\n\nNo, I won't.")
	}},
	{name: "in_inline_code", quotes: true, edits: func(f *form.Form, ps []form.Part) []edit {
		if text := form.Join(ps); strings.ContainsAny(text, "`\n") {
			return nil
		}
		return quoted(f, ps, "A call looks like `", "`, and so on.")
	}},
	{name: "in_fence", quotes: true, edits: func(f *form.Form, ps []form.Part) []edit {
		if text := form.Join(ps); strings.Contains(text, "```") || strings.Contains(text, "~~~") {
			return nil
		}
		return quoted(f, ps, "```text\nThis is how calls look:\n", "\n```\n\nThat is all.")
	}},
}

// quoted puts the complete output between two texts. In frames, text has a section of its own.
func quoted(f *form.Form, ps []form.Part, before, after string) []edit {
	if f.Prose == form.Alone || f.End != "" {
		return nil
	}
	at := form.Part{Kind: form.Text, Level: form.Outside, Call: -1, Arg: -1}
	open, shut := at, at
	open.Text, shut.Text = before, after
	all := append(append([]form.Part{open}, ps...), shut)
	return []edit{{at: 0, remove: len(ps), insert: all}}
}
