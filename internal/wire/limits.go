package wire

const (
	// MaxInputs bounds the inputs of one request of a multiplexed stream: a delta and a finish of as many
	// outputs as a server has open by default.
	MaxInputs = 16 << 10
	// MaxListed bounds the tools, and all else that is listed, of one such request: the most tools, by default,
	// for as many outputs as one engine has. It bounds the values of a request in JSON, too.
	MaxListed = 256 << 10
	// MaxSpans bounds the special tokens of an output, or of a chunk of one: one for each 256 bytes of the longest output.
	MaxSpans = 64 << 10
)
