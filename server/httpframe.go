package server

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/toolparser/toolparser/internal/protoerror"
)

// A frame is a message, encoded for gRPC, on its way to or from it.
type frame struct {
	data []byte
	// err says why a client's message isn't one.
	err error
}

// protoFrames is the codec of messages that are encoded for gRPC already.
type protoFrames struct{}

// Name is that of the encoding.
func (protoFrames) Name() string { return "proto" }

// Marshal is the message as it is. The library has some of its own, for errors.
func (protoFrames) Marshal(v any) ([]byte, error) {
	if message, ok := v.(proto.Message); ok {
		return proto.Marshal(message)
	}
	return v.(*frame).data, nil
}

// Unmarshal is the message as it is; its bytes are the library's to use again.
func (protoFrames) Unmarshal(data []byte, v any) error {
	if message, ok := v.(proto.Message); ok {
		return proto.Unmarshal(data, message)
	}
	v.(*frame).data = bytes.Clone(data)
	return nil
}

// jsonFrames is the codec of a method's messages in JSON.
type jsonFrames struct {
	name              string
	request, response protoreflect.MessageType
}

func newJSONFrames(d protoreflect.MethodDescriptor) (f jsonFrames, err error) {
	f.name = "json"
	if f.request, err = protoregistry.GlobalTypes.FindMessageByName(d.Input().FullName()); err != nil {
		return f, err
	}
	f.response, err = protoregistry.GlobalTypes.FindMessageByName(d.Output().FullName())
	return f, err
}

// withCharset is the same under the name that some clients use.
func (f jsonFrames) withCharset() jsonFrames {
	f.name = "json; charset=utf-8"
	return f
}

// Name is that of the encoding.
func (f jsonFrames) Name() string { return f.name }

// Marshal writes an answer.
func (f jsonFrames) Marshal(v any) ([]byte, error) {
	message := f.response.New().Interface()
	if err := proto.Unmarshal(v.(*frame).data, message); err != nil {
		return nil, err
	}
	return protojson.Marshal(message)
}

// Unmarshal reads a request. What isn't one is the frame's to say, lest the library's
// error go unseen.
func (f jsonFrames) Unmarshal(data []byte, v any) error {
	message, in := f.request.New().Interface(), v.(*frame)
	if len(bytes.TrimSpace(data)) == 0 {
		in.err = errors.New("no JSON: an empty request is {}")
		return nil
	}
	if commas(data) > maxListed {
		in.err = fmt.Errorf("more than %d values", maxListed)
		return nil
	}
	if err := protojson.Unmarshal(data, message); err != nil {
		in.err = fmt.Errorf("not a %s in JSON: %s", f.request.Descriptor().Name(), clip(protoerror.Of(data, err), maxDescriptionBytes))
		return nil
	}
	in.data, in.err = proto.Marshal(message)
	return nil
}

// commas counts those outside of strings: about as many values does a request in JSON
// have, each of which takes far more memory than its text.
func commas(data []byte) (n int) {
	quoted := false
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++ // outside of a string there is none
		case '"':
			quoted = !quoted
		case ',':
			if !quoted {
				n++
			}
		}
	}
	return n
}
