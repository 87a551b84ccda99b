package admit

import (
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// An Answer is a message on its way from a handler to the codec, which counts it; see Codec.
type Answer struct {
	admission *Admission
	message   any
	// weight is what it counts already, if it is weighed.
	weight  weight
	weighed bool
	// stream is what is ended if there is no memory or no turn for it, and failed says why it was.
	stream StatusWriter
	failed error
}

// of has the answer carry a message.
func (r *Answer) of(a *Admission, stream StatusWriter, message any) *Answer {
	r.admission, r.stream, r.message = a, stream, message
	a.sending.sent.Add(1)
	return r
}

// Codec encodes what handlers answer in a turn, and so that it counts for who called until it is written.
type Codec struct {
	encoding.CodecV2
	// Work is how long it takes to encode a message: as long as looking at so many bytes.
	Work func(message any) int
}

// Marshal encodes a message.
func (c Codec) Marshal(v any) (mem.BufferSlice, error) {
	if answer, ok := v.(*Answer); ok {
		return answer.marshal(c)
	}
	return c.CodecV2.Marshal(v)
}

func (r *Answer) marshal(codec Codec) (data mem.BufferSlice, err error) {
	a, message, counts, weighed := r.admission, r.message, r.weight, r.weighed
	r.message, r.weight, r.weighed = nil, weight{}, false
	r.failed = a.gate.config.Turns.doFor(a.ctx, a.client, codec.Work(message), func() { data, err = codec.CodecV2.Marshal(message) })
	if r.failed == nil && err == nil && !weighed {
		if counts, weighed = a.weighOfStream(data.Len()); !weighed {
			data.Free()
			r.failed = NoMemory()
		}
	}
	if r.failed != nil {
		err = r.failed
		_ = r.stream.WriteStatus(status.Convert(err)) // gRPC would say that it can't be encoded
	}
	if err != nil {
		a.went(counts)
		return nil, err
	}
	m := sentMessages.Get().(*sentMessage)
	m.Buffer, m.admission, m.weight = one(data), a, counts
	m.refs.Store(1)
	return m.slice[:], nil
}

// one is an encoded message as one buffer.
func one(data mem.BufferSlice) mem.Buffer {
	switch len(data) {
	case 0:
		return mem.SliceBuffer(nil)
	case 1:
		return data[0]
	default:
		defer data.Free()
		return mem.SliceBuffer(data.Materialize())
	}
}

// A sentMessage is an encoded message that counts until gRPC has no use for it any more.
type sentMessage struct {
	mem.Buffer
	refs      atomic.Int32
	admission *Admission
	weight    weight
	// slice is the message alone.
	slice [1]mem.Buffer
}

var sentMessages = sync.Pool{New: func() any {
	m := new(sentMessage)
	m.slice[0] = m
	return m
}}

// Ref adds a user.
func (m *sentMessage) Ref() { m.refs.Add(1) }

// Free ends a user.
func (m *sentMessage) Free() {
	if m.refs.Add(-1) > 0 {
		return
	}
	m.Buffer.Free()
	a, w := m.admission, m.weight
	m.Buffer, m.admission = nil, nil
	sentMessages.Put(m)
	a.went(w)
}

// Answered counts the answer of a unary call, of n bytes, which is about to be returned. It fails if there is no
// room for it. Without a gate nothing is counted.
func (a *Admission) Answered(n int) (err error) {
	if a == nil || a.reply.weighed {
		return nil
	}
	if a.reply.weight, a.reply.weighed = a.weigh(n); !a.reply.weighed {
		return NoMemory()
	}
	return nil
}

// answer is the answer of a unary call for the codec.
func (a *Admission) answer(stream StatusWriter, message any) any {
	if a == nil {
		return message
	}
	a.list()
	return a.reply.of(a, stream, message)
}

// A Sent is a message on its way that no codec of ours has encoded.
type Sent struct {
	admission *Admission
	weight    weight
}

// Send counts an answer of n bytes of a call that someone outer ends, until Done or the end of the call. It fails
// if there is no room for it.
func (a *Admission) Send(n int) (Sent, error) {
	w, ok := a.weighOfStream(n)
	if !ok {
		return Sent{}, NoMemory()
	}
	a.sending.sent.Add(1)
	a.list()
	return Sent{a, w}, nil
}

// Done takes it out of the count.
func (s Sent) Done() { s.admission.went(s.weight) }
