package quotes

// Keys are the keys of the objects that are open, to tell a key that comes
// twice in one object: a sign that a quote went astray.
type Keys struct {
	base  *Keys // looked into, not written
	seen  map[keyID]struct{}
	stack []int // start of each open object
}

type keyID struct {
	object int
	hash   uint64
}

func (k *Keys) reset(base *Keys) {
	k.base = base
	if len(k.seen) > 64 {
		k.seen = nil // clearing a map costs what it once held
	}
	clear(k.seen)
	k.stack = k.stack[:0]
	if base != nil {
		k.stack = append(k.stack, base.stack...)
	}
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
	for b := k; b != nil; b = b.base {
		if _, dup := b.seen[id]; dup {
			return false
		}
	}
	if k.seen == nil {
		k.seen = make(map[keyID]struct{})
	}
	k.seen[id] = struct{}{}
	return true
}

// Has tells whether the innermost object has the key.
func (k *Keys) Has(key []byte) bool {
	if k == nil || len(k.stack) == 0 {
		return false
	}
	id := keyID{object: k.stack[len(k.stack)-1], hash: hash(key)}
	for b := k; b != nil; b = b.base {
		if _, ok := b.seen[id]; ok {
			return true
		}
	}
	return false
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
