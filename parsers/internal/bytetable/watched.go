package bytetable

// Watched are the bytes that mean something in a chunk of prose: a parser must see them.
type Watched struct {
	// First are the bytes, unless the one behind, where it is known, is none of Second's;
	// nil: any is.
	First  *[256]bool
	Second *[256]*[256]bool
	// Line are the bytes before which a newline is one of First; nil: any is, and the end
	// of the piece. What Skip is given may end in a newline if it isn't nil.
	Line *[256]bool
}

// In reports whether the piece holds one.
func (w *Watched) In(piece []byte) bool { return w.Index(piece, 0) < len(piece) }

// Index is the index of the first one from index i on, or len(b).
func (w *Watched) Index(b []byte, i int) int {
	for {
		if i = Index(b, i, w.First); i == len(b) || w.at(b, i) {
			return i
		}
		i++
	}
}

// at reports whether such a byte, at index i, is one before what is behind it.
func (w *Watched) at(piece []byte, i int) bool {
	if piece[i] == '\n' && w.Line != nil {
		return i+1 < len(piece) && w.Line[piece[i+1]]
	}
	second := w.Second[piece[i]]
	return second == nil || i+1 == len(piece) || second[piece[i+1]]
}
