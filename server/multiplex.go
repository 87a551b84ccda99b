package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
)

// multiplexStream is the server's side of MultiplexToolCalls.
type multiplexStream = grpc.BidiStreamingServer[toolparserv1.MultiplexToolCallsRequest, toolparserv1.MultiplexToolCallsResponse]

// MultiplexToolCalls parses many outputs while they are generated, one response for
// every request.
func (s *Service) MultiplexToolCalls(stream multiplexStream) error {
	m := s.newMultiplexer(stream.Context())
	defer m.close()
	req := &wire.MultiplexRequest{Admit: m.admit}
	for {
		err := stream.RecvMsg(req)
		if errors.Is(err, io.EOF) {
			return m.halfClose(stream)
		}
		if err != nil {
			return err
		}
		if req.Refused != nil {
			return req.Refused
		}
		if len(req.GetInputs()) > wire.MaxInputs {
			return invalid("inputs", fmt.Sprintf("more than %d, or than %d tools in them", wire.MaxInputs, wire.MaxListed))
		}
		if err := m.exchange(stream, req.GetInputs(), req.Length()); err != nil {
			return err
		}
		req.Shrink()
		if err := m.life.ended(); err != nil {
			return err
		}
	}
}

// A multiplexer is one MultiplexToolCalls. Its outputs are parsed one after the other.
type multiplexer struct {
	service *Service
	ctx     context.Context
	turn    *admit.Turn
	life    *lifetime
	outputs map[uint64]*output
	// most bounds a response; 0 for none.
	most int
	// spent is what the memory counts for a request, and for outputs that have ended, until
	// the answer is sent.
	spent admit.Account
}

// An output is a session on a multiplexed stream.
type output struct {
	session
	times times
}

func (s *Service) newMultiplexer(ctx context.Context) *multiplexer {
	turn := s.turns.Turn(ctx)
	return &multiplexer{
		service: s,
		ctx:     ctx,
		turn:    turn,
		life:    newLifetime(ctx, s),
		outputs: map[uint64]*output{},
		most:    s.responseLimit(ctx),
		spent:   s.memory.Account(ctx),
	}
}

// admit has a long turn in which what isn't a chunk of an output is decoded, and counts it.
func (m *multiplexer) admit(length, elements int) (ended func(), err error) {
	turn := m.service.turns.LongTurn(m.ctx)
	if err := turn.Begin(); err != nil {
		return nil, err
	}
	if err := m.spent.Hold(length + wire.ElementBytes*elements); err != nil {
		turn.End()
		return nil, err
	}
	return turn.End, nil
}

// exchange answers inputs of a length, in a turn of its own.
func (m *multiplexer) exchange(stream multiplexStream, inputs []*toolparserv1.MultiplexInput, length int) error {
	if err := m.spent.Hold(inputWeight*len(inputs) + length); err != nil {
		return err
	}
	if err := m.turn.Begin(); err != nil {
		return err
	}
	r, err := m.step(inputs)
	m.turn.End()
	if err != nil {
		return err
	}
	if err := admit.CallError(m.ctx); err != nil {
		return err
	}
	if err := stream.Send(r.response); err != nil {
		return err
	}
	m.spent.End()
	return nil
}

func (m *multiplexer) step(inputs []*toolparserv1.MultiplexInput) (*multiplexResponse, error) {
	m.life.step()
	r := newMultiplexResponse(m.turn, m.most, len(inputs))
	for _, input := range inputs {
		if err := m.turn.Spend(inputBytes); err != nil {
			return nil, err
		}
		if _, starts := input.GetInput().(*toolparserv1.MultiplexInput_Start); starts {
			if err := m.life.revoked(); err != nil {
				return nil, err
			}
		}
		if err := m.take(input, r); err != nil {
			m.fail(input.GetOutput(), err, r)
		}
	}
	m.endLate(r)
	return r, nil
}

