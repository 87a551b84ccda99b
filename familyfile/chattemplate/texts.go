package chattemplate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nikolalohinski/gonja/v2/exec"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// texts finds out what is around answers and thoughts, and what ends a turn.
func (i *inference) texts() error {
	answer, err := i.output(&turn{content: answerText})
	if err != nil {
		return fmt.Errorf("rendering an answer: %w", err)
	}
	before, behind, ok := strings.Cut(answer, answerText)
	if !ok {
		return errors.New("the template doesn't write what the model says")
	}
	between := i.thoughts()
	i.ending = behind
	open := markersIn(i.withoutThought(before))
	if between != nil {
		open = open[len(open)-commonEnd(open, between):]
	}
	if len(open) == 0 || !isMarker(open[0]) {
		i.declareThought(false)
		return nil
	}
	last := markersIn(strings.ReplaceAll(behind, unknownEOS, ""))
	if len(open) > 1 || len(last) == 0 || !isMarker(last[0]) {
		return fmt.Errorf("an answer follows %.200q, which no shared grammar has", joined(open))
	}
	i.ending = behind[strings.Index(behind, last[0])+len(last[0]):]
	i.wrapper(open[0], last[0])
	return nil
}

// wrapper declares what is around an answer.
func (i *inference) wrapper(open, end string) {
	if !i.isSpecial(open) {
		i.grammar.Answer = between(open, end)
		i.declareThought(false)
		return
	}
	i.declaration.Framed = true
	i.grammar.Frames = &familyv1.Frames{Ends: []string{end}, Sections: []*familyv1.FrameSection{{Open: open}}}
	i.preserve(open, end)
	i.declareThought(true)
}

// between are markers with one spelling each.
func between(open, end string) *familyv1.Markers {
	return &familyv1.Markers{Open: []string{open}, Close: []string{end}}
}

// declareThought declares how thoughts are marked; in frames, where their opener is a
// special token.
func (i *inference) declareThought(framed bool) {
	open, end := i.thought.GetOpen(), i.thought.GetClose()
	switch {
	case open == "":
		return
	case framed && i.isSpecial(open):
		f := i.grammar.GetFrames()
		f.Ends = append(f.Ends, end)
		f.Sections = append(f.Sections, &familyv1.FrameSection{Open: open, Is: familyv1.SectionKind_SECTION_KIND_THOUGHT})
		i.declaration.ReasoningMarkers = []*familyv1.ReasoningMarkers{{Open: open, Close: end}}
	default:
		i.grammar.Thoughts = []*familyv1.Markers{between(open, end)}
	}
	i.preserve(open, end)
}

// thoughts finds out how thoughts are marked; between is what is between one and an
// answer, after the thought's closer.
func (i *inference) thoughts() (between []string) {
	for _, key := range thoughtKeys {
		i.thoughtKey = key
		opener, all, ok := i.thoughtBefore(&turn{content: answerText, thought: thinkText}, answerText)
		answered := ok
		if !ok {
			opener, all, ok = i.thoughtBefore(&turn{thought: thinkText, calls: []probeCall{oneCall()}}, firstName)
		}
		if !ok {
			continue
		}
		i.thought = familyv1.ReasoningMarkers{Open: opener, Close: all[0]}
		i.prefilled()
		if !answered {
			return nil
		}
		return all[1:]
	}
	i.guessThought()
	return nil
}

// thoughtBefore is what opens a turn's thought, and the markers after it, up to a word.
func (i *inference) thoughtBefore(m *turn, word string) (opener string, behind []string, ok bool) {
	prompt, text, err := i.halves(m)
	before, rest, found := strings.Cut(text, thinkText)
	rest, _, ended := strings.Cut(rest, word)
	if err != nil || !found || !ended {
		return "", nil, false
	}
	opener, behind = opening(prompt+before), markersIn(rest)
	return opener, behind, opener != "" && len(behind) > 0
}

