package recovery

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// A Reading is what a reader of a value remembers to read it once more: where it begins, and the
// repairs.
type Reading struct {
	// Suspect is the string whose end is in doubt if the reading fails.
	Suspect Suspect
	// From is the scanner as the value began.
	From jsonscan.Scanner
	// Recovered: the value is read anew with the ends of strings that were found, and isn't read again.
	Recovered bool
	sought    bool // a quote was looked for behind the complete value

	search   *Search
	at       int                // where the value begins
	brackets []jsonscan.Bracket // that were wrong
	keys     *Keys              // of the value; nil: they weren't collected
	room     *Keys              // for the keys; nil: none were collected yet
}

// Starts forgets the value before, and notes that a value begins at offset at, where s is.
func (r *Reading) Starts(s *jsonscan.Scanner, at int) {
	r.From, r.at = *s, at
	r.Suspect.Forget()
	r.keys, r.Recovered, r.sought = nil, false, false
	r.brackets = r.brackets[:0]
}

// Restart takes s back to the start of the value; ends are the ends of strings in it.
func (r *Reading) Restart(s *jsonscan.Scanner, ends []jsonscan.Forced) {
	*s = r.From
	s.Corrections.Ends = ends
	s.Corrections.Brackets = r.brackets
}

// maxBrackets bounds how often a value is read anew because of brackets.
const maxBrackets = 8

// Add adds a bracket that was wrong. It returns false if the value can't be repaired any more.
func (r *Reading) Add(b jsonscan.Bracket) bool {
	if len(r.brackets) == maxBrackets || r.Recovered {
		return false
	}
	i, _ := slices.BinarySearchFunc(r.brackets, b.At, func(other jsonscan.Bracket, at int) int { return other.At - at })
	r.brackets = slices.Insert(r.brackets, i, b)
	r.keys = nil
	r.Suspect.Forget()
	return true
}

// Rereads reports whether the value is read once more.
func (r *Reading) Rereads() bool { return r.Recovered || len(r.brackets) > 0 }

// Seek notes that a quote is looked for behind the complete value. It returns false if it was
// looked for before.
func (r *Reading) Seek() bool {
	before := r.sought
	r.sought = true
	return !before
}

// Doubts reports whether s may have failed because the string in doubt lost its end.
func (r *Reading) Doubts(s *jsonscan.Scanner, budget *Budget) bool {
	if !r.Suspect.has || r.Recovered || budget.Exhausted() {
		return false
	}
	return r.Suspect.frozen || !s.AfterColon() // otherwise the key confirms the quotes before it
}

// Search begins to look for the end of the string in doubt, after s failed at offset at. It returns
// nil if a key comes twice before the string.
func (r *Reading) Search(w *jsonscan.Window, s *jsonscan.Scanner, at int, body Body, e Evidence, budget *Budget) *Search {
	r.visitSuspect(w)
	if !r.learn(w, s, r.Suspect.Start, e.Schema, e.Depth) {
		return nil
	}
	e.Keys = r.keys
	r.search = New(r.Suspect.s, body, e, budget)
	// Strings joined by a plus sign are an expression, or code.
	r.search.SecondReading = at < w.End() && w.Win[at-w.Base] == '+'
	return r.search
}

// Held is how many bytes the reading holds.
func (r *Reading) Held() int {
	n := r.search.Held()
	if r.room != nil {
		n += r.room.Held()
	}
	return n
}

// Found takes s back to the start of the value, to read it with the ends that the search found.
func (r *Reading) Found(s *jsonscan.Scanner) {
	r.Restart(s, r.search.Ends)
	r.Recovered = true
}

// NoSearch forgets the search, which found nothing, and the keys.
func (r *Reading) NoSearch() { r.keys, r.search = nil, nil }

// SecondReading reports whether the ends that were found are one of two possible readings.
func (r *Reading) SecondReading() bool { return r.search != nil && r.search.SecondReading }

// Opened notes that an object begins at offset at, whose members are at the depth.
func (r *Reading) Opened(at, depth int) {
	if r.keys != nil {
		r.keys.Open(at, depth)
	}
}

// Closed notes that the innermost object ended.
func (r *Reading) Closed() {
	if r.keys != nil {
		r.keys.Close()
	}
}

