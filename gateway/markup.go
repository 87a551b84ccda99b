package gateway

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/markdown"
)

// plainCalls reports, for each call of a result, whether plain text holds it: neither the call
// nor the markup directly before it has a marker, which prose and data don't have.
func plainCalls(family *parsers.Family, text string, r *parsers.Result) []bool {
	plain := make([]bool, len(r.ToolCalls))
	marked := false
	for _, s := range r.Segments {
		own := text[s.Span.Start:s.Span.End]
		switch s.Kind {
		case parsers.SegmentMarkup:
			marked = (marked || hasMarker(own)) && !strings.HasPrefix(own, "</") && results(family, own) == 0
		case parsers.SegmentToolCall:
			plain[s.Index] = !marked && !hasMarker(head(own))
		default:
			marked = marked && strings.TrimSpace(own) == ""
		}
	}
	return plain
}

// head is the text before the arguments of a call.
func head(call string) string {
	if i := strings.IndexAny(call, "{("); i >= 0 {
		return call[:i]
	}
	return call
}

// hasMarker reports whether markup has a tag, a special token, or a word in brackets.
func hasMarker(markup string) bool {
	for i, r := range markup {
		switch {
		case r == '<' || r > unicode.MaxASCII && !unicode.IsSpace(r):
			return true
		case r == '[':
			next, _ := utf8.DecodeRuneInString(markup[i+1:])
			if unicode.IsLetter(next) || next == '/' {
				return true
			}
		}
	}
	return false
}

// inventedResults is the number of results in the markup of a text.
func inventedResults(family *parsers.Family, text string, segments []parsers.Segment) int {
	n := 0
	for _, s := range segments {
		if s.Kind == parsers.SegmentMarkup {
			n += results(family, text[s.Span.Start:s.Span.End])
		}
	}
	return n
}

// results is the number of results that begin in markup. Their markers are plain text, in any case.
func results(family *parsers.Family, markup string) int {
	n, markup := 0, strings.ToLower(markup)
	for _, opener := range family.ResultOpeners {
		n += strings.Count(markup, strings.ToLower(opener))
	}
	return n
}

// leaks reports what a text that stays holds of calls: how many that can't be read, and whether
// there is a marker of the family outside quotation.
func leaks(family *parsers.Family, text string, r *parsers.Result) (invalid int, markup bool) {
	for i := range r.InvalidToolCalls {
		if leaksCall(text, r.InvalidToolCalls[i]) {
			invalid++
		}
	}
	return invalid, leaksMarker(family, text, r.Segments)
}

// leaksCall reports whether an invalid call was meant as one.
func leaksCall(text string, call *parsers.InvalidToolCall) bool {
	switch call.Reason {
	case parsers.ReasonQuoted, parsers.ReasonAlternative, parsers.ReasonLowConfidence:
		return false
	case parsers.ReasonUnknownTool: // JSON in text may name anything
		return hasMarker(head(text[call.Span.Start:call.Span.End]))
	default:
		return true
	}
}

func leaksMarker(family *parsers.Family, text string, segments []parsers.Segment) bool {
	var tokens []string
	var starts [256]bool // by the first byte of a token
	for _, token := range family.PreservedTokens {
		if strings.Contains(text, token) && !marksThought(family, token) {
			tokens = append(tokens, token)
			starts[token[0]] = true
		}
	}
	if !slices.ContainsFunc(segments, func(s parsers.Segment) bool {
		return s.Kind == parsers.SegmentText && containsAny(text[s.Span.Start:s.Span.End], tokens)
	}) {
		return false
	}
	q := markdown.Quotation{Markers: tokens}
	for _, s := range segments {
		for i := s.Span.Start; i < s.Span.End; i++ {
			q.See(text, i)
			if starts[text[i]] && s.Kind == parsers.SegmentText && !q.Open() && startsWithAny(text[i:s.Span.End], tokens) {
				return true
			}
		}
	}
	return false
}

func containsAny(text string, tokens []string) bool {
	return slices.ContainsFunc(tokens, func(token string) bool { return strings.Contains(text, token) })
}

func startsWithAny(text string, tokens []string) bool {
	return slices.ContainsFunc(tokens, func(token string) bool { return strings.HasPrefix(text, token) })
}

// marksThought reports whether the token is one of those around a thought, which may stay.
func marksThought(family *parsers.Family, token string) bool {
	return slices.ContainsFunc(family.ReasoningMarkers, func(m parsers.ReasoningMarkers) bool { return token == m.Open || token == m.Close })
}
