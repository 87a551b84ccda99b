package engine

// Held implements [parsers.Holder].
func (e *Engine) Held() int {
	n := e.json.Held()
	if e.calls != nil {
		n += e.calls.Held()
	}
	if e.quoted != nil && e.quoted.parser != nil {
		if nested, ok := e.quoted.parser.(*Engine); ok {
			n += nested.Held()
		}
	}
	return n
}
