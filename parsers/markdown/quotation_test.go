package markdown

import "testing"

// quoted replaces each byte of a text that isn't quoted by a '.', except for line ends.
func quoted(text string) string {
	q := Quotation{Markers: []string{"<m>"}}
	b := []byte(text)
	for i := range b {
		q.See(text, i)
		if !q.Open() && b[i] != '\n' {
			b[i] = '.'
		}
	}
	return string(b)
}

func TestQuotation(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"text", "a\nb", ".\n."},
		{"inline code", "a `b` c", "..`b..."},
		{"inline code ends with its line", "a `b\nc", "..`b\n."},
		{"as many backticks close inline code", "``a`b`` c", "``a`b...."},
		{"a fence of backticks opens anywhere in a line", "a ```\nb\n```\nc", "..```\nb\n...\n."},
		{"more backticks close a fence, fewer don't", "````\na\n```\nb\n`````\nc", "````\na\n```\nb\n.....\n."},
		{"text behind the backticks keeps a fence open", "```\na\n``` b\nc", "```\na\n``` b\nc"},
		{"a fence closes on its opening line, whatever follows", "```a``` b\nc", "```a.....\n."},
		{"a marker may follow what closes a fence", "```\na\n```<m>", "```\na\n......"},
		{"a fence of tildes", "~~~\na\n~~~\nb", "~~~\na\n...\n."},
		{"up to three spaces before tildes", "   ~~~\na", "...~~~\na"},
		{"tildes in a line open nothing", "a ~~~\nb", ".....\n."},
		{"backticks in a fence of tildes are text", "~~~\n```\n~~~\na", "~~~\n```\n...\n."},
		{"tildes in a fence of backticks are text", "```\n~~~\n```\na", "```\n~~~\n...\n."},
		{"tildes are no inline code", "~a~", "..."},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := quoted(test.text); got != test.want {
				t.Errorf("quoted(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}
