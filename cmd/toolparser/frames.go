package main

import (
	"bufio"
	"context"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/protoerror"
	"github.com/toolparser/toolparser/server"
)

// A frame is a message on a worker's socket: a byte that says what it is, its length in four
// bytes, and the message in JSON. Each request has one answer, in order.
type frame struct {
	kind byte
	text []byte
	// tooLong is how long it was, if it was too long to be kept.
	tooLong int
}

// The kinds of frames.
const (
	frameToken    = 't' // the token of a worker on TCP
	frameParse    = 'p' // ParseToolCallsRequest
	frameStream   = 's' // StreamToolCallsRequest, the next one of the connection's stream
	frameFamilies = 'f' // ListFamiliesRequest
	frameColumns  = 'c' // many outputs at once: columns.go
	frameAnswer   = 'a' // the response of the request
	frameError    = 'e' // ItemError
)

const (
	frameProtocol = 1
	frameHeader   = 5
	// maxFrameBytes bounds a request: in JSON, a byte of an output can be two.
	maxFrameBytes = 2*server.DefaultMaxRequestBytes + 8<<20
	// framesAhead is how many requests are read before they are answered. A caller that has
	// sent no more needn't read in between.
	framesAhead = 64
)

// A frameService answers the frames of connections.
type frameService struct {
	service *server.Service
	token   string
	log     *slog.Logger
}

// A frameConn is one connection.
type frameConn struct {
	*frameService
	ctx    context.Context
	frames chan frame
	out    *bufio.Writer
	// owed: a request was read that isn't answered.
	owed bool
}

// serve answers a connection until it ends.
func (s *frameService) serve(ctx context.Context, conn io.ReadWriter) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &frameConn{frameService: s, ctx: ctx, frames: make(chan frame, framesAhead), out: bufio.NewWriterSize(conn, 64<<10)}
	go func() {
		defer close(c.frames)
		readFrames(ctx, bufio.NewReaderSize(conn, 64<<10), c.frames)
	}()
	if !c.known() {
		return
	}
	for {
		f, ok := c.next()
		if !ok || c.answer(f) != nil {
			return
		}
	}
}

// readFrames reads frames until there are no more.
func readFrames(ctx context.Context, in *bufio.Reader, to chan<- frame) {
	for {
		f, err := readFrame(in)
		if err != nil {
			return
		}
		select {
		case to <- f:
		case <-ctx.Done():
			return
		}
	}
}

func readFrame(in *bufio.Reader) (f frame, err error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return frame{}, err
	}
	f.kind = header[0]
	length := int64(binary.BigEndian.Uint32(header[1:]))
	if length > maxFrameBytes {
		f.tooLong = int(length)
		_, err = io.CopyN(io.Discard, in, length)
		return f, err
	}
	f.text = make([]byte, length)
	_, err = io.ReadFull(in, f.text)
	return f, err
}

// known reports whether the caller has the token.
func (c *frameConn) known() bool {
	if c.token == "" {
		return true
	}
	f, ok := <-c.frames
	return ok && f.kind == frameToken && subtle.ConstantTimeCompare(f.text, []byte(c.token)) == 1
}

// next is the next frame. What was answered is sent before it is waited for.
func (c *frameConn) next() (frame, bool) {
	if len(c.frames) == 0 && c.out.Flush() != nil {
		return frame{}, false
	}
	f, ok := <-c.frames
	c.owed = ok
	return f, ok
}

// answer answers a frame. Its error ends the connection.
func (c *frameConn) answer(f frame) error {
	response, err := c.respond(f)
	if !c.owed { // it was answered as a part of a stream
		return err
	}
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	if err != nil {
		st := status.Convert(err)
		return c.write(frameError, &toolparserv1.ItemError{Code: int32(st.Code()), Message: st.Message()})
	}
	return c.write(frameAnswer, response)
}

