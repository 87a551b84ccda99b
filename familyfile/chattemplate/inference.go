package chattemplate

import (
	"fmt"
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// An inference makes one declaration.
type inference struct {
	*prober
	name        string
	declaration *familyv1.FamilyDeclaration
	grammar     *familyv1.Grammar
	notes       []string

	thought familyv1.ReasoningMarkers
	ending  string   // what is after an answer
	closers []string // the markers that close calls
	tagLead string   // the token before every tag of a call
}

func (i *inference) note(text string, args ...any) {
	i.notes = append(i.notes, oneLine(fmt.Sprintf(text, args...)))
}

// format names a format; its example is made when all is known.
func (i *inference) format(name, description string) string {
	name = i.name + "/" + name
	i.declaration.Formats = append(i.declaration.Formats, &familyv1.Format{Name: name, Description: description})
	return name
}

// preserve notes markers that the detokenizer must keep.
func (i *inference) preserve(all ...string) {
	for _, marker := range all {
		if isMarker(marker) && !slices.Contains(i.declaration.PreservedTokens, marker) {
			i.declaration.PreservedTokens = append(i.declaration.PreservedTokens, marker)
		}
	}
}

// said is what the model writes for a turn, without what ends the turn, and without the
// thought that the template puts before it.
func (i *inference) said(m *turn) (string, error) {
	text, err := i.output(m)
	if err != nil {
		return "", err
	}
	if len(text) > maxTurn {
		return "", fmt.Errorf("it writes %d bytes for one turn; %d are looked at", len(text), maxTurn)
	}
	text = strings.ReplaceAll(text, unknownEOS, "")
	if ending := strings.TrimSpace(i.ending); ending != "" {
		text = strings.TrimSuffix(strings.TrimSpace(text), ending)
	}
	return strings.TrimSpace(i.withoutThought(text)), nil
}

// withoutThought cuts an empty thought off a turn's start.
func (i *inference) withoutThought(text string) string {
	opener, closer := i.thought.GetOpen(), i.thought.GetClose()
	if closer == "" {
		return text
	}
	bare := strings.TrimLeft(text, spaces)
	bare = strings.TrimLeft(strings.TrimPrefix(bare, opener), spaces)
	if rest, ok := strings.CutPrefix(bare, closer); ok {
		return rest
	}
	return text
}

// A found is JSON in a text.
type found struct {
	start, end int
	value      any
}

// maxBrackets bounds how many brackets that begin no JSON are looked at.
const maxBrackets = 256

// jsonWith is the first JSON in a text that has this key, or this text for a value.
func jsonWith(text, word string) (f found, ok bool) {
	for at, others := 0, 0; at < len(text) && others < maxBrackets; at++ {
		if text[at] != '{' && text[at] != '[' {
			continue
		}
		v, n := jsonOf(text[at:])
		if n == 0 {
			others++
			continue
		}
		if holds(v, word) {
			return found{at, at + n, v}, true
		}
		at += n - 1
	}
	return found{}, false
}

// holds reports whether a value has the word, as a key or as a text.
func holds(v any, word string) bool {
	switch v := v.(type) {
	case string:
		return v == word
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return holds(e, word) })
	case map[string]any:
		for key, value := range v {
			if key == word || holds(value, word) {
				return true
			}
		}
	}
	return false
}
