package extproc

import (
	"io"

	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

// A body is the body of the response, as Envoy sends it.
type body struct {
	*exchange
	// began is called before the first read.
	began func() error
	rest  []byte
	ended bool
	// trailers ended it; Envoy expects an answer to them.
	trailers bool
	came     bool  // some of it did
	err      error // of the stream
}

// Read implements io.Reader. It answers what else Envoy sends meanwhile.
func (b *body) Read(p []byte) (int, error) {
	if b.began != nil {
		began := b.began
		b.began = nil
		if b.err = began(); b.err != nil {
			return 0, b.err
		}
	}
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		if b.ended {
			return 0, io.EOF
		}
		b.err = b.receive()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// receive takes the next message.
func (b *body) receive() error {
	m, err := b.stream.Recv()
	if err != nil {
		return err
	}
	switch r := m.GetRequest().(type) {
	case *extprocv3.ProcessingRequest_ResponseBody:
		b.rest, b.ended, b.came = r.ResponseBody.GetBody(), r.ResponseBody.GetEndOfStream(), true
		return nil
	case *extprocv3.ProcessingRequest_ResponseTrailers:
		b.ended, b.trailers = true, true
		return nil
	default: // of the request, which isn't over
		answer, _ := b.unchanged(m)
		return b.send(answer)
	}
}

// Close implements io.Closer. The stream has its own end.
func (*body) Close() error { return nil }