// Twice says that a key comes twice.
const Twice = "a key comes twice"

// Unique reports whether the key that s has read is the first of its name in its object. A key that
// comes twice is a sign of a stray quote. Unique looks only once something was repaired.
func (r *Reading) Unique(w *jsonscan.Window, s *jsonscan.Scanner, t jsonscan.Token) bool {
	if s.Notes.Repaired == 0 || r.Recovered {
		return true
	}
	return r.collected(w, s, t.Start) && r.keys.Add(w.Slice(t.Start, t.End))
}

// UniqueUpTo is Unique for all keys of the value, up to offset end.
func (r *Reading) UniqueUpTo(w *jsonscan.Window, s *jsonscan.Scanner, end int) bool {
	return s.Notes.Repaired == 0 || r.Recovered || r.collected(w, s, end)
}

// UniqueIn is UniqueUpTo, but looks only if a bracket was repaired.
func (r *Reading) UniqueIn(w *jsonscan.Window, s *jsonscan.Scanner, repairs []repair.Repair, end int) bool {
	ofBracket := func(r repair.Repair) bool {
		return r.Kind == repair.MissingCloser || r.Kind == repair.ExtraCloser || r.Kind == repair.ExtraOpener
	}
	return r.Recovered || !slices.ContainsFunc(repairs, ofBracket) || r.collected(w, s, end)
}

// collected reads the value once more, up to offset end, to learn its keys, unless that was done. It
// returns false if a key comes twice.
func (r *Reading) collected(w *jsonscan.Window, s *jsonscan.Scanner, end int) bool {
	return r.keys != nil || r.learn(w, s, end, nil, 0)
}

// learn reads the value once more, up to offset end, to learn its keys. It returns false if a key
// comes twice. says is the schema of the objects at the depth.
func (r *Reading) learn(w *jsonscan.Window, failed *jsonscan.Scanner, end int, says *schema.Node, depth int) bool {
	r.begins(says, depth)
	r.keys = r.room
	s := r.From
	s.Corrections.Brackets = r.brackets
	s.Corrections.RepairDepth = failed.Corrections.RepairDepth
	before := w.UpTo(end, false)
	return r.room.follow(&before, &s, func(jsonscan.Token) bool { return true })
}

// begins prepares the keys of the value.
func (r *Reading) begins(says *schema.Node, depth int) {
	buffers.Made(&r.room).Reset()
	r.room.Schema(says, depth)
	if depth := r.From.Nesting.Depth(); depth > 0 {
		r.room.Open(r.at, depth)
	}
}

// Joins says why a string whose quotes weren't escaped may be several strings, in the value that ends at offset end:
// it is in the place of a list that the schema asks for, or a quote in it may end it, because what follows may be
// the next element or member. It returns "" if no string is more than one.
func (r *Reading) Joins(w *jsonscan.Window, end int, says *schema.Node, depth int) (why string) {
	ends := r.search.Ends
	var s jsonscan.Scanner
	r.Restart(&s, ends)
	r.begins(says, depth)
	value := w.UpTo(end, false)
	r.room.follow(&value, &s, func(t jsonscan.Token) bool {
		if t.Start == ends[0].Start {
			text := w.Slice(t.End, ends[0].End)
			w.Visits.Add(len(text))
			if listAlone(r.room.Value(s.Nesting.Depth()).Types()) {
				why = "a list is declared, and its brackets are missing"
			} else if Joined(w.Visits, text, s.Quote(), s.Nesting.InObject()) {
				why = "a string may be several elements or members"
			}
			ends = ends[1:]
		}
		return why == "" && len(ends) > 0
	})
	return why
}

// listAlone reports whether a value of the types may be a list, and no string.
func listAlone(types schema.Types) bool {
	return types != schema.Any && types&schema.Array != 0 && types&schema.String == 0
}

// A Suspect is the string whose end is in doubt if the reading fails.
type Suspect struct {
	Start   int              // where the string begins
	s       jsonscan.Scanner // as it was in the string
	has     bool
	frozen  bool // a key after it isn't plausible
	skipped bool // s is still before it
}

