package recovery

import "slices"

// Names are the keys of one object. They show whether a key comes twice.
type Names struct {
	list []uint64            // the hashes of few keys
	many map[uint64]struct{} // of many
}

// Reset forgets the keys, but not their room.
func (n *Names) Reset() { n.list, n.many = n.list[:0], nil }

// Add adds a key. It returns false if the key was there.
func (n *Names) Add(key []byte) bool {
	id := hash(key)
	switch _, known := n.many[id]; {
	case known || n.many == nil && slices.Contains(n.list, id):
		return false
	case n.many != nil:
		n.many[id] = struct{}{}
		return true
	}
	if n.list = append(n.list, id); len(n.list) > fewKeys {
		n.many = make(map[uint64]struct{}, 2*fewKeys)
		for _, id := range n.list {
			n.many[id] = struct{}{}
		}
	}
	return true
}