// opening is the last marker of a text, with a word that follows it.
func opening(text string) string {
	all := markersIn(text)
	for n := len(all) - 1; n >= 0 && n >= len(all)-2; n-- {
		if isMarker(all[n]) && !strings.HasPrefix(all[n], "</") {
			return strings.Join(all[n:], "")
		}
	}
	return ""
}

// guessThought finds the markers of thoughts in the template's own text, where it renders
// none: it takes them out of what the model said earlier.
func (i *inference) guessThought() {
	for _, pair := range [][2]string{{"<think>", "</think>"}, {"[THINK]", "[/THINK]"}, {"<thinking>", "</thinking>"}} {
		if !strings.Contains(i.template, pair[1]) {
			continue
		}
		i.thought = familyv1.ReasoningMarkers{Open: pair[0], Close: pair[1]}
		i.note("Thoughts aren't rendered; the template's text has %s, so they are assumed to be between %s and %s.", pair[1], pair[0], pair[1])
		i.prefilled()
		return
	}
}

// prefilled notes that the prompt opens the thought.
func (i *inference) prefilled() {
	if opening(i.prompt) == i.thought.GetOpen() {
		i.note("The prompt ends in %s: where it does, the request says so (reasoning_open).", i.thought.GetOpen())
	}
}

// neighbors finds out what is around a tool's result, and what the next message begins
// with, where nothing ends the model's turn: it stops there.
func (i *inference) neighbors() error {
	result := dict("role", "tool", "name", firstName, "tool_call_id", firstID, "content", resultText)
	call := &turn{calls: []probeCall{oneCall()}}
	if text, err := i.engine.render(i.conversation(false, i.message(call), result)); err == nil {
		before, behind, ok := strings.Cut(text, resultText)
		open, end := markersIn(before), markersIn(behind)
		if ok && len(open) > 0 && len(end) > 0 && isMarker(open[len(open)-1]) {
			i.result(open[len(open)-1], end[0])
		}
		i.next(text, i.message(call), resultText)
	}
	answer := i.message(&turn{content: answerText})
	if text, err := i.engine.render(i.conversation(false, answer, dict("role", "user", "content", resultText))); err == nil {
		i.next(text, answer, resultText)
	}
	return nil
}

// result declares what is around a tool's result: a pair of tags, or of tokens that
// say that they are one.
func (i *inference) result(open, end string) {
	begins := strings.NewReplacer("begin", "end", "start", "end")
	if end == open[:1]+"/"+open[1:] || end != open && end == begins.Replace(open) {
		i.grammar.Results = []*familyv1.Markers{between(open, end)}
	}
}

// next declares the marker that the next message begins with, as the end of a turn.
func (i *inference) next(text string, said *exec.Dict, word string) {
	if len(markersIn(i.ending)) > 0 {
		return
	}
	before, err := i.engine.render(i.conversation(false, said))
	rest, ok := strings.CutPrefix(text, strings.TrimRight(before, spaces))
	rest, _, found := strings.Cut(rest, word)
	if all := markersIn(rest); err == nil && ok && found && len(all) > 0 && isMarker(all[0]) && i.isSpecial(all[0]) {
		i.turnEnds(all[:1])
	}
}

// onlyMarkers are the markers among them.
func onlyMarkers(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(marker string) bool { return !isMarker(marker) })
}

// turnEnds notes markers that end a turn with calls.
func (i *inference) turnEnds(all []string) {
	for _, marker := range onlyMarkers(all) {
		if !slices.Contains(i.grammar.TurnEnds, marker) {
			i.grammar.TurnEnds = append(i.grammar.TurnEnds, marker)
		}
	}
}

// surroundings declares what is around all calls of a turn.
func (i *inference) surroundings(s surround) {
	for _, marker := range slices.Concat(s.section, s.between, s.end) {
		if isMarker(marker) {
			i.grammar.Tokens = append(i.grammar.Tokens, &familyv1.Token{Text: marker})
			i.preserve(marker)
		}
	}
}