// Begin makes the string at offset start the suspect. The scanner is in it, or is going to pass over it.
func (s *Suspect) Begin(scanner *jsonscan.Scanner, start int) {
	if !s.frozen {
		s.s, s.Start, s.has, s.skipped = *scanner, start, true, !scanner.InString()
	}
}

// Key checks a key that follows. If that isn't plausible, the suspect stays.
func (s *Suspect) Key(raw []byte) {
	if s.has && !s.frozen && !Plausible(raw) {
		s.frozen = true
	}
}

// Forget clears the suspect.
func (s *Suspect) Forget() { s.has, s.frozen, s.skipped = false, false, false }

// LastValue is the end of the last value before the string, and the depth of that value.
func (s *Suspect) LastValue() (end, depth int) { return s.s.LastValueEnd, s.s.LastValueDepth }

// visitSuspect reads up to the string in doubt if the scanner has passed over it. It starts at the
// opener of the container that was passed over.
func (r *Reading) visitSuspect(w *jsonscan.Window) {
	s := &r.Suspect
	for s.skipped && s.s.Pos() <= s.Start {
		t := s.s.Next(w)
		s.skipped = t.Kind != jsonscan.StringBegin || t.Start != s.Start
	}
}

// suspectBefore reports whether only white space is between the string in doubt and offset at. If
// comma, a comma may be there, too.
func (r *Reading) suspectBefore(w *jsonscan.Window, at int, comma bool) bool {
	if r.visitSuspect(w); r.Suspect.s.Pos() > at {
		return false
	}
	s, before := r.Suspect.s, w.UpTo(at, false)
	s.Notes.Log = nil
	if s.Next(&before).Kind != jsonscan.String {
		return false
	}
	w.Visits.Add(at - s.PrevEnd())
	between := match.TrimSpaceRight(w.Slice(s.PrevEnd(), at))
	if comma {
		between = bytes.TrimSuffix(between, []byte{','})
	}
	return match.SpaceLen(between) == len(between)
}

// MissingBracket reports whether s failed at offset at because a list in the value that begins at
// offset start lost a bracket. says is the schema of the objects at the depth. If it isn't ok, no
// bracket is missing. Otherwise the state is one of these:
//
//   - Found: the value must be read anew with the bracket b. It changes from offset from on.
//   - Failed: a bracket is missing, but can't be added. The strings of a list are never joined.
//   - Searching: it takes more bytes to decide.
//
// See docs/models/formats, "Lists".
func (r *Reading) MissingBracket(w *jsonscan.Window, s *jsonscan.Scanner, at, start int, says *schema.Node, depth int) (b jsonscan.Bracket, from int, state State, ok bool) {
	inside := s.Corrections.RepairDepth
	rest := w.Win[at-w.Base:]
	if inside == 0 || s.Nesting.Depth() < inside || !r.Suspect.has || r.Suspect.Start < start || len(rest) == 0 {
		return b, from, state, false
	}
	object := s.Nesting.InObject()
	key, beforeColon := s.BeforeColon()
	switch c := rest[0]; {
	case object && beforeColon:
		if !r.suspectBefore(w, key-1, true) {
			return b, from, state, false
		}
		return r.listOpens(w, s, rest, says, depth, c == ',' || c == '}' || c == ']')
	case object && c == ']' && r.suspectBefore(w, at, false):
		return r.listOpens(w, s, rest, says, depth, true)
	case !object && c == ':' && s.Nesting.Depth() > inside && s.Nesting.IsObject(s.Nesting.Depth()-1) && r.suspectBefore(w, at, false):
		b, from, ok = r.listCloses(w, s, at, start, says, depth)
		return b, from, Found, ok
	}
	return b, from, state, false
}

// listOpens decides whether the string in doubt is the first element of a list that lost its opening
// bracket. It is if the schema asks for a list or, if nothing is known, a bracket closes the list.
func (r *Reading) listOpens(w *jsonscan.Window, s *jsonscan.Scanner, rest []byte, says *schema.Node, depth int, goesOn bool) (b jsonscan.Bracket, from int, state State, ok bool) {
	if !r.learn(w, s, r.Suspect.Start, says, depth) {
		return b, from, state, false
	}
	types := r.keys.Value(r.Suspect.s.Nesting.Depth()).Types()
	if types == schema.Any {
		if _, ok := s.BeforeColon(); !ok || rest[0] != ']' {
			return b, from, state, false
		}
		behind := rest[1:][match.SpaceLen(rest[1:]):]
		if len(behind) == 0 || behind[0] != '}' && behind[0] != ',' {
			return b, from, Searching, len(behind) == 0 && !w.Final
		}
	} else if !listAlone(types) {
		return b, from, state, false
	}
	if !goesOn {
		return b, from, Failed, true
	}
	return jsonscan.Bracket{At: r.Suspect.Start, Kind: jsonscan.ListOpens}, r.Suspect.Start, Found, true
}

