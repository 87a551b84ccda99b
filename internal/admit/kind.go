package admit

// A Kind says how the calls of a method count.
type Kind uint8

const (
	// Side is a call that operators need most under load, such as a health check. Calls of this kind have a share of
	// their own, take no memory of others, and have messages of maxSideMessage at most.
	Side Kind = iota
	// Unary is a call that works from its message to its end.
	Unary
	// Streaming is a call that waits for its caller most of the time.
	Streaming
	// Carrier is a stream that carries others, see Admission.TakeStream: these have an age, and it has none.
	Carrier
	// Watch is a stream of Side: a health watch, or reflection. They have a share apart from Side.
	Watch
)

func (k Kind) pool() poolKind {
	return [...]poolKind{noPool, callPool, streamPool, streamPool, noPool}[k]
}

// side reports whether calls of this kind have a share of their own.
func (k Kind) side() bool { return k == Side || k == Watch }
