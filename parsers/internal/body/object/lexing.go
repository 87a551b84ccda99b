package object

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// lexing decides what the next token is, and logs the repairs to the text.
type lexing struct {
	given     *given
	log       *jsonscan.Log
	insideLog jsonscan.Log // of arguments that are a string
	s         jsonscan.Scanner
}

// start makes the lexer read from offset at on.
func (j *lexing) start(e *place.Around, at int) {
	j.log.Reset()
	j.s.Start(at, e.Rules.MaxDepth(), j.given.tolerance(e), j.log)
	j.s.MaxLeading = maxLeadingComments
}

// maxLeadingComments is how many bytes of comments may stand in running text between
// an opener and the first key. Behind the brace of a function in most languages stands
// a comment, and would be held back to its end.
const maxLeadingComments = 64

// between prepares for JSON between markers.
func (j *lexing) between(e *place.Around, t *Header) {
	j.s.MaxLeading = 0
	if t.StringsEnd {
		j.s.Break = jsonscan.Break{At: e.Breaks, Firsts: e.Firsts}
	}
}

// doubledAt starts behind the first of two braces at offset at.
func (j *lexing) doubledAt(e *place.Around, at int) bool {
	rest := e.Rest(at)
	if !e.Repairs() || len(rest) < 2 || rest[0] != '{' || rest[1] != '{' {
		return false
	}
	j.s.Start(at+1, e.Rules.MaxDepth(), j.given.tolerance(e), j.log)
	return true
}

// leaveOpen notes that nothing closed what the JSON opened, up to depth.
func (j *lexing) leaveOpen(e *place.Around, depth int) {
	for d := 1; d <= depth; d++ {
		if j.s.IsObject(d) {
			e.Prose.Open().Braces++
		} else {
			e.Prose.Open().Brackets++
		}
	}
}

func (j *lexing) note(kind repair.Kind, at int) {
	j.log.Repairs = append(j.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}

// unnote removes the repairs after the first n.
func (j *lexing) unnote(n int) { j.log.Repairs = j.log.Repairs[:n] }

func (j *lexing) noteAll(r []repair.Repair) { j.log.Repairs = append(j.log.Repairs, r...) }

// passOver turns the log of repairs off, or on again.
func (j *lexing) passOver(on bool) {
	if j.s.Log = j.log; on {
		j.s.Log = nil
	}
}

// goOnBehind continues after an element that started at s and failed, and ends at end.
func (j *lexing) goOnBehind(s *jsonscan.Scanner, end int) {
	j.s = *s
	j.s.ResumeAfter(end, s.Depth()-1)
}

// keepValue goes back to the last value that s has read.
func (j *lexing) keepValue(s *jsonscan.Scanner) {
	j.s.LastValueEnd, j.s.LastValueDepth = s.LastValueEnd, s.LastValueDepth
}

// clear forgets what was repaired.
func (j *lexing) clear() {
	j.log.Reset()
	j.s.Repaired, j.s.Doubtful = 0, false
}

// decode is the value of a string token.
func (j *lexing) decode(w *jsonscan.Window, t jsonscan.Token) []byte {
	raw := w.Slice(t.Start, t.End)
	if !t.Escaped {
		return raw
	}
	if j.log.Edited(t.Start, t.End) {
		raw = j.log.Append(nil, w, t.Start, t.End)
	}
	return jsonscan.DecodeString(raw, true)
}

// Inner reads text that is one JSON value, white space behind it apart. What a
// repair changes is in the log. False if it is none, or if a key comes twice in
// one that was repaired: then a quote went astray.
func Inner(v *visit.Count, text []byte, depth int, tolerance jsonscan.Tolerance, log *jsonscan.Log) ([]byte, bool) {
	if n, _ := jsonscan.Whole(v, text, depth, false); n > 0 && match.SpaceLen(text[n:]) == len(text)-n {
		return text[:n], true
	}
	var s jsonscan.Scanner
	s.Start(0, depth, tolerance, log)
	w := &jsonscan.Window{Win: text, Final: true, Visits: v}
	for !s.Done() {
		switch t := s.Next(w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return nil, false
		}
	}
	end := s.Pos()
	if len(v.TrimSpace(text[end:])) > 0 {
		return nil, false
	}
	if s.Repaired > 0 {
		s.Start(0, depth, tolerance, nil)
		if !unique(&s, w, new(quotes.Keys)) {
			return nil, false
		}
	}
	if !log.Edited(0, end) {
		return text[:end], true
	}
	return log.Append(nil, w, 0, end), true
}

// unique reads on to the end of w, and learns the keys; false if one comes twice.
func unique(s *jsonscan.Scanner, w *jsonscan.Window, keys *quotes.Keys) bool {
	for {
		t := s.Next(w)
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return true
		case jsonscan.ObjectOpen:
			keys.Open(t.Start, s.Depth())
		case jsonscan.ObjectClose:
			keys.Close()
		case jsonscan.Key:
			if !keys.Add(w.Slice(t.Start, t.End)) {
				return false
			}
		}
	}
}
