package admit

import (
	"sync/atomic"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// An Answer is a message on its way from a handler to the codec, which counts it; see Codec.
type Answer struct {
	admission *Admission
	message   any
	// weight is what it counts, of the answer of a unary call, if it is weighed.
	weight  weight
	weighed bool
	// stream is what is ended if there is no memory or no turn for it, and failed says why it was.
	stream StatusWriter
	failed error
	// first is for messages that are sent while no other is on its way, as almost all are.
	first sentMessage
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
	a, message, counts, sent := r.admission, r.message, r.weight, r.weighed
	r.message, r.weight, r.weighed = nil, weight{}, false
	r.failed = a.gate.config.Turns.doFor(a.ctx, a.client, codec.Work(message), func() { data, err = codec.encode(a, message, sent) })
	if r.failed == nil && err == nil && !sent {
		if counts, sent = a.weighOfStream(data.Len()); sent {
			a.send(counts)
		} else {
			data.Free()
			r.failed = NoMemory()
		}
	}
	if r.failed != nil {
		err = r.failed
		_ = r.stream.WriteStatus(status.Convert(err)) // gRPC would say that it can't be encoded
	}
	if err != nil {
		if sent {
			a.went(counts)
		}
		return nil, err
	}
	m := r.first.orAnother()
	m.Buffer, m.admission, m.weight = one(data), a, counts
	return m.slice[:], nil
}

// encode encodes a message. That of a unary call is encoded after what recovers for the call has returned.
func (c Codec) encode(a *Admission, message any, unary bool) (mem.BufferSlice, error) {
	if unary {
		return c.encodeLast(a, message)
	}
	return c.CodecV2.Marshal(message)
}

func (c Codec) encodeLast(a *Admission, message any) (data mem.BufferSlice, err error) {
	defer Recover(a.ctx, a.gate.config.Log, &err)
	return c.CodecV2.Marshal(message)
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
	// refs are its users, and one more; 0 while it isn't on its way.
	refs      atomic.Int32
	admission *Admission
	weight    weight
	// slice is the message alone.
	slice [1]mem.Buffer
}

// orAnother is m with its first user, or another one if m is on its way. One goroutine sends.
func (m *sentMessage) orAnother() *sentMessage {
	if m.refs.Load() > 0 {
		m = new(sentMessage)
	}
	m.slice[0] = m
	m.refs.Store(2)
	return m
}

// Ref adds a user.
func (m *sentMessage) Ref() { m.refs.Add(1) }

// Free ends a user.
func (m *sentMessage) Free() {
	if m.refs.Add(-1) > 1 {
		return
	}
	m.Buffer.Free()
	a, w := m.admission, m.weight
	m.Buffer, m.admission = nil, nil
	m.refs.Store(0)
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
	r := &a.reply
	if r.admission, r.stream, r.message = a, stream, message; !r.weighed {
		r.weight, r.weighed = weight{tally: oneMessage}, true
	}
	a.send(r.weight)
	return r
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
	a.send(w)
	a.list()
	return Sent{a, w}, nil
}

// Done takes it out of the count.
func (s Sent) Done() { s.admission.went(s.weight) }
