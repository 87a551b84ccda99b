package jsonscan

// MaxDepth is the deepest nesting that a Scanner can follow.
const MaxDepth = 512

// A Nesting is the containers that are open.
type Nesting struct {
	depth, most int
	objects     [MaxDepth / 64]uint64 // bit d-1: the container at depth d is an object
}

// Depth is the number of open containers.
func (n *Nesting) Depth() int { return n.depth }

// Room is how many more containers may be opened inside of each other.
func (n *Nesting) Room() int { return n.most - n.depth }

// IsObject reports whether the container at depth d, 1 being the outermost, is an object.
func (n *Nesting) IsObject(d int) bool { return n.objects[(d-1)/64]>>((d-1)%64)&1 != 0 }

// InObject reports whether the innermost container is an object.
func (n *Nesting) InObject() bool { return n.depth > 0 && n.IsObject(n.depth) }

// Closers appends the closers of the containers at the depths (to, from], the deepest first.
func (n *Nesting) Closers(dst []byte, from, to int) []byte {
	for d := from; d > to; d-- {
		if n.IsObject(d) {
			dst = append(dst, '}')
		} else {
			dst = append(dst, ']')
		}
	}
	return dst
}

// push opens a container.
func (n *Nesting) push(object bool) {
	bit := uint64(1) << (n.depth % 64)
	n.objects[n.depth/64] &^= bit
	if object {
		n.objects[n.depth/64] |= bit
	}
	n.depth++
}
