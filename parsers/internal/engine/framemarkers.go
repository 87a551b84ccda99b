package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

func newFrames(t *table) *frames {
	g := t.Frames
	if g == nil {
		return nil
	}
	f := &frames{lead: newLead(t.Grammar)}
	f.header.m, f.header.calls = g.Messages, t.CallsInMessages()
	f.call.after = f.call.afterArguments
	return f
}

// frameMarkers are the markers of a grammar's frames.
func frameMarkers(t *table) []Marker {
	g := t.Frames
	if g == nil {
		return nil
	}
	var markers []Marker
	var formats []string
	if m := g.Messages; m != nil {
		formats = messageFormats(m)
		for i := range t.Blocks {
			if t.CallsInMessages() {
				formats = append(formats, t.Blocks[i].Format)
			}
		}
	}
	for _, text := range g.Ends {
		markers = append(markers, Marker{
			Text: text, Open: openBetween, Think: true, EndsThought: true, Ends: frameEnds(t, text), Formats: formats, frame: frameEnd,
			mentioned: len(g.ThoughtEnds) > 0 && !slices.Contains(g.ThoughtEnds, text),
		})
	}
	if lead := newLead(t.Grammar); lead != nil {
		markers = append(markers, Marker{
			Text: g.Lead, look: lead.matchMarked, Open: openLead, Begins: true, Think: true, frame: frameLed,
		})
	}
	for i := range g.Sections {
		s := &g.Sections[i]
		markers = append(markers, Marker{Text: s.Open, Open: openSection(s), Begins: true, Think: true, frame: frameSection})
	}
	if m := g.Messages; m != nil {
		markers = append(markers, messageMarkers(m, t.CallsInMessages(), formats)...)
	}
	return markers
}

// frameEnds is how the end of a frame ends the JSON before it: as the closer of a call, if it is
// one.
func frameEnds(t *table, end string) place.Ending {
	switch m := t.Frames.Messages; {
	case m != nil && t.CallsInMessages():
		return place.EndsMessage
	case m != nil, slices.ContainsFunc(t.Blocks, func(b grammar.Block) bool { return slices.Contains(b.Markers.Close, end) }):
		return place.EndsArguments
	}
	return place.EndsBlock
}

// messageFormats are the formats of calls in messages.
func messageFormats(m *grammar.Messages) []string {
	formats := []string{m.Format}
	if m.Body != nil {
		formats = append(formats, m.Body.Format)
	}
	return formats
}

func messageMarkers(m *grammar.Messages, calls bool, formats []string) []Marker {
	markers := []Marker{
		{Text: m.Start, Open: openHeader, Begins: true, Think: true, Formats: formats, frame: frameStart},
	}
	if m.Channel != "" {
		markers = append(markers,
			Marker{Text: m.Channel, Open: openHeader, Begins: true, Think: true, Formats: formats, frame: frameChannel},
			Marker{Text: m.Constrain, Open: leave, Formats: formats, frame: frameConstrain},
		)
	}
	message := Marker{Text: m.Message, Open: leave, Formats: formats, frame: frameMessage}
	if calls {
		message.Open, message.Think = openHeader, true
		markers = append(markers, Marker{Text: m.To, Open: openHeader, Formats: formats, frame: frameWord, Word: true})
	}
	markers = append(markers, message)
	if m.Stripped == "" {
		return markers
	}
	for _, channel := range m.Words {
		for _, role := range []string{"", m.Role} {
			text := role + channel + " " + m.To + m.Prefix
			markers = append(markers, Marker{Text: text, Open: openStripped, Formats: []string{m.Stripped}, frame: frameWord})
		}
	}
	return markers
}
