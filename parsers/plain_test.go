package parsers

import (
	"slices"
	"strings"
	"unicode"
)

// Placeholders for what is removed, among the runes of the text.
const (
	removedCall rune = -1 - iota
	removedMarkup
)

// isPlain reports whether the segments say enough: what opens or closes a thought
// has a text, no call is in a vendor's block, and text that was to be a call
// holds nothing that could be Decoded.
func isPlain(output string, r *Result, cfg *Config) bool {
	for _, s := range r.Segments {
		text := output[s.Span.Start:s.Span.End]
		if s.Kind != SegmentToolCall && s.Kind != SegmentInvalidToolCall && strings.Contains(text, "{") && strings.Contains(text, "+") {
			return false
		}
	}
	if cfg.Options.SeparateReasoning {
		return !cfg.ReasoningOpen && !strings.ContainsAny(output, "_=`'%")
	}
	return !strings.Contains(output, "{") || !strings.Contains(output, "`")
}

// A plainReading puts content and reasoning together, rune by rune.
type plainReading struct {
	content, reasoning string

	cfg      *Config
	text     []rune
	thought  []rune
	thinking bool
}

func readPlainly(output string, r *Result, cfg *Config) *plainReading {
	p := &plainReading{cfg: cfg}
	for _, s := range r.Segments {
		text := output[s.Span.Start:s.Span.End]
		switch {
		case s.Kind == SegmentToolCall:
			p.text = append(p.text, removedCall)
		case s.Kind == SegmentMarkup:
			p.markup(removedIn(text))
		case s.Kind == SegmentReasoning && !p.thinking:
			p.text = append(p.text, removedMarkup)
		case s.Kind == SegmentInvalidToolCall && cfg.Options.ContentPolicy == ContentClean:
			p.add(removedCall)
		case s.Kind == SegmentInvalidToolCall:
			p.add(rawRunes(text)...)
		default:
			p.add(rawRunes(strings.ReplaceAll(text, "+", "plus\n"))...)
		}
	}
	p.endThought()
	p.content = p.join(p.text)
	return p
}

// add adds runes to the open text or thought.
func (p *plainReading) add(runes ...rune) {
	if p.thinking {
		p.thought = append(p.thought, runes...)
	} else {
		p.text = append(p.text, runes...)
	}
}

func (p *plainReading) markup(runes []rune) {
	for _, r := range runes {
		switch r {
		case '<':
			p.endThought()
			p.thinking = true
			p.text = append(p.text, removedCall)
		case '>':
			p.endThought()
			p.text = append(p.text, removedCall)
		case removedCall:
			p.text = append(p.text, r)
		default:
			p.add(r)
		}
	}
}

func (p *plainReading) endThought() {
	verbatim := p.cfg.Options.ContentPolicy == ContentVerbatim
	thought := p.join(append([]rune{removedCall}, p.thought...))
	if !verbatim && p.reasoning != "" && thought != "" {
		p.reasoning += "\n\n"
	}
	p.reasoning += thought
	p.thought, p.thinking = nil, false
}

// join makes text of runes, as the policy wants it.
func (p *plainReading) join(runes []rune) string {
	if p.cfg.Options.ContentPolicy == ContentClean {
		runes = withoutTokens(runes)
	}
	return join(runes, p.cfg.Options.ContentPolicy != ContentVerbatim, slices.Contains(runes, removedCall))
}

// withoutTokens leaves out the toy's special tokens.
func withoutTokens(runes []rune) []rune {
	var rest []rune
	for i := 0; i < len(runes); {
		n, stay := 1, true
		for _, token := range []string{"TOK", "€€", "TOKEN", "STAYTOK"} { // the longer one last
			if r := []rune(token); len(runes)-i >= len(r) && slices.Equal(runes[i:i+len(r)], r) {
				n, stay = len(r), token == "STAYTOK"
			}
		}
		if stay {
			rest = append(rest, runes[i:i+n]...)
		} else {
			rest = append(rest, removedCall)
		}
		i += n
	}
	return rest
}

// removedIn reads markup: calls that were absorbed are calls, '#' is nothing,
// '<' and '>' are themselves.
func removedIn(text string) []rune {
	var runes []rune
	depth := 0
	for _, b := range []byte(text) {
		switch {
		case b == '{':
			if depth == 0 {
				runes = append(runes, removedCall)
			}
			depth++
		case b == '}':
			depth--
		case depth == 0 && (b == '<' || b == '>'):
			runes = append(runes, rune(b))
		case depth == 0 && b != '#':
			runes = append(runes, removedMarkup)
		}
	}
	return runes
}

// invalidByte stands for a byte b that is no UTF-8 as invalidByte + b.
const invalidByte = unicode.MaxRune + 1

func rawRunes(text string) []rune {
	var runes []rune
	for i, r := range text {
		if r == unicode.ReplacementChar && !strings.HasPrefix(text[i:], "\ufffd") {
			r = invalidByte + rune(text[i])
		}
		runes = append(runes, r)
	}
	return runes
}

// join writes the runes, each run of white space and placeholders as rule 11 wants it.
func join(runes []rune, joined, called bool) string {
	var b strings.Builder
	for i := 0; i < len(runes); {
		n := i
		for n < len(runes) && (runes[n] < 0 || unicode.IsSpace(runes[n])) {
			n++
		}
		if n == i {
			n++
			writeRunes(&b, runes[i:n])
		} else {
			writeRun(&b, runes[i:n], joined, called, i == 0 || n == len(runes))
		}
		i = n
	}
	return b.String()
}

func writeRun(b *strings.Builder, run []rune, joined, called, end bool) {
	removed := false
	first, last := -1, -1
	for i, r := range run {
		removed = removed || r < 0
		if r == removedCall {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	switch {
	case joined && end && called:
	case !joined || end || !removed:
		writeRunes(b, run)
	case first < 0 && strings.ContainsRune(string(run), '\n'),
		first >= 0 && strings.ContainsRune(string(run[:first])+string(run[last:]), '\n'):
		b.WriteString("\n\n")
	default:
		b.WriteString(" ")
	}
}

// writeRunes writes what isn't a placeholder.
func writeRunes(b *strings.Builder, runes []rune) {
	for _, r := range runes {
		switch {
		case r >= invalidByte:
			b.WriteByte(byte(r - invalidByte))
		case r >= 0:
			b.WriteRune(r)
		}
	}
}
