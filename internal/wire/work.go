package wire

import toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"

const (
	// partBytes is the work of encoding what an answer lists, such as a segment: as many bytes of an output could be
	// looked at meanwhile. A call is callParts of them.
	partBytes = 16
	callParts = 4
	// textShare is how many bytes of text are copied while one could be looked at.
	textShare = 32
)

// Work is how long it takes to encode an answer, or to count its bytes: as long as to look at so many bytes of an output.
// It is 0 for other messages, which are short.
func Work(message any) int {
	switch m := message.(type) {
	case *toolparserv1.ParseToolCallsResponse:
		return resultWork(m)
	case *toolparserv1.StreamToolCallsResponse:
		return deltaWork(m.GetDelta()) + resultWork(m.GetResult())
	case *toolparserv1.BatchParseToolCallsResponse:
		return resultWork(m.GetResponse())
	case *toolparserv1.MultiplexOutput:
		return partBytes + deltaWork(m.GetDelta()) + resultWork(m.GetResult())
	case *toolparserv1.MultiplexToolCallsResponse:
		n := 0
		for _, output := range m.GetOutputs() {
			n += Work(output)
		}
		return n
	default:
		return 0
	}
}

func deltaWork(m *toolparserv1.DeltaMessage) int {
	return partBytes*(callParts*len(m.GetToolCalls())+len(m.GetInvalidToolCalls())) + (len(m.GetContent())+len(m.GetReasoning()))/textShare
}

func resultWork(m *toolparserv1.ParseToolCallsResponse) int {
	result, diagnostics := m.GetResult(), m.GetDiagnostics()
	parts := len(diagnostics.GetSegments()) + callParts*(len(result.GetToolCalls())+len(m.GetInvalidToolCalls()))
	text := len(result.GetContent()) + len(result.GetReasoning())
	for _, call := range result.GetToolCalls() {
		text += len(call.GetFunction().GetArguments())
	}
	for _, call := range diagnostics.GetToolCalls() {
		parts += len(call.GetRepairs())
	}
	for _, call := range m.GetInvalidToolCalls() {
		text += len(call.GetArguments())
		parts += len(call.GetRepairs())
	}
	return partBytes*parts + text/textShare
}
