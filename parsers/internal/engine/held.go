package engine

// Held implements [parsers.Holder].
func (e *Engine) Held() int {
	n := e.heads.json.Held()
	if e.heads.calls != nil {
		n += e.heads.calls.Held()
	}
	if e.heads.quoted != nil {
		n += e.heads.quoted.nested.Held()
	}
	return n
}
