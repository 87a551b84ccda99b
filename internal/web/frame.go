package web

import (
	"bytes"

	"google.golang.org/protobuf/proto"
)

// A frame is a message, encoded for gRPC or in JSON, on its way to or from gRPC.
type frame struct{ data []byte }

// frames is the codec of messages as they are: what is in JSON is decoded and encoded
// elsewhere, in a turn of its call, see jsonMethod.
type frames struct{ name string }

// Name is that of the encoding.
func (f frames) Name() string { return f.name }

// Marshal is the message as it is. The library has some of its own, for errors.
func (frames) Marshal(v any) ([]byte, error) {
	if message, ok := v.(proto.Message); ok {
		return proto.Marshal(message)
	}
	return v.(*frame).data, nil
}

// Unmarshal is the message as it is; its bytes are the library's to use again.
func (frames) Unmarshal(data []byte, v any) error {
	if message, ok := v.(proto.Message); ok {
		return proto.Unmarshal(data, message)
	}
	v.(*frame).data = bytes.Clone(data)
	return nil
}

// The names of encodings: jsonCharset is what some clients call jsonName.
const (
	protoName   = "proto"
	jsonName    = "json"
	jsonCharset = "json; charset=utf-8"
)
