// Package recovery finds out what damaged JSON was meant to be, if it can't be repaired
// on the spot. Its functions look at text, and return edits or report that there are none.
//
// A [Reading] remembers where the reading of a value began, and which string is in doubt. At a
// contradiction, either a bracket of a list is missing ([Reading.MissingBracket]), or
// a string's quotes weren't escaped ([Reading.Search]). Then the value is read anew, with the
// bracket or the end of the string given.
//
// A [Search] tries the ends of a string in text order. An end is right if a delimiter
// follows it that the grammar allows there, and the text behind it parses up
// to the end of the value. It is resumable: it looks at each byte when that
// arrives, and its steps are the same however the output is cut.
//
// Reading order:
//
//   - value.go: damaged JSON by itself, from its first to its last byte.
//   - reading.go: how a value is read once more, a list's missing bracket, and another call behind the value.
//   - search.go: from reading to reading, until one fits.
//   - joined.go: whether a string that was found is more than one.
//   - ends.go: where a string may end, and what makes that doubtful.
//   - names.go: the keys of one object.
//   - keys.go: the keys of open objects, what a search is given, and its budget.
package recovery

import (
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// Keys are the keys of the objects that are open. They show whether a key comes
// twice in one object, which is a sign of a stray quote.
type Keys struct {
	base  *Keys              // looked into, not written
	list  []keyID            // in text order
	many  map[keyID]struct{} // all of them, once they are many
	stack []object           // that are open
	args  *schema.Node       // the schema of the objects at the depth
	depth int
}

// An object is an object that is open.
type object struct {
	at    int // where it starts
	depth int
	says  *schema.Node // its schema; nil if nothing is known
	value *schema.Node // the schema of the value behind the last key
}

// names reports whether the schema names a property of the object, and whether it names any.
func (o *object) names(key []byte) (yes, some bool) {
	if o == nil {
		return false, false
	}
	return o.says.Names(key)
}

// fewKeys is up to how many keys it is faster to look at each than in a map.
const fewKeys = 16

type keyID struct {
	object int
	hash   uint64
}

// Reset forgets the keys, but not their room.
func (k *Keys) Reset() { k.reset(nil) }

func (k *Keys) reset(base *Keys) {
	k.base, k.list, k.many, k.stack, k.args, k.depth = base, k.list[:0], nil, k.stack[:0], nil, 0
	if base != nil {
		k.stack = append(k.stack, base.stack...)
		k.args, k.depth = base.args, base.depth
	}
}

// Schema sets the schema of the objects that are opened at the depth, and of those in them.
func (k *Keys) Schema(args *schema.Node, depth int) { k.args, k.depth = args, depth }

// Value is the schema of the next value in the innermost container, whose members are at the depth;
// nil if nothing is known.
func (k *Keys) Value(depth int) *schema.Node {
	o := k.innermost()
	if o == nil {
		return nil
	}
	says := o.value
	for arrays := depth - o.depth; arrays > 0 && says != nil; arrays-- {
		says = says.Items()
	}
	return says
}

// A keyPlace is the state of Keys at some place, without the base.
type keyPlace struct {
	list  []keyID
	stack []object
}

// goTo sets the state to that of a place.
func (k *Keys) goTo(p keyPlace) {
	k.list, k.many, k.stack = k.list[:0], nil, append(k.stack[:0], p.stack...)
	for _, id := range p.list {
		k.add(id)
	}
}

// of returns, of the first n keys, those of the objects that are open.
func (k *Keys) of(open []object, n int) []keyID {
	var list []keyID
	for _, id := range k.list[:n] {
		if slices.ContainsFunc(open, func(o object) bool { return o.at == id.object }) {
			list = append(list, id)
		}
	}
	return list
}

// Open notes that an object begins at offset at, whose members are at the depth.
func (k *Keys) Open(at, depth int) {
	says := k.args
	if depth != k.depth {
		says = k.Value(depth - 1)
	}
	k.stack = append(k.stack, object{at: at, depth: depth, says: says})
}

// innermost is the innermost open object; nil if none is open.
func (k *Keys) innermost() *object {
	if len(k.stack) == 0 {
		return nil
	}
	return &k.stack[len(k.stack)-1]
}

// Close notes that the innermost object ended.
func (k *Keys) Close() {
	if len(k.stack) > 0 {
		k.stack = k.stack[:len(k.stack)-1]
	}
}

// Add reports whether the innermost object has no such key yet, and adds it.
func (k *Keys) Add(key []byte) bool {
	id := keyID{hash: hash(key)}
	if o := k.innermost(); o != nil {
		id.object = o.at
		o.value = o.says.Property(key)
	}
	if k.has(id) {
		return false
	}
	k.add(id)
	return true
}

// follow reads on to the end of w, and learns the keys. It returns false if a key comes twice, or if
// goesOn returns false for a string that begins.
func (k *Keys) follow(w *jsonscan.Window, s *jsonscan.Scanner, goesOn func(t jsonscan.Token) bool) bool {
	s.Notes.Log = nil
	for {
		switch t := s.Next(w); t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return true
		case jsonscan.ObjectOpen:
			k.Open(t.Start, s.Nesting.Depth())
		case jsonscan.ObjectClose:
			k.Close()
		case jsonscan.Key:
			if !k.Add(w.Slice(t.Start, t.End)) {
				return false
			}
		case jsonscan.StringBegin:
			if !goesOn(t) {
				return false
			}
		}
	}
}

