package tags

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// OpensWrapper matches the opening tag of a wrapper, which bears no attributes.
func (r *Reader) OpensWrapper(b []byte, final bool) (prefix []byte, a match.Answer) {
	return r.wrapper(b, r.Brackets.Open, final)
}

// wrapper matches a tag of a wrapper, be its word a right one or not.
func (r *Reader) wrapper(b []byte, lead string, final bool) (prefix []byte, a match.Answer) {
	for _, words := range [...][]string{r.Wrappers, r.WrongWrappers} {
		for _, word := range words {
			if prefix, a = r.bare(b, lead, word, final); a != match.No {
				return prefix, a
			}
		}
	}
	return nil, match.No
}

// WrongWrapper tells whether the opening tag of a wrapper, b, isn't a right one.
func (r *Reader) WrongWrapper(b []byte) bool {
	return r.Misspelt || r.wrong(b, r.Brackets.Open)
}

// WrongCloser tells whether the closing tag of a wrapper, b, bears a wrong word.
func (r *Reader) WrongCloser(b []byte) bool { return r.wrong(b, r.Brackets.Close) }

// wrong tells whether the word of a wrapper's tag is a wrong one.
func (r *Reader) wrong(b []byte, lead string) bool {
	for _, word := range r.WrongWrappers {
		if _, a := r.bare(b, lead, word, true); a.Yes() {
			return true
		}
	}
	return false
}

// Untrimmed tells whether values keep a newline at their end in the wrapper whose
// opening tag is b.
func (r *Reader) Untrimmed(b []byte) bool {
	for _, word := range r.UntrimmedWrappers {
		if _, a := r.bare(b, r.Brackets.Open, word, true); a.Yes() {
			return true
		}
	}
	return false
}

// ClosesWrapper matches the closing tag of a wrapper.
func (r *Reader) ClosesWrapper(b []byte, final bool) (prefix []byte, a match.Answer) {
	return r.wrapper(b, r.Brackets.Close, final)
}

// CallGoesOn tells whether b, behind a call's opening tag, begins with what goes
// on with it: a parameter, or the call's closer.
func (r *Reader) CallGoesOn(b []byte, final bool) (bool, match.Answer) {
	word := r.Parameter.Word
	if r.Parameter.Key != "" {
		word = r.Parameter.Key
	}
	_, a := r.Starts(b, word, final)
	if a == match.No && r.LooseSpace {
		var o Opened
		a = r.OpensParameter(&o, b, final)
	}
	if a == match.No && r.Group != "" {
		_, a = r.Opens(b, r.Group, final)
	}
	if a == match.No {
		_, a = r.ClosesCall(b, final)
	}
	return a.Yes(), a
}

// Opens matches an opening tag of this word that bears no attributes.
func (r *Reader) Opens(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return r.bare(b, r.Brackets.Open, word, final)
}

// OpensAs matches an opening tag of this word that bears just this prefix, and
// no attributes.
func (r *Reader) OpensAs(b []byte, prefix, word string, final bool) match.Answer {
	return r.tagAs(b, r.Brackets.Open, prefix, word, final)
}

// Element matches an opening tag that is nothing but a name.
func (r *Reader) Element(o *Opened, b []byte) match.Answer {
	*o = Opened{}
	from := len(r.Brackets.Open)
	if a := match.Text(r.Brackets.Open, b, false); !a.Yes() {
		return a
	}
	for at := from; at < maxKey; at++ {
		r.Visits.Add(1)
		switch {
		case at == len(b):
			return match.More
		case b[at] == r.Brackets.End[0] && at > from:
			o.Name, o.NameAt, o.NameLen, o.Named = b[from:at], from, at-from, true
			return match.Text(r.Brackets.End, b[at:], false).Plus(at)
		case b[at] <= ' ' || strings.IndexByte("<>/=\"'", b[at]) >= 0:
			return match.No
		}
	}
	return match.No
}
