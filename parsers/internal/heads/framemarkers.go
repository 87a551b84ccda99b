package heads

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// frameMarkers are the markers of a grammar's frames.
func frameMarkers(t *Table) []Opening {
	g := t.Frames
	if g == nil {
		return nil
	}
	var markers []Opening
	var formats []string
	if m := g.Messages; m != nil {
		formats = []string{m.Format}
		if m.Body != nil {
			formats = append(formats, m.Body.Format)
		}
		for i := range t.Blocks {
			if t.CallsInMessages() {
				formats = append(formats, t.Blocks[i].Format)
			}
		}
	}
	for _, text := range g.Ends {
		markers = append(markers, Opening{marks.Marker{
			Text: text, Think: true, EndsThought: true, Ends: frameEnds(t, text), Formats: formats, Frame: marks.FrameEnd,
			Mentioned: len(g.ThoughtEnds) > 0 && !slices.Contains(g.ThoughtEnds, text),
		}, openBetween})
	}
	if lead := around.NewLead(t.Grammar); lead != nil {
		markers = append(markers, Opening{marks.Marker{
			Text: g.Lead, Look: lead.MatchMarked, Begins: true, Think: true, Frame: marks.FrameLed,
		}, openLead})
	}
	for i := range g.Sections {
		s := &g.Sections[i]
		markers = append(markers, Opening{marks.Marker{Text: s.Open, Begins: true, Think: true, Frame: marks.FrameSection}, openSection(s)})
	}
	if m := g.Messages; m != nil {
		markers = append(markers, messageMarkers(m, t.CallsInMessages(), formats)...)
	}
	return markers
}

// frameEnds is how the end of a frame ends the JSON before it: as the closer of a call, if it is
// one.
func frameEnds(t *Table, end string) place.Ending {
	switch m := t.Frames.Messages; {
	case m != nil && t.CallsInMessages():
		return place.EndsMessage
	case m != nil, slices.ContainsFunc(t.Blocks, func(b grammar.Block) bool { return slices.Contains(b.Markers.Close, end) }):
		return place.EndsArguments
	}
	return place.EndsBlock
}

func messageMarkers(m *grammar.Messages, calls bool, formats []string) []Opening {
	markers := []Opening{
		{marks.Marker{Text: m.Start, Begins: true, Think: true, Formats: formats, Frame: marks.FrameStart}, openHeader},
	}
	if m.Channel != "" {
		markers = append(markers,
			Opening{marks.Marker{Text: m.Channel, Begins: true, Think: true, Formats: formats, Frame: marks.FrameChannel}, openHeader},
			Opening{marks.Marker{Text: m.Constrain, Formats: formats, Frame: marks.FrameConstrain}, leave},
		)
	}
	message := Opening{marks.Marker{Text: m.Message, Formats: formats, Frame: marks.FrameMessage}, leave}
	if calls {
		message.Open, message.Think = openHeader, true
		markers = append(markers, Opening{marks.Marker{Text: m.To, Formats: formats, Frame: marks.FrameWord, Word: true}, openHeader})
	}
	markers = append(markers, message)
	if m.Stripped == "" {
		return markers
	}
	for _, channel := range m.Words {
		for _, role := range []string{"", m.Role} {
			text := role + channel + " " + m.To + m.Prefix
			markers = append(markers, Opening{marks.Marker{Text: text, Formats: []string{m.Stripped}, Frame: marks.FrameWord}, openStripped})
		}
	}
	return markers
}