// listCloses decides whether the string in doubt, behind a comma in a list, is the next key of
// the object around the list. Then the list's closing bracket is missing.
func (r *Reading) listCloses(w *jsonscan.Window, s *jsonscan.Scanner, at, start int, says *schema.Node, depth int) (b jsonscan.Bracket, from int, ok bool) {
	before := match.TrimSpaceRight(w.Slice(start, r.Suspect.Start))
	if last(before) != ',' || !r.learn(w, s, r.Suspect.Start, says, depth) {
		return b, from, false
	}
	key := match.TrimSpaceRight(w.Slice(r.Suspect.Start+1, at))
	if len(key) == 0 || !r.keys.MayFollow(key[:len(key)-1]) {
		return b, from, false
	}
	comma := start + len(before) - 1
	w.Visits.Add(r.Suspect.Start - comma)
	from = start + len(match.TrimSpaceRight(before[:len(before)-1]))
	return jsonscan.Bracket{At: comma, Kind: jsonscan.ListCloses}, from, true
}

// Beyond looks for another call behind the string in doubt and behind text that closes more brackets
// than it opens. A search looks for no quote from that call on, and the text before the call becomes
// no argument.
type Beyond struct {
	pos, depth int  // searched up to here; the brackets open since the string began
	last       byte // the last byte that is no white space
	found      int  // where the call opens; 0: it wasn't found
}

// BeyondFrom starts to look at offset at.
func BeyondFrom(at int) Beyond { return Beyond{pos: at} }

// Found reports whether another call was found.
func (b *Beyond) Found() bool { return b.found > 0 }

// Before is the part of w before that call, or before an object that may be one. all holds w and the
// text behind it. from is where the reading failed. opens reports whether an object may be a call.
func (b *Beyond) Before(w jsonscan.Window, all *jsonscan.Window, from int, opens func(b []byte) (yes, sure, more bool)) jsonscan.Window {
	counted := b.pos
	defer func() { w.Visits.Passed(counted, &b.pos) }()
	for ; b.found == 0 && b.pos < w.End(); b.pos++ {
		w.Visits.Passing(&counted, b.pos)
		c := w.Win[b.pos-w.Base]
		if c == '{' && b.depth < 0 && b.pos > from && b.last != ',' && b.last != '[' {
			yes, _, more := opens(all.Win[b.pos-all.Base:])
			if more && !all.Final {
				return w.UpTo(b.pos, false)
			}
			if yes {
				b.found = b.pos
				continue
			}
		}
		b.depth += int(jsonscan.Nests[c])
		if !match.IsSpace(c) {
			b.last = c
		}
	}
	if b.found > 0 {
		return w.UpTo(b.found, true)
	}
	return w
}

// Members are the members of an object as the text of another one, without
// its closing brace.
type Members struct {
	Text  []byte
	Start int // of the first
	Keys  map[string]bool
	at    int // of the member at hand
	key   []byte
	named bool // the object has the string at offset name
}

// A Member says what becomes of a member of an object.
type Member uint8

const (
	// Foreign: the member fits nowhere.
	Foreign Member = iota
	// Own: the member stays where it is.
	Own
	// Moved: the member becomes one of the Members.
	Moved
)

