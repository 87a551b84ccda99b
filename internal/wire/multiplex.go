package wire

import (
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The fields that MultiplexRequest knows.
const (
	inputsField   protowire.Number = 1
	outputField   protowire.Number = 1
	deltaField    protowire.Number = 3
	rawDeltaField protowire.Number = 5
)

// A MultiplexRequest is the request of a multiplexed stream, and memory that the next one
// takes again: no one keeps inputs.
type MultiplexRequest struct {
	toolparserv1.MultiplexToolCallsRequest
	pieces []pieceInput
	data   []byte
	// Admit is asked before what is no piece of an output is decoded, if that is more than
	// uncountedBytes; ended says that it has been. Nil allows all.
	Admit func(length, elements int) (ended func(), err error)
	// Refused is why the request wasn't decoded.
	Refused error
}

// keptInputs and keptData bound the memory that is kept for the next request.
const (
	keptInputs = 1 << 10
	keptData   = 64 << 10
)

// decode is proto.Unmarshal for the request of a multiplexed stream, of which
// nearly all inputs are a chunk of an output. Protobuf makes three objects of each, by
// reflection: that took a third of the time of a delta (BenchmarkMultiplex: 1.12 µs
// with it, 0.79 without). Here they share their memory. Whatever isn't a chunk is left
// to protobuf, after its lists were counted. Of a request of more than MaxInputs one more
// is decoded, which isn't taken; one of more than MaxListed tools counts as such a request.
func (r *MultiplexRequest) decode(data []byte) error {
	req := &r.MultiplexToolCallsRequest
	n := countInputs(data)
	if n < 0 {
		return r.counted(len(data), req, func(count *listCount) bool {
			_, cut := count.within(data, req.ProtoReflect().Descriptor())
			return !cut
		}, func() error { return proto.Unmarshal(data, req) })
	}
	if n = min(n, MaxInputs+1); n > cap(r.pieces) || cap(r.pieces) > keptInputs {
		r.pieces = make([]pieceInput, n)
	}
	r.data = append(r.data[:0], data...) // the inputs keep parts of it
	req.Inputs = req.GetInputs()[:0]
	var others []otherInput
	length := 0
	for rest := r.data; len(req.GetInputs()) < n; {
		_, _, tag := protowire.ConsumeTag(rest)
		content, size := protowire.ConsumeBytes(rest[tag:])
		piece := &r.pieces[:n][len(req.GetInputs())]
		if *piece = (pieceInput{}); !piece.decode(content) {
			others = append(others, otherInput{content, &piece.message})
			length += len(content)
		}
		req.Inputs = append(req.Inputs, &piece.message)
		rest = rest[tag+size:]
	}
	return r.counted(length, req, func(count *listCount) bool { return countOthers(count, others) }, func() error {
		for _, other := range others {
			if err := proto.Unmarshal(other.content, other.message); err != nil {
				return err
			}
		}
		return nil
	})
}

// counted decodes what has a length, once the elements of its lists were counted; too many
// make a request of too many inputs.
func (r *MultiplexRequest) counted(length int, req *toolparserv1.MultiplexToolCallsRequest, within func(*listCount) bool, decode func() error) error {
	if length <= uncountedBytes {
		return decode()
	}
	count := listCount{most: MaxListed}
	if !within(&count) {
		req.Inputs = make([]*toolparserv1.MultiplexInput, MaxInputs+1)
		return nil
	}
	if r.Admit == nil {
		return decode()
	}
	ended, err := r.Admit(length, count.total)
	if r.Refused = err; err != nil {
		return nil
	}
	defer ended()
	return decode()
}

// Length is how many bytes its pieces were encoded in.
func (r *MultiplexRequest) Length() int { return len(r.data) }

// Shrink lets go of memory that is too much to keep for the next request.
func (r *MultiplexRequest) Shrink() {
	if cap(r.data) > keptData || cap(r.pieces) > keptInputs {
		r.pieces, r.data, r.Inputs = nil, nil, nil
	}
}

// An otherInput is one that is no piece of an output.
type otherInput struct {
	content []byte
	message *toolparserv1.MultiplexInput
}

func countOthers(count *listCount, others []otherInput) bool {
	d := new(toolparserv1.MultiplexInput).ProtoReflect().Descriptor()
	for _, other := range others {
		if _, cut := count.within(other.content, d); cut {
			return false
		}
	}
	return true
}

// countInputs is the number of inputs; -1 if there is anything else.
func countInputs(data []byte) (n int) {
	for ; len(data) > 0; n++ {
		number, kind, tag := protowire.ConsumeTag(data)
		if tag < 0 || number != inputsField || kind != protowire.BytesType {
			return -1
		}
		_, length := protowire.ConsumeBytes(data[tag:])
		if length < 0 {
			return -1
		}
		data = data[tag+length:]
	}
	return n
}

// A pieceInput is an input that is a chunk of an output.
type pieceInput struct {
	message toolparserv1.MultiplexInput
	text    toolparserv1.MultiplexInput_Delta
	raw     toolparserv1.MultiplexInput_RawDelta
}

// decode fails for an input that is something else, or isn't right.
func (p *pieceInput) decode(data []byte) bool {
	for len(data) > 0 {
		number, kind, tag := protowire.ConsumeTag(data)
		if tag < 0 {
			return false
		}
		n := p.field(number, kind, data[tag:])
		if n < 0 {
			return false
		}
		data = data[tag+n:]
	}
	return true
}

// field decodes one field, and returns its length; less than 0 for one of another input.
func (p *pieceInput) field(number protowire.Number, kind protowire.Type, data []byte) (n int) {
	switch {
	case number == outputField && kind == protowire.VarintType:
		p.message.Output, n = protowire.ConsumeVarint(data)
	case number == deltaField && kind == protowire.BytesType:
		var text []byte
		if text, n = protowire.ConsumeBytes(data); !utf8.Valid(text) {
			return -1
		}
		p.text.Delta = string(text)
		p.message.Input = &p.text
	case number == rawDeltaField && kind == protowire.BytesType:
		p.raw.RawDelta, n = protowire.ConsumeBytes(data)
		p.message.Input = &p.raw
	default:
		return -1
	}
	return n
}
