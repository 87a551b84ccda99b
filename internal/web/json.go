package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/internal/protoerror"
	"github.com/toolparser/toolparser/internal/wire"
)

// jsonWeight is what the memory counts for a byte of JSON, next to what is counted for it where it came:
// the message, and its encoding. answerWeight is what it counts for a byte of an answer
// that is encoded as JSON, in which a control character has six.
const (
	jsonWeight   = 2
	answerWeight = 8
)

// maxErrorBytes bounds what is reported of a message that can't be decoded.
const maxErrorBytes = 200

// A jsonMethod decodes the requests of a method from JSON, and encodes its answers.
// Either takes a turn, and its memory is counted before it begins: 3 bytes of JSON can
// take 300 of memory, and a millisecond can be a hundred callers' second.
type jsonMethod struct {
	config            *Config
	request, response protoreflect.MessageType
}

func newJSONMethod(d protoreflect.MethodDescriptor, c *Config) (*jsonMethod, error) {
	request, err := protoregistry.GlobalTypes.FindMessageByName(d.Input().FullName())
	if err != nil {
		return nil, err
	}
	response, err := protoregistry.GlobalTypes.FindMessageByName(d.Output().FullName())
	return &jsonMethod{c, request, response}, err
}

// decode makes a message for gRPC of a request in JSON.
func (m *jsonMethod) decode(ctx context.Context, in *frame) error {
	text := in.data
	if len(bytes.TrimSpace(text)) == 0 {
		return connect.NewError(connect.CodeInvalidArgument, errors.New("no JSON: an empty request is {}"))
	}
	err := m.inTurn(ctx, len(text), func(_ *admit.Turn, account *admit.Account) error {
		elements, tooMany, most := wire.CountJSON(text, m.request.Descriptor(), m.config.Listed)
		if tooMany != "" {
			return m.config.Invalid(tooMany, fmt.Sprintf("more than %d elements", most))
		}
		if err := account.Hold(jsonWeight*len(text) + wire.ElementBytes*elements); err != nil {
			return err
		}
		message := m.request.New().Interface()
		err := protojson.Unmarshal(text, message)
		if err != nil {
			why := logthin.Clip(protoerror.Of(text, err), maxErrorBytes)
			return connect.NewError(connect.CodeInvalidArgument, fmt.Errorf("not a %s in JSON: %s", m.request.Descriptor().Name(), why))
		}
		in.data, err = proto.Marshal(message)
		return err
	})
	return ownError(err)
}

// encode makes JSON of an answer.
func (m *jsonMethod) encode(ctx context.Context, answer *frame) error {
	data := answer.data
	turn := m.config.Turns.Turn(ctx)
	account := m.config.Memory.Account(ctx)
	defer account.End()
	if err := turn.BeginFor(len(data)); err != nil {
		return ownError(err)
	}
	defer turn.End()
	err := account.Hold(answerWeight * len(data))
	if err == nil {
		answer.data, err = wire.ToJSON(m.response, data, turn.Spend)
	}
	return ownError(err)
}

// inTurn does something in a turn, whose work is that of so many bytes; what it holds
// meanwhile is the account's.
func (m *jsonMethod) inTurn(ctx context.Context, length int, do func(*admit.Turn, *admit.Account) error) error {
	turn := m.config.Turns.For(ctx, length)
	account := m.config.Memory.Account(ctx)
	defer account.End()
	if err := turn.BeginFor(length); err != nil {
		return err
	}
	defer turn.End()
	return do(turn, &account)
}
