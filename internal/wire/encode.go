package wire

import "google.golang.org/protobuf/proto"

// An encoder is a message that encodes itself as protobuf does. The code of the contract's messages
// is generated, without reflection, which took a tenth of a short call's instructions. It doesn't
// check strings, but those of answers are UTF-8: what is decoded has been checked, and parsers
// report whole code points.
type encoder interface {
	// SizeVT is how many bytes it takes.
	SizeVT() int
	// MarshalToSizedBufferVT encodes it at the end of room, in so many bytes.
	MarshalToSizedBufferVT(room []byte) (n int, err error)
}

// A reflected message is one of another contract: of health, or of gRPC's reflection.
type reflected struct{ proto.Message }

func (r reflected) SizeVT() int { return proto.Size(r.Message) }

// MarshalToSizedBufferVT needs room of its size, which was counted.
func (r reflected) MarshalToSizedBufferVT(room []byte) (int, error) {
	encoded, err := proto.MarshalOptions{UseCachedSize: true}.MarshalAppend(room[:0], r.Message)
	return len(encoded), err
}

// encoderOf is nil for what is no message.
func encoderOf(v any) encoder {
	if e, ok := v.(encoder); ok {
		return e
	}
	if m, ok := v.(proto.Message); ok {
		return reflected{m}
	}
	return nil
}

// Size is how many bytes a message takes, encoded.
func Size(m proto.Message) int { return encoderOf(m).SizeVT() }