// take answers one input. A panic costs its output alone.
func (m *multiplexer) take(input *toolparserv1.MultiplexInput, r *multiplexResponse) (err error) {
	number := input.GetOutput()
	o := m.outputs[number]
	defer func() {
		if p := recover(); p != nil {
			err = admit.Recovered(m.ctx, m.service.log, p)
			if o != nil {
				o.stream = nil // what a panic left behind must not be used again
			}
		}
	}()
	if o != nil {
		o.times.used = m.life.now
	}
	tokens := input.GetSpecialTokens()
	switch input := input.GetInput().(type) {
	case *toolparserv1.MultiplexInput_Start:
		if err := chunksOnly(tokens); err != nil {
			return err
		}
		return m.start(number, input.Start)
	case *toolparserv1.MultiplexInput_Delta:
		return o.feed(r, number, chunk{field: "delta", text: input.Delta, tokens: tokens})
	case *toolparserv1.MultiplexInput_RawDelta:
		return o.feed(r, number, chunk{field: "raw_delta", raw: input.RawDelta, tokens: tokens})
	case *toolparserv1.MultiplexInput_Finish:
		if err := chunksOnly(tokens); err != nil {
			return err
		}
		return m.finish(number, input.Finish, r)
	case *toolparserv1.MultiplexInput_Cancel:
		m.drop(number)
		return nil
	default:
		return invalid("input", "none of start, delta, raw_delta, finish, cancel is set")
	}
}

func (m *multiplexer) start(number uint64, start *toolparserv1.StreamStart) error {
	if o := m.outputs[number]; o != nil {
		return o.start(start) // it says that this is the second
	}
	if err := m.life.take(); err != nil {
		return err
	}
	o := &output{
		session: *m.service.newSession(m.ctx, m.turn),
		times:   times{begun: m.life.now, used: m.life.now},
	}
	m.outputs[number] = o
	return o.start(start)
}

// feed takes the next chunk of an output; o is nil if that isn't open.
func (o *output) feed(r *multiplexResponse, number uint64, c chunk) error {
	if o == nil {
		return notOpen(c.field)
	}
	d, err := o.delta(c)
	if err != nil || d.Empty() {
		return err
	}
	return r.delta(number, d)
}

func notOpen(field string) error { return invalid(field, "no output of that number is open") }

func (m *multiplexer) finish(number uint64, finish *toolparserv1.StreamFinish, r *multiplexResponse) error {
	o := m.outputs[number]
	if o == nil {
		return notOpen("finish")
	}
	e, err := o.finish(finish)
	if err != nil {
		return err
	}
	m.drop(number)
	return r.end(number, e)
}

// fail ends an output with an error.
func (m *multiplexer) fail(number uint64, err error, r *multiplexResponse) {
	if m.ctx.Err() != nil {
		return // the whole stream ends
	}
	m.drop(number)
	m.life.failed(m.ctx, err)
	r.fail(number, err)
}

// drop forgets an output; without one it does nothing.
func (m *multiplexer) drop(number uint64) {
	o := m.outputs[number]
	if o == nil {
		return
	}
	delete(m.outputs, number)
	o.close()
	o.job.check.Release()
	m.spent.TakeOver(&o.account)
	m.life.give()
}

// endLate ends the outputs that went without an input for too long, or are too old.
func (m *multiplexer) endLate(r *multiplexResponse) {
	if !m.life.due() {
		return
	}
	for _, number := range slices.Sorted(maps.Keys(m.outputs)) {
		if err := m.life.late(m.outputs[number].times); err != nil {
			m.fail(number, err, r)
		}
	}
}

// halfClose finishes the outputs that are open, if there are any.
func (m *multiplexer) halfClose(stream multiplexStream) error {
	if len(m.outputs) == 0 {
		return nil
	}
	finish := &toolparserv1.MultiplexInput_Finish{Finish: new(toolparserv1.StreamFinish)}
	var inputs []*toolparserv1.MultiplexInput
	for _, number := range slices.Sorted(maps.Keys(m.outputs)) {
		inputs = append(inputs, &toolparserv1.MultiplexInput{Output: number, Input: finish})
	}
	return m.exchange(stream, inputs, 0)
}

// close gives back what is left when the stream ends.
func (m *multiplexer) close() {
	for number := range m.outputs {
		m.drop(number)
	}
	m.spent.End()
	m.life.end()
}