// Held is how many bytes the keys take. In a map, each takes about twice its size.
func (k *Keys) Held() int { return (cap(k.list) + 2*len(k.many)) * int(unsafe.Sizeof(keyID{})) }

func (k *Keys) add(id keyID) {
	k.list = append(k.list, id)
	switch {
	case k.many != nil:
		k.many[id] = struct{}{}
	case len(k.list) > fewKeys:
		k.many = make(map[keyID]struct{}, 2*fewKeys)
		for _, known := range k.list {
			k.many[known] = struct{}{}
		}
	}
}

// has looks for the key here and in the base.
func (k *Keys) has(id keyID) bool {
	for ; k != nil; k = k.base {
		if k.many == nil && slices.Contains(k.list, id) {
			return true
		}
		if _, ok := k.many[id]; ok {
			return true
		}
	}
	return false
}

// MayFollow reports whether the key may be the next one of the innermost object. It must be new
// there, and the schema must know it. If the schema names no keys, the key must be plausible.
func (k *Keys) MayFollow(key []byte) bool {
	o := k.innermost()
	if o == nil || k.has(keyID{o.at, hash(key)}) {
		return false
	}
	known, some := o.names(key)
	return known || !some && Plausible(key)
}

// Lists reports whether the schema lists the key for the innermost object, and whether it lists any.
func (k *Keys) Lists(key []byte) (yes, some bool) {
	if o := k.innermost(); o != nil {
		return o.names(key)
	}
	return false, false
}

var seed = maphash.MakeSeed()

func hash(key []byte) uint64 { return maphash.Bytes(seed, key) }

// Plausible reports whether a key looks like one that a person or a program
// would choose, not like code or prose between two stray quotes.
func Plausible(key []byte) bool {
	return 0 < len(key) && len(key) <= 128 && key[0] != ' ' && key[len(key)-1] != ' ' &&
		bytetable.Index(key, 0, &implausible) == len(key)
}

var implausible = func() (t [256]bool) {
	for _, c := range "(){}[];=<>\"',\\\n\r\t|!?" + string(fence.Code) {
		t[c] = true
	}
	return t
}()

// A Body says what must follow the value that a search closes.
type Body uint8

const (
	// Running text may follow, but no quote and no closer.
	Running Body = iota
	// Fenced: the end of the window, or another value, must follow.
	Fenced
	// Delimited: the end of the window must follow.
	Delimited
)

// A State says how far a search is.
type State uint8

const (
	// Searching: the window ended before the search did.
	Searching State = iota
	// Found: Ends holds the ends of the strings.
	Found
	// Failed: no reading closes the value.
	Failed
	// Exhausted: the budget is spent.
	Exhausted

	// goingOn: the search goes on with its next phase.
	goingOn
)

// StepsPerByte bounds the work of all searches in one output, in steps for each byte
// of the output that was looked at.
const StepsPerByte = 14

// So that short outputs don't spend their steps, allowance is how many bytes more count, and least
// how many bytes count in any output. From 2.5 KiB on, least adds nothing. An output of 2 KiB has
// 21 steps per byte.
const (
	allowance = 512
	least     = 3 << 10
)

// runCost is how many steps the start of a branch takes.
const runCost = 8

// lookCost is how many steps a byte takes in which a string's end is looked for. The byte was also looked at for the
// end of the call, and for the call after it.
const lookCost = 3

// Budget is the budget that the searches of one output share. It counts offsets from base on, where
// a parser of its own began to read the output.
type Budget struct{ used, furthest, base int }

// Spend counts n steps that looked no further than offset at. It returns false if the budget is spent.
func (bu *Budget) Spend(n, at int) bool {
	bu.furthest = max(bu.furthest, bu.base+at)
	bu.used += n
	return !bu.Exhausted()
}

// vainCost is how many steps a byte takes that was looked at in vain, and will be looked at again.
const vainCost = 4

// SpendInVain spends the steps of n bytes that were looked at in vain, no further than offset at.
func (bu *Budget) SpendInVain(n, at int) { bu.Spend(vainCost*n, at) }

// Exhausted reports whether the budget is spent. Ask only where something was
// decided, not where the window ended, so that the answer doesn't depend on
// how the output was cut.
func (bu *Budget) Exhausted() bool {
	const enough = StepsPerByte * least // for most outputs
	return bu.used > enough && bu.used > StepsPerByte*(bu.furthest+allowance)
}

// Behind is the budget of a parser of its own, which reads the output from offset at on.
func (bu *Budget) Behind(at int) Budget {
	return Budget{used: bu.used, furthest: bu.furthest, base: bu.base + at}
}

// Evidence is what is known about the arguments that a string is in.
type Evidence struct {
	// Depth is the nesting depth of the arguments object's members; 0 if unknown.
	Depth int
	// Schema is what the schema says about that object; nil if it says nothing. If it names
	// properties, the object has no others.
	Schema *schema.Node
	// Wanted reports whether a key of an object, whose members are at the depth, names the call. The
	// object is no call if it closes without such a key. If Wanted is nil, any object is.
	Wanted func(key []byte, depth int) bool
	// Opens reports whether the object at the start of b may be another call, whether it is sure to
	// be one, and whether b is too short to decide. If it is nil, any object may, and none is sure to.
	Opens func(b []byte) (yes, sure, more bool)
	// Keys are the keys of the objects that are open around the string.
	Keys *Keys
}
