package adversarial

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
)

// A damage is an example of a family's format, sound or with one mark lost, doubled or replaced.
type damage struct {
	format, what, text string
	tools              *parsers.Tools // under which the sound example is a call
}

// marks are what a format consists of next to names and values: tags and tokens, brackets, quotes,
// separators, newlines.
var marks = regexp.MustCompile("<[^<>\n]{1,40}>|\\[/?[A-Z_]{2,30}\\]|[^\\p{L}\\p{N} ]")

// replacements are what is in a mark's place.
var replacements = map[string]string{
	`"`: "'", "'": `"`, "{": "[", "}": "]", "[": "{", "]": "}", "(": "[", ")": "]", ":": "=", "=": ":", ",": ";", "<": "[", ">": "]", "\n": " ",
}

// damages are all of those that the examples of the family's formats can have.
func damages(f *parsers.Family) (list []damage) {
	for _, format := range f.Formats {
		text, tools := format.Example, family.ExampleTools(format.Example)
		seen := map[string]bool{text: true}
		list = append(list, damage{format.Name, "sound", text, tools})
		for _, at := range marks.FindAllStringIndex(text, -1) {
			before, mark, behind := text[:at[0]], text[at[0]:at[1]], text[at[1]:]
			other, ok := replacements[mark]
			if !ok {
				other = "|"
			}
			for _, d := range []damage{
				{what: "lost", text: before + behind},
				{what: "doubled", text: before + mark + mark + behind},
				{what: "replaced", text: before + other + behind},
			} {
				if !seen[d.text] {
					seen[d.text] = true
					list = append(list, damage{format.Name, d.what + " " + mark, d.text, tools})
				}
			}
		}
		for _, n := range []int{len(text) / 2, len(text) - 1} {
			list = append(list, damage{format.Name, "cut off", text[:n], tools})
		}
	}
	return list
}

// A surrounding is where a damaged example is, over and over.
type surrounding struct{ name, before, open, close string }

// surroundings are those that every family knows, and its own thought.
func surroundings(f *parsers.Family) []surrounding {
	list := []surrounding{
		{name: "lines", close: "\n"},
		{name: "prose", open: "Sure, I'll do that. ", close: " Done.\n\n"},
		{name: "fence", open: "```json\n", close: "\n```\n"},
		{name: "inline code", open: "`", close: "` "},
		{name: "list", before: "[", close: ", "},
	}
	thought := parsers.ReasoningMarkers{Open: "<think>", Close: "</think>"}
	if len(f.ReasoningMarkers) > 0 {
		thought = f.ReasoningMarkers[0]
	}
	return append(list,
		surrounding{name: "thoughts", open: thought.Open, close: thought.Close + "\n"},
		surrounding{name: "one thought", before: thought.Open, close: "\n"})
}

// of is the text, n bytes or a little less, in which the example is repeated.
func (s surrounding) of(text string, n int) string {
	unit := s.open + text + s.close
	return s.before + strings.Repeat(unit, max(1, (n-len(s.before))/len(unit)))
}

// A way is how an output is parsed.
type way struct {
	name   string
	config parsers.Config
	reason parsers.FinishReason
	piece  int // bytes that come at once; 0: all of them
}

// ways are options as the conformance suite has them, whole and in chunks, with tools and without.
func ways(tools *parsers.Tools, format string) []way {
	var list []way
	for _, o := range []struct {
		name    string
		options parsers.Options
		reason  parsers.FinishReason
	}{
		{name: "default"},
		{name: "unrepaired", options: parsers.Options{DisableRepair: true}},
		{name: "incomplete", options: parsers.Options{AcceptIncomplete: true}},
		{name: "length", options: parsers.Options{AcceptIncomplete: true}, reason: parsers.FinishLength},
		{name: "confident", options: parsers.Options{MinConfidence: 0.75, BufferToolCalls: true}},
		{name: "clean", options: parsers.Options{ContentPolicy: parsers.ContentClean, SeparateReasoning: true}},
		{name: "verbatim", options: parsers.Options{ContentPolicy: parsers.ContentVerbatim, RejectUnknownTools: true}},
		{name: "only " + format, options: parsers.Options{Formats: []string{format}}},
	} {
		for _, piece := range []int{0, 4, 1, 64} {
			w := way{o.name, parsers.Config{Tools: tools, Options: o.options}, o.reason, piece}
			list = append(list, w)
			w.name, w.config.Tools = o.name+", no tools", nil
			list = append(list, w)
		}
	}
	return list
}

// visits is how many bytes a parse of the text looks at.
func (w way) visits(f *parsers.Family, text string) int {
	var work parsers.Work
	cfg := w.config
	cfg.Work = &work
	if w.piece == 0 {
		parsers.Parse(f, text, cfg, w.reason)
		return work.Visits()
	}
	s := parsers.NewStream(f, cfg)
	for piece := range slices.Chunk([]byte(text), w.piece) {
		s.Feed(string(piece))
	}
	s.Finish(w.reason)
	return work.Visits()
}
