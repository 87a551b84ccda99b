package tags

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// OpensWrapper matches the opening tag of a wrapper, which has no attributes.
func (r *Reader) OpensWrapper(b []byte, final bool) (prefix []byte, a match.Answer) {
	return r.wrapper(b, r.Brackets.Open, final)
}

// ClosesWrapper matches the closing tag of a wrapper.
func (r *Reader) ClosesWrapper(b []byte, final bool) (prefix []byte, a match.Answer) {
	return r.wrapper(b, r.Brackets.Close, final)
}

// wrapper matches a tag of a wrapper, with a right word or a wrong one.
func (r *Reader) wrapper(b []byte, lead string, final bool) (prefix []byte, a match.Answer) {
	if prefix, a = r.Brackets.anyBare(b, lead, r.Wrappers, final); a == match.No {
		return r.Brackets.anyBare(b, lead, r.WrongWrappers, final)
	}
	return prefix, a
}

// WrongWrapper reports whether the opening tag of a wrapper, b, isn't a right one.
func (r *Reader) WrongWrapper(b []byte) bool {
	return r.Spelling == grammar.Misspelt || r.Brackets.bears(b, r.Brackets.Open, r.WrongWrappers)
}

// WrongCloser reports whether the closing tag of a wrapper, b, has a wrong word.
func (r *Reader) WrongCloser(b []byte) bool {
	return r.Brackets.bears(b, r.Brackets.Close, r.WrongWrappers)
}

// Untrimmed reports whether values keep a newline at their end in the wrapper whose
// opening tag is b.
func (r *Reader) Untrimmed(b []byte) bool {
	return r.Brackets.bears(b, r.Brackets.Open, r.UntrimmedWrappers)
}

// CallGoesOn matches the tag with which b, behind a call's opening tag, begins, if it goes
// on with the call: that of a parameter or of a group, or the call's closer.
func (r *Reader) CallGoesOn(b []byte, final bool) match.Answer {
	_, a := r.Brackets.Starts(b, r.Brackets.Open, cmp.Or(r.Parameter.Key, r.Parameter.Word), final)
	if a == match.No && r.LooseSpace {
		var o Opened
		a = r.OpensParameter(&o, b, final)
	}
	if a == match.No && r.Group != "" {
		_, a = r.Brackets.Opens(b, r.Group, final)
	}
	if a == match.No {
		_, a = r.ClosesCall(b, final)
	}
	return a
}
