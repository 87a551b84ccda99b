package chattemplate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// texts finds out what stands around answers and thoughts, and what ends a turn.
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
	open := marks(i.withoutThought(before))
	if between != nil {
		open = open[len(open)-commonEnd(open, between):]
	}
	if len(open) == 0 || !isMark(open[0]) {
		i.declareThought(false)
		return nil
	}
	last := marks(strings.ReplaceAll(behind, unknownEOS, ""))
	if len(open) > 1 || len(last) == 0 || !isMark(last[0]) {
		return fmt.Errorf("an answer stands behind %q, which no shared grammar says", joined(open))
	}
	i.ending = behind[strings.Index(behind, last[0])+len(last[0]):]
	i.wrapper(open[0], last[0])
	return nil
}

// wrapper declares what stands around an answer.
func (i *inference) wrapper(open, end string) {
	if !i.isSpecial(open) {
		i.grammar.Answer = &familyv1.Answer{Open: open, Close: end}
		i.declareThought(false)
		return
	}
	i.declaration.Framed = true
	i.grammar.Frames = &familyv1.Frames{Ends: []string{end}, Sections: []*familyv1.FrameSection{{Open: open}}}
	i.preserve(open, end)
	i.declareThought(true)
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
		i.grammar.Thoughts = []*familyv1.Thought{{Open: open, Close: end}}
	}
	i.preserve(open, end)
}

// thoughts finds out how thoughts are marked; between is what stands between one and an
// answer, behind the thought's closer.
func (i *inference) thoughts() (between []string) {
	for _, key := range thoughtKeys {
		i.thoughtKey = key
		text, err := i.output(&turn{content: answerText, thought: thinkText})
		before, behind, ok := strings.Cut(text, thinkText)
		behind, _, answered := strings.Cut(behind, answerText)
		if err != nil || !ok || !answered || len(marks(behind)) == 0 {
			continue
		}
		opener, prefilled := opening(before), false
		if opener == "" {
			opener, prefilled = opening(i.prompt), true
		}
		if opener == "" {
			break
		}
		all := marks(behind)
		i.thought = familyv1.Thought{Open: opener, Close: all[0]}
		i.prefilled(prefilled)
		return all[1:]
	}
	i.guessThought()
	return nil
}

// opening is the last marker of a text, with a word that follows it.
func opening(text string) string {
	all := marks(text)
	for n := len(all) - 1; n >= 0 && n >= len(all)-2; n-- {
		if isMark(all[n]) && !strings.HasPrefix(all[n], "</") {
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
		i.thought = familyv1.Thought{Open: pair[0], Close: pair[1]}
		i.note("Thoughts aren't rendered; the template's text has %s, so they are taken to stand between %s and %s.", pair[1], pair[0], pair[1])
		i.prefilled(strings.HasSuffix(strings.TrimRight(i.prompt, spaces), pair[0]))
		return
	}
}

// prefilled notes that the prompt opens the thought.
func (i *inference) prefilled(is bool) {
	if is || strings.HasSuffix(strings.TrimRight(i.prompt, spaces), i.thought.GetOpen()) {
		i.note("The prompt ends in %s: where it does, the request says so (reasoning_open).", i.thought.GetOpen())
	}
}

// closersOf are the markers among them.
func closersOf(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(mark string) bool { return !isMark(mark) })
}
