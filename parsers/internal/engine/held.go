package engine

// Held implements [parsers.Holder].
func (e *Engine) Held() int {
	n := e.heads.Held()
	if e.quoted != nil {
		n += e.quoted.nested.Held()
	}
	return n
}
