package server

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
	"github.com/toolparser/toolparser/internal/logged"
	"github.com/toolparser/toolparser/internal/protoerror"
	"github.com/toolparser/toolparser/internal/wire"
)

// A jsonMethod decodes the requests of a method from JSON, and encodes its answers.
// Either takes a turn, and its memory is counted before it begins: 3 bytes of JSON can
// take 300 of memory, and a millisecond can be a hundred callers' second.
type jsonMethod struct {
	service           *Service
	request, response protoreflect.MessageType
}

func newJSONMethod(d protoreflect.MethodDescriptor, s *Service) (*jsonMethod, error) {
	request, err := protoregistry.GlobalTypes.FindMessageByName(d.Input().FullName())
	if err != nil {
		return nil, err
	}
	response, err := protoregistry.GlobalTypes.FindMessageByName(d.Output().FullName())
	return &jsonMethod{s, request, response}, err
}

// decode makes a message for gRPC of a request in JSON.
func (m *jsonMethod) decode(ctx context.Context, in *frame) error {
	text := in.data
	if len(bytes.TrimSpace(text)) == 0 {
		return connect.NewError(connect.CodeInvalidArgument, errors.New("no JSON: an empty request is {}"))
	}
	err := m.inTurn(ctx, len(text), func(account *admit.Account) error {
		elements, tooMany, most := wire.CountJSON(text, m.request.Descriptor(), m.service.listed())
		if tooMany != "" {
			return invalid(tooMany, fmt.Sprintf("more than %d elements", most))
		}
		if err := account.Hold(jsonWeight*len(text) + wire.ElementBytes*elements); err != nil {
			return err
		}
		message := m.request.New().Interface()
		err := protojson.Unmarshal(text, message)
		if err != nil {
			why := logged.Clip(protoerror.Of(text, err), maxDescriptionBytes)
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
	err := m.inTurn(ctx, len(data), func(account *admit.Account) error {
		if err := account.Hold(answerWeight * len(data)); err != nil {
			return err
		}
		message := m.response.New().Interface()
		err := proto.Unmarshal(data, message)
		if err == nil {
			answer.data, err = protojson.Marshal(message)
		}
		return err
	})
	return ownError(err)
}

// inTurn does something in a turn, whose work is that of so many bytes; what it holds
// meanwhile is the account's.
func (m *jsonMethod) inTurn(ctx context.Context, length int, do func(*admit.Account) error) error {
	turn := m.service.turns.Turn(ctx)
	account := m.service.memory.Account(ctx)
	defer account.End()
	if length > admit.TurnBytes {
		turn = m.service.turns.LongTurn(ctx)
	}
	if err := turn.BeginFor(length); err != nil {
		return err
	}
	defer turn.End()
	return do(&account)
}
