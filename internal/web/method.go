package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/toolparser/toolparser/internal/admit"
)

// A method is a method of the gRPC server, served over HTTP: Connect's library
// reads and writes the messages, and the gRPC server answers them. So all that is
// true of a call over gRPC is true of it: interceptors, limits, metrics, traces.
type method struct {
	path    string
	unary   bool
	handler http.Handler
	client  *connect.Client[frame, frame]
	json    *jsonMethod
	log     *slog.Logger
}

func newMethod(d protoreflect.MethodDescriptor, c *Config) (*method, error) {
	m := &method{
		path:  "/" + string(d.Parent().FullName()) + "/" + string(d.Name()),
		unary: !d.IsStreamingClient() && !d.IsStreamingServer(),
		log:   c.Log,
	}
	var err error
	if m.json, err = newJSONMethod(d, c); err != nil {
		return nil, err
	}
	m.client = connect.NewClient[frame, frame](loopback{c.RPC, c.Log}, "http://loopback"+m.path,
		connect.WithGRPC(), connect.WithCodec(frames{protoName}), connect.WithAcceptCompression("gzip", nil, nil))
	options := connect.WithHandlerOptions(
		connect.WithCodec(frames{protoName}), connect.WithCodec(frames{jsonName}), connect.WithCodec(frames{jsonCharset}),
		connect.WithReadMaxBytes(c.MaxMessageBytes),
		connect.WithCompression("gzip", nil, nil), // gRPC has none here either
	)
	if m.unary {
		m.handler = connect.NewUnaryHandler(m.path, m.call, options)
	} else {
		m.handler = connect.NewBidiStreamHandler(m.path, m.stream, options)
	}
	return m, nil
}

// call makes a unary call.
func (m *method) call(ctx context.Context, request *connect.Request[frame]) (*connect.Response[frame], error) {
	call := callOf(ctx)
	call.body.read()
	if err := admit.Of(ctx).Received(); err != nil {
		call.failed = connectError(err)
		return nil, call.failed
	}
	if call.json {
		if err := m.json.decode(ctx, request.Msg); err != nil {
			call.failed = err
			return nil, err
		}
	}
	call.made = true
	inner := connect.NewRequest(request.Msg)
	passHeader(inner.Header(), request.Header())
	answer, err := m.client.CallUnary(ctx, inner)
	if err != nil {
		return nil, passError(err)
	}
	if call.json {
		if err := m.json.encode(ctx, answer.Msg); err != nil {
			return nil, err
		}
	}
	if _, err := call.admission.Send(len(answer.Msg.data)); err != nil { // until the call ends
		call.failed = connectError(err)
		return nil, call.failed
	}
	response := connect.NewResponse(answer.Msg)
	passHeader(response.Header(), answer.Header())
	return response, nil
}

// stream makes a call of a stream, whichever side of it is one.
func (m *method) stream(ctx context.Context, outer *connect.BidiStream[frame, frame]) error {
	call := callOf(ctx)
	if err := admit.Of(ctx).Received(); err != nil {
		call.failed = connectError(err)
		return call.failed
	}
	call.made = true
	ctx, cancel := context.WithCancel(ctx)
	inner := m.client.CallBidiStream(ctx)
	passHeader(inner.RequestHeader(), outer.RequestHeader())
	pump := &requestPump{call: call, json: m.json, log: m.log, outer: outer, inner: inner, ctx: ctx, cancel: cancel, unanswered: make(chan int, maxUnanswered), ended: make(chan struct{})}
	go pump.run()
	err := pump.answer()
	cancel()
	_ = call.body.Close() // so that the pump doesn't wait for the client
	<-pump.ended
	call.ends()
	_ = inner.CloseResponse() // its error is the call's, which is reported
	if pump.err != nil {
		call.failed = pump.err
		return pump.err
	}
	return err
}

// maxUnanswered is how many requests of a stream are handed on before one of them is
// answered: gRPC's flow control isn't there in memory. Each request has its answer.
const maxUnanswered = 16

// A requestPump hands on the requests of a stream.
type requestPump struct {
	call   *call
	json   *jsonMethod
	log    *slog.Logger
	outer  *connect.BidiStream[frame, frame]
	inner  *connect.BidiStreamForClient[frame, frame]
	ctx    context.Context
	cancel context.CancelFunc
	// unanswered has what each of the requests counts.
	unanswered chan int
	ended      chan struct{}
	// err is why the client's side failed.
	err error
}

func (p *requestPump) run() {
	defer close(p.ended)
	defer p.inner.CloseRequest() //nolint:errcheck // the answers tell
	if err := p.pass(); err != nil && p.ctx.Err() == nil {
		p.err = ownError(err)
		p.cancel()
	}
}

// pass hands on requests until there are no more.
func (p *requestPump) pass() (err error) {
	defer admit.Recover(p.ctx, p.log, &err)
	_ = p.inner.Send(nil) // begins the call, and fails as its answers do
	for {
		message, err := p.outer.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && p.call.json {
			err = p.json.decode(p.ctx, message)
		}
		if err != nil || p.ctx.Err() != nil {
			return err
		}
		select {
		case p.unanswered <- p.call.body.next():
		case <-p.ctx.Done():
			return nil
		}
		if p.inner.Send(message) != nil {
			return nil
		}
	}
}

// answer hands on the answers, and returns as the call ends.
func (p *requestPump) answer() error {
	for first := true; ; first = false {
		message, err := p.inner.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return passError(err)
		}
		select {
		case n := <-p.unanswered:
			p.call.body.give(n)
		default: // an answer of a stream that only the server has
		}
		if first {
			passHeader(p.outer.ResponseHeader(), p.inner.ResponseHeader())
		}
		if p.call.json {
			if err := p.json.encode(p.ctx, message); err != nil {
				return err
			}
		}
		sent, err := p.call.admission.Send(len(message.data))
		if err != nil {
			return connectError(err)
		}
		err = p.outer.Send(message)
		sent.Done()
		if err != nil {
			return err
		}
	}
}

// passHeader copies what isn't of the protocols.
func passHeader(to, from http.Header) {
	for key, values := range from {
		if !ofProtocol(key) {
			to[key] = values
		}
	}
}

func ofProtocol(key string) bool {
	switch key {
	case "Accept", "Connection", "Date", "Host", "Te", "Trailer", "Transfer-Encoding", "Upgrade":
		return true
	}
	for _, prefix := range []string{"Accept-", "Access-Control-", "Connect-", "Content-", "Grpc-"} {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}
