package leaks

// announce notes that the last marker announces a call, with what is at an offset.
func (f *Finder) announce(at int) {
	if last := len(f.found); last > 0 {
		f.found[last-1].Kind, f.region.leak, f.region.inside = Announced, last, at
	}
}

// giveUp says that what was announced has no end, or that something in it was read: it is a marker like others.
func (f *Finder) giveUp() {
	if f.region.leak > 0 {
		f.found[f.region.leak-1].Kind, f.region.leak = KindMarker, 0
	}
}

// inResult reads a marker in a result that the model invents, or one that opens it: all of it is content.
func (f *Finder) inResult(m *mark, whole bool) {
	switch {
	case !whole:
	case f.result == "":
		f.result = m.result
	case f.result == m.key:
		f.result = ""
	}
}
