package chattemplate

import (
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// constrain is what is before a content type in the format that OpenAI published, and
// the one that models are seen to write; no template does.
const constrain = "<|constrain|>"

// A header is what is before a message: a channel, and the words after it.
type header struct {
	channel string // the token before the channel's name
	words   []string
	message string // the token that ends the header
	end     string // what ends the message
}

// headerAround reads the header at the end of a text, and what ends its message.
func headerAround(before, behind string) (h header, ok bool) {
	all, end := markersIn(before), markersIn(strings.ReplaceAll(behind, unknownEOS, ""))
	n := len(all)
	at := n - 2
	for at >= 0 && !isMarker(all[at]) {
		at--
	}
	if at < 0 || at == n-2 || !isMarker(all[n-1]) || len(end) == 0 || !isMarker(end[0]) {
		return h, false
	}
	return header{all[at], all[at+1 : n-1], all[n-1], end[0]}, true
}

// messages reads messages with a header each, in which a call's name is the recipient:
// <start>ROLE to=NAME<channel>CHANNEL TYPE<message>{"k": "v"}<end>. It reports whether the
// template writes such.
func (i *inference) messages() bool {
	role := markersIn(i.prompt)
	n := len(role)
	if n < 2 || isMarker(role[n-1]) || !isMarker(role[n-2]) {
		return false
	}
	answer, err := i.output(&turn{content: answerText})
	before, behind, _ := strings.Cut(answer, answerText)
	final, ok := headerAround(before, behind)
	call, to, known := i.callHeader()
	if err != nil || !ok || !known || len(final.words) != 1 || len(markersIn(before)) != 3 || call.channel != final.channel || call.message != final.message {
		return false
	}
	m := &familyv1.Messages{
		Start: role[n-2], Channel: final.channel, Constrain: constrain, Message: final.message, Role: role[n-1],
		Words: []string{final.words[0]},
	}
	if call.words[0] != final.words[0] {
		m.Words = append(m.Words, call.words[0])
	}
	m.To, m.Prefix, _ = strings.Cut(to, "=")
	m.To += "="
	ends := []string{final.end, call.end}
	if thought, ok := i.thoughtHeader(); ok && thought.channel == final.channel && len(thought.words) == 1 {
		m.Thoughts = thought.words
		m.Words, ends = append(m.Words, thought.words[0]), append(ends, thought.end)
		i.declaration.ReasoningMarkers = []*familyv1.ReasoningMarkers{{
			Open: thought.channel + thought.words[0] + thought.message, Close: thought.end,
		}}
	}
	m.Words = append(m.Words, call.words[1:]...)
	i.note("%s may come before a content type, as published (Harmony); the template doesn't show it.", constrain)
	m.Format = i.format("message", "A message whose header says which tool it is for.")
	slices.Sort(ends)
	i.grammar.Frames = &familyv1.Frames{Ends: slices.Compact(ends), Messages: m}
	i.declaration.Framed = true
	i.preserve(append([]string{m.GetStart(), m.GetChannel(), m.GetMessage()}, i.grammar.GetFrames().GetEnds()...)...)
	return true
}

// callHeader reads the header of a call, and the text directly before the name.
func (i *inference) callHeader() (h header, to string, ok bool) {
	text, err := i.output(&turn{calls: []probeCall{oneCall()}})
	before, rest, found := strings.Cut(text, firstName)
	arguments, isJSON := jsonWith(rest, firstKey)
	if err != nil || !found || !isJSON || strings.ContainsAny(rest[:1], "\"'") {
		return h, "", false
	}
	if words := strings.Fields(before); len(words) > 0 {
		to = words[len(words)-1]
	}
	h, ok = headerAround(rest[:arguments.start], rest[arguments.end:])
	return h, to, ok && strings.Contains(to, "=") && len(h.words) > 0
}

// thoughtHeader reads the header of a thought.
func (i *inference) thoughtHeader() (h header, ok bool) {
	for _, key := range thoughtKeys {
		i.thoughtKey = key
		text, err := i.output(&turn{thought: thinkText, calls: []probeCall{oneCall()}})
		before, behind, found := strings.Cut(text, thinkText)
		if err == nil && found {
			return headerAround(before, behind)
		}
	}
	return h, false
}
