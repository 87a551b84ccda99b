package heads

// header is the hook that reads the headers of calls in the format; nil: the table describes
// them.
func (t *Table) header(format string) *Header {
	for i := range t.Hooks {
		if h := t.Hooks[i].Header; h != nil && h.Of == format {
			return h
		}
	}
	return nil
}

// hookMarkers are the markers of all hooks.
func (t *Table) hookMarkers() []Opening {
	var markers []Opening
	for i := range t.Hooks {
		markers = append(markers, t.Hooks[i].Markers...)
	}
	return markers
}

// owns makes what the hooks keep with a parser.
func (t *Table) owns() []any {
	var owns []any
	for i := range t.Hooks {
		if own := t.Hooks[i].Own; own != nil {
			owns = append(owns, own())
		}
	}
	return owns
}

// Own is what a hook of the family keeps with this parser, by its type T.
func Own[T any](hd *Heads) *T {
	for _, own := range hd.owns {
		if own, ok := own.(*T); ok {
			return own
		}
	}
	return nil
}
