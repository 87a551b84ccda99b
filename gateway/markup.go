package gateway

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
)

// plainCalls reports, for each call of a result, whether plain text holds it: neither the call
// nor the markup directly before it has a marker, which prose and data don't have. A format that belongs to no family is
// plain text, whatever tags it has.
func plainCalls(family *parsers.Family, text string, r *parsers.Result) []bool {
	plain := make([]bool, len(r.ToolCalls))
	marked := false
	for _, s := range r.Segments {
		own := text[s.Span.Start:s.Span.End]
		switch s.Kind {
		case parsers.SegmentMarkup:
			marked = (marked || hasMarker(own)) && !strings.HasPrefix(own, "</") && results(family, own) == 0
		case parsers.SegmentToolCall:
			plain[s.Index] = parsers.IsCommon(r.ToolCalls[s.Index].Format) || !marked && !hasMarker(head(own))
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
// something else in it looks like a call.
func leaks(text string, r *parsers.Result) (invalid int, markup bool) {
	for i := range r.InvalidToolCalls {
		if leaksCall(text, r.InvalidToolCalls[i]) {
			invalid++
		}
	}
	return invalid, len(r.Leaks) > 0
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
