package engine

// header is the hook that reads the headers of calls in the format; nil: the table describes
// them.
func (t *table) header(format string) *Header {
	for i := range t.hooks {
		if h := t.hooks[i].Header; h != nil && h.Of == format {
			return h
		}
	}
	return nil
}

// hookMarkers are the markers of all hooks.
func (t *table) hookMarkers() []Opening {
	var markers []Opening
	for i := range t.hooks {
		markers = append(markers, t.hooks[i].Markers...)
	}
	return markers
}

// owns makes what the hooks keep with a parser.
func (t *table) owns() []any {
	var owns []any
	for i := range t.hooks {
		if own := t.hooks[i].Own; own != nil {
			owns = append(owns, own())
		}
	}
	return owns
}

// Own is what a hook of the family keeps with this parser, by its type T.
func Own[T any](e *Engine) *T {
	for _, own := range e.heads.owns {
		if own, ok := own.(*T); ok {
			return own
		}
	}
	return nil
}