// Members reads the value anew up to the end of the object, at the depth, that has the string at
// offset name as a member's value. It returns false if another member of that object is Foreign. log
// has the edits of the value.
func (r *Reading) Members(w *jsonscan.Window, log *jsonscan.Log, name, depth int, of func(key []byte) Member) (m Members, ok bool) {
	s := r.From
	s.Notes.Log = nil
	if r.search != nil {
		s.Corrections.Ends = r.search.Ends
	}
	ok = true
	for {
		t := s.Next(w)
		inside := s.Nesting.Depth() == depth
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return m, false
		case jsonscan.StringBegin, jsonscan.Comma, jsonscan.ArrayOpen:
		case jsonscan.ObjectOpen:
			if inside {
				m, ok = Members{}, true
			}
		case jsonscan.Key:
			if inside {
				m.at, m.key = s.StringStart(), log.Decode(w, t)
			}
		default:
			switch {
			case t.Kind == jsonscan.String && t.Start == name:
				m.named = true
			case inside:
				is := of(m.key)
				if ok = ok && is != Foreign; is == Moved {
					m.add(w, log, s.PrevEnd())
				}
			case m.named && t.Kind == jsonscan.ObjectClose && s.Nesting.Depth() == depth-1:
				return m, ok
			}
		}
	}
}

// anew is a scanner at the start of the value, to read it as it was read, with brackets repaired from the depth on.
func (r *Reading) anew(depth int) jsonscan.Scanner {
	s := r.From
	s.Notes.Log = nil
	s.Corrections.Brackets, s.Corrections.RepairDepth = r.brackets, depth
	if r.search != nil {
		s.Corrections.Ends = r.search.Ends
	}
	return s
}

// LastWhole reads the value anew up to offset end. It returns where the last value ends that is complete at the depth,
// the number of containers that are open there, and these. More than depth are open if closers are missing there.
func (r *Reading) LastWhole(w *jsonscan.Window, end, depth int) (at, open int, nesting jsonscan.Nesting) {
	s, before := r.anew(depth), w.UpTo(end, false)
	for {
		switch t := s.Next(&before); {
		case t.Kind == jsonscan.More, t.Kind == jsonscan.End, t.Kind == jsonscan.Unexpected, t.Kind == jsonscan.TooDeep:
			return at, open, nesting
		}
		if s.Nesting.Depth() == depth && s.LastValueEnd > at {
			at, open, nesting = s.LastValueEnd, s.LastValueDepth, s.Nesting
		}
	}
}

// KeysOf reads the value anew, and returns the keys of the object at offset at, whose members are at the depth.
func (r *Reading) KeysOf(w *jsonscan.Window, log *jsonscan.Log, at, depth int) map[string]bool {
	s := r.anew(depth)
	keys := map[string]bool{}
	for {
		switch t := s.Next(w); {
		case t.Kind == jsonscan.More, t.Kind == jsonscan.End, t.Kind == jsonscan.Unexpected, t.Kind == jsonscan.TooDeep:
			return keys
		case t.Start <= at:
		case t.Kind == jsonscan.Key && s.Nesting.Depth() == depth:
			keys[string(log.Decode(w, t))] = true
		case s.Nesting.Depth() < depth:
			return keys
		}
	}
}

// add adds the member that ends at end.
func (m *Members) add(w *jsonscan.Window, log *jsonscan.Log, end int) {
	separator := byte(',')
	if len(m.Text) == 0 {
		separator, m.Start, m.Keys = '{', m.at, make(map[string]bool)
	}
	m.Keys[string(m.key)] = true
	member := log.Append(nil, w, m.at, end)
	member = bytes.TrimPrefix(member, []byte(",")) // an edit has added the comma that was missing
	m.Text = append(append(m.Text, separator), member...)
}

// A Last is the last member of an object, whose value is a string.
type Last struct {
	Key, Value jsonscan.Token
	End        int // of the member before it
}

// LastMember is the last member of the object that s begins with and w ends with, if its value is a
// string and another member is before it.
func LastMember(w *jsonscan.Window, s *jsonscan.Scanner) (l Last, ok bool) {
	for end := 0; !s.Done(); {
		t := s.Next(w)
		inside := s.Nesting.Depth() == 1
		switch {
		case t.Kind == jsonscan.More, t.Kind == jsonscan.End, t.Kind == jsonscan.Unexpected, t.Kind == jsonscan.TooDeep:
			return l, false
		case inside && t.Kind == jsonscan.Comma:
			end = t.Start
		case inside && t.Kind == jsonscan.Key:
			l, ok = Last{Key: t, End: end}, false
		case inside && t.Kind == jsonscan.String:
			l.Value, ok = t, true
		}
	}
	return l, ok && l.End > 0
}