// respond makes the answer of a frame; none of a stream, which answers itself.
func (c *frameConn) respond(f frame) (response proto.Message, err error) {
	defer admit.Recover(c.ctx, c.log, &err)
	switch f.kind {
	case frameParse:
		request := new(toolparserv1.ParseToolCallsRequest)
		if err := f.decode(request); err != nil {
			return nil, err
		}
		return c.service.ParseToolCalls(c.ctx, request)
	case frameStream:
		return nil, c.service.StreamToolCalls(&frameStreamOf{conn: c, first: &f})
	case frameColumns:
		return nil, c.columns(f)
	case frameFamilies:
		request := new(toolparserv1.ListFamiliesRequest)
		if err := f.decode(request); err != nil {
			return nil, err
		}
		return c.service.ListFamilies(c.ctx, request)
	default:
		return nil, status.Errorf(codes.InvalidArgument, "no kind of frame is %d: this worker and its caller are of different versions", f.kind)
	}
}

func (f frame) decode(message proto.Message) error {
	name := message.ProtoReflect().Descriptor().Name()
	if f.tooLong > 0 {
		return status.Errorf(codes.ResourceExhausted, "a %s of %d bytes is over the limit of %d bytes", name, f.tooLong, maxFrameBytes)
	}
	if err := protojson.Unmarshal(f.text, message); err != nil {
		return status.Errorf(codes.InvalidArgument, "not a %s in JSON: %s", name, protoerror.Of(f.text, err))
	}
	return nil
}

// frameMapping names the fields as the contract does.
var frameMapping = protojson.MarshalOptions{UseProtoNames: true}

// columns answers many outputs at once.
func (c *frameConn) columns(f frame) error {
	if f.tooLong > 0 {
		return status.Errorf(codes.ResourceExhausted, "columns of %d bytes are over the limit of %d bytes", f.tooLong, maxFrameBytes)
	}
	text, err := parseColumns(c.ctx, c.service, f.text)
	if err != nil {
		return err
	}
	c.owed = false
	header := binary.BigEndian.AppendUint32([]byte{frameAnswer}, uint32(len(text))) //nolint:gosec // an answer is bounded by its request
	if _, err = c.out.Write(header); err == nil {
		_, err = c.out.Write(text)
	}
	return err
}

func (c *frameConn) write(kind byte, message proto.Message) error {
	c.owed = false
	room := append(c.out.AvailableBuffer(), kind, 0, 0, 0, 0)
	text, err := frameMapping.MarshalAppend(room, message)
	if err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	binary.BigEndian.PutUint32(text[1:], uint32(len(text)-frameHeader)) //nolint:gosec // an answer is bounded by its request
	_, err = c.out.Write(text)
	return err
}

// A frameStreamOf is a StreamToolCalls on a connection. The service uses no more of a stream than this has.
type frameStreamOf struct {
	grpc.ServerStream
	conn  *frameConn
	first *frame
	ended bool
}

// Context is that of the connection.
func (s *frameStreamOf) Context() context.Context { return s.conn.ctx }

// RecvMsg gives the service its next request.
func (s *frameStreamOf) RecvMsg(m any) error {
	if s.ended {
		return io.EOF
	}
	f := s.first
	if s.first = nil; f == nil {
		next, ok := s.conn.next()
		if !ok {
			return errors.New("the connection ended")
		}
		f = &next
	}
	if f.kind != frameStream {
		return status.Error(codes.InvalidArgument, "a stream is open on this connection: end it by finish first")
	}
	return f.decode(m.(*toolparserv1.StreamToolCallsRequest))
}

// Recv is the same.
func (s *frameStreamOf) Recv() (*toolparserv1.StreamToolCallsRequest, error) {
	request := new(toolparserv1.StreamToolCallsRequest)
	return request, s.RecvMsg(request)
}

// Send answers the request.
func (s *frameStreamOf) Send(response *toolparserv1.StreamToolCallsResponse) error {
	s.ended = response.GetResult() != nil
	return s.conn.write(frameAnswer, response)
}
