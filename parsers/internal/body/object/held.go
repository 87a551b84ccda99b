package object

// Held is what the repairs of the call take, in bytes; nothing without a call.
func (j *Call) Held() int {
	if j == nil {
		return 0
	}
	return j.lex.log.Held() + j.lex.insideLog.Held()
}
