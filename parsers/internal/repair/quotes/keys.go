package quotes

import "slices"

// Keys are the keys of the objects that are open, to tell a key that comes
// twice in one object: a sign that a quote went astray.
type Keys struct {
	base  *Keys              // looked into, not written
	list  []keyID            // in text order
	many  map[keyID]struct{} // all of them, once they are many
	stack []int              // start of each open object
}

// fewKeys are so few that to look at each is faster than a map.
const fewKeys = 16

type keyID struct {
	object int
	hash   uint64
}

// Reset forgets the keys, but not their room.
func (k *Keys) Reset() { k.reset(nil) }

func (k *Keys) reset(base *Keys) {
	k.base, k.list, k.many, k.stack = base, k.list[:0], nil, k.stack[:0]
	if base != nil {
		k.stack = append(k.stack, base.stack...)
	}
}

// A keyPlace is what was known at some place, but for the base.
type keyPlace struct {
	list  []keyID
	stack []int
}

// goTo goes on from there.
func (k *Keys) goTo(p keyPlace) {
	k.list, k.many, k.stack = k.list[:0], nil, append(k.stack[:0], p.stack...)
	for _, id := range p.list {
		k.add(id)
	}
}

// of are the first n keys, those of the objects alone that are open.
func (k *Keys) of(open []int, n int) []keyID {
	var list []keyID
	for _, id := range k.list[:n] {
		if slices.Contains(open, id.object) {
			list = append(list, id)
		}
	}
	return list
}

// Open says that an object begins at offset at.
func (k *Keys) Open(at int) { k.stack = append(k.stack, at) }

// Close says that the innermost object ended.
func (k *Keys) Close() {
	if len(k.stack) > 0 {
		k.stack = k.stack[:len(k.stack)-1]
	}
}

// Add tells whether the innermost object has no such key yet, and adds it.
func (k *Keys) Add(key []byte) bool {
	id := keyID{hash: hash(key)}
	if len(k.stack) > 0 {
		id.object = k.stack[len(k.stack)-1]
	}
	if k.has(id) {
		return false
	}
	k.add(id)
	return true
}

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

// Has tells whether the innermost object has the key.
func (k *Keys) Has(key []byte) bool {
	if k == nil || len(k.stack) == 0 {
		return false
	}
	return k.has(keyID{object: k.stack[len(k.stack)-1], hash: hash(key)})
}

// hash is FNV-1a.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// Plausible tells whether a key looks like one that a person or a program
// would choose, not like a piece of code or prose between two stray quotes.
func Plausible(key []byte) bool {
	if len(key) == 0 || len(key) > 128 {
		return false
	}
	if key[0] == ' ' || key[len(key)-1] == ' ' {
		return false
	}
	for _, c := range key {
		if implausible[c] {
			return false
		}
	}
	return true
}

var implausible = func() (t [256]bool) {
	for _, c := range "(){}[];=<>\"'`,\\\n\r\t|!?" {
		t[c] = true
	}
	return t
}()
