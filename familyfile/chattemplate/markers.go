package chattemplate

import (
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// markersIn cuts a text into its markers and words, without the white space between them.
func markersIn(text string) (all []string) {
	for {
		text = strings.TrimLeft(text, spaces)
		if text == "" {
			return all
		}
		n := markerLength(text)
		all = append(all, text[:n])
		text = text[n:]
	}
}

// maxMarker bounds a marker.
const maxMarker = 80

// markerLength is that of the marker or the word that begins the text.
func markerLength(text string) int {
	if n := bracketed(text); n > 0 {
		return n
	}
	for i := 1; i < len(text); i++ {
		if strings.IndexByte(spaces, text[i]) >= 0 || bracketed(text[i:]) > 0 {
			return i
		}
	}
	return len(text)
}

// bracketed is the length of the marker in angle or square brackets that begins the text;
// 0 if none does.
func bracketed(text string) int {
	if text[0] != '<' && text[0] != '[' {
		return 0
	}
	end := strings.IndexByte(text[:min(len(text), maxMarker+1)], text[0]+2) // its closer
	if end < 2 || strings.ContainsAny(text[1:end], "\n<[{(\"',") {
		return 0
	}
	return end + 1
}

// isMarker tells a marker from a word.
func isMarker(text string) bool { return text != "" && bracketed(text) == len(text) }

// isSpecial reports whether a marker is a special token: its tokenizer says so or, where
// that isn't given, its looks.
func (s *source) isSpecial(marker string) bool {
	if special, ok := s.special[marker]; ok {
		return special
	}
	return strings.HasPrefix(marker, "<|") || strings.HasPrefix(marker, "<｜") || strings.HasSuffix(marker, "|>") ||
		strings.HasPrefix(marker, "[") && marker == strings.ToUpper(marker)
}

// markerKind is what a marker is that is a special token, or none.
func markerKind(special bool) familyv1.MarkerKind {
	if special {
		return familyv1.MarkerKind_MARKER_KIND_UNSPECIFIED
	}
	return familyv1.MarkerKind_MARKER_KIND_PLAIN_TAGS
}

// commonStart is how many elements two lists begin with.
func commonStart(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// commonEnd is how many elements two lists end with.
func commonEnd(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// A surround is what is around calls.
type surround struct {
	section, open []string // before all calls, and before each
	close, end    []string // behind each, and behind all
	between       []string // between two, next to open and close
}

// surroundOf finds it out, of what is before and after one call, and between two.
func surroundOf(before, behind, between string) surround {
	first, last, middle := markersIn(before), markersIn(behind), markersIn(between)
	opens := commonEnd(first, middle)
	closes := min(commonStart(last, middle), len(middle)-opens)
	return surround{
		section: slices.Clone(first[:len(first)-opens]), open: slices.Clone(first[len(first)-opens:]),
		close: slices.Clone(last[:closes]), end: slices.Clone(last[closes:]),
		between: slices.Clone(middle[closes : len(middle)-opens]),
	}
}

// joined are markers as one: white space, or none, is between them.
func joined(all []string) string { return strings.Join(all, " ") }
