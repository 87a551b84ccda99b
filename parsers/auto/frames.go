package auto

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// addFrames adds the sections that the table's messages are put into.
func (u *union) addFrames(g *grammar.Grammar) {
	f := g.Frames
	if f == nil {
		return
	}
	if u.Frames == nil {
		u.Frames = new(grammar.Frames)
	}
	all := u.Frames
	all.Ends, all.ThoughtEnds = addNew(all.Ends, f.Ends...), addNew(all.ThoughtEnds, f.ThoughtEnds...)
	all.Sections = addOther(all.Sections, f.Sections, func(a, b grammar.FrameSection) bool { return a.Open == b.Open })
	if f.Lead != "" && all.Lead == "" {
		all.Lead, all.Led = f.Lead, led(g)
	}
	if f.Messages != nil {
		u.framed = append(u.framed, f.Messages)
	}
}

// led are the markers that the table's lead is before.
func led(g *grammar.Grammar) []string {
	var markers []string
	for _, s := range g.Frames.Sections {
		markers = append(markers, s.Open)
	}
	for _, b := range g.Blocks {
		markers = append(markers, b.Markers.Open...)
	}
	return markers
}

// sharedMessages are messages of all kinds, whose bodies are JSON or in tags. Those of
// the family that is known for them say what is usual: it takes them without their tokens, too.
func sharedMessages(kinds []*grammar.Messages) *grammar.Messages {
	if len(kinds) == 0 {
		return nil
	}
	known := slices.IndexFunc(kinds, func(m *grammar.Messages) bool { return m.Stripped != "" })
	shared := *kinds[max(known, 0)]
	shared.Stripped = "" // without its tokens a header announces nothing
	for _, m := range kinds {
		if shared.Body == nil && m.Body != nil {
			shared.Body = m.Body
		}
		shared.Words = addNew(slices.Clone(shared.Words), m.Words...)
	}
	return &shared
}
