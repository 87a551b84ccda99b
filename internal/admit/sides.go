package admit

import (
	"container/list"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// Calls of kinds Side and Watch need no token, or are what operators need most under load. So they take nothing of
// what others share: they have places and memory of their own, and a new one gets its place from the oldest that
// does nothing.

// sides are the calls of kinds Side and Watch that are open.
type sides struct {
	// memory is what they hold, together.
	memory Memory

	mu             sync.Mutex
	checks, places sidePlaces
}

// sidePlaces are those of one kind, the oldest first, of all and of each holder.
type sidePlaces struct {
	all   list.List
	of    map[any]*list.List
	most  int
	bytes int
	// mostBytes bounds what they hold.
	mostBytes int
}

// A side is one of them.
type side struct {
	admission *Admission
	places    *sidePlaces
	// holder is who shares a quarter of the places: an identity, or else an address, or else a connection.
	holder   any
	all, own *list.Element
	// quiet is how many other calls its connection had made at quietSince, when none was open.
	quiet      int64
	quietSince time.Time
}

func newSides(limit int64) *sides {
	bytes := mostSideBytes
	if limit > 0 {
		bytes = int(min(int64(bytes), max(limit/sideShare, leastSideBytes)))
	}
	s := &sides{}
	for _, p := range []*sidePlaces{&s.checks, &s.places} {
		p.most, p.mostBytes, p.of = maxSideCalls, bytes, map[any]*list.List{}
	}
	return s
}

// take has a call take a place, and returns those that end for it; false if there is no place.
func (s *sides) take(a *Admission, holder any, now time.Time) (over []*Admission, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &s.places
	if a.kind == Side {
		p = &s.checks
	}
	for own := p.of[holder]; own != nil && own.Len() >= max(1, p.most/4); {
		if over, ok = p.end(own, now, over); !ok {
			return over, false
		}
	}
	for p.all.Len() >= p.most || p.all.Len() > 0 && p.bytes+int(a.bytes) > p.mostBytes {
		if over, ok = p.end(&p.all, now, over); !ok {
			return over, false
		}
	}
	if p.of[holder] == nil {
		p.of[holder] = new(list.List)
	}
	a.side = &side{admission: a, places: p, holder: holder, quietSince: now}
	a.side.all, a.side.own = p.all.PushBack(a.side), p.of[holder].PushBack(a.side)
	p.bytes += int(a.bytes)
	a.connection.sides.Add(1)
	a.holder().Take(int(a.bytes)) // it has no bound, but places have
	return over, true
}

// end takes out the oldest of a list that does nothing.
func (p *sidePlaces) end(among *list.List, now time.Time, over []*Admission) ([]*Admission, bool) {
	for e := among.Front(); e != nil; e = e.Next() {
		if oldest := e.Value.(*side); oldest.idle(now) {
			p.remove(oldest)
			return append(over, oldest.admission), true
		}
	}
	return over, false
}

// idle reports whether no one needs a call: it waits for its message, or for changes for a connection that makes no
// other calls.
func (s *side) idle(now time.Time) bool {
	if s.admission.kind == Side {
		return true // what isn't idle is answered at once
	}
	c := s.admission.connection
	made := c.made.Load()
	switch {
	case c.open.Load() > 0:
		return false
	case s.quiet != made:
		s.quiet, s.quietSince = made, now
		return false
	default:
		return made == 0 || now.Sub(s.quietSince) >= unusedAfter
	}
}

// remove takes a call out; a second time it does nothing.
func (s *sides) remove(call *side) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call.places.remove(call)
}

func (p *sidePlaces) remove(s *side) {
	if s.all == nil {
		return
	}
	p.all.Remove(s.all)
	own := p.of[s.holder]
	if own.Remove(s.own); own.Len() == 0 {
		delete(p.of, s.holder)
	}
	s.all, s.own = nil, nil
	p.bytes -= int(s.admission.bytes)
	s.admission.connection.sides.Add(-1)
}

// A shortReader is the side of a call that gRPC reads messages from.
type shortReader interface {
	ReadMessageHeader(header []byte) error
	Read(n int) (mem.BufferSlice, error)
}

// receiveShort receives a message of a call of kind Side or Watch. gRPC has one bound for the messages of all calls,
// and room for as much as a message announces; here the bound is looked at before. The only message of a call has
// its end after it.
func receiveShort(from shortReader, m any, only bool) error {
	var header [messageHeader]byte
	if err := from.ReadMessageHeader(header[:]); err != nil {
		return receiveError(err)
	}
	length := binary.BigEndian.Uint32(header[1:])
	switch {
	case header[0] != 0:
		return status.Error(codes.Unimplemented, "messages are not compressed here")
	case length > maxSideMessage:
		return sideTooLong()
	}
	data, err := from.Read(int(length))
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return receiveError(err)
	}
	defer data.Free()
	message, ok := m.(proto.Message)
	if !ok {
		return status.Errorf(codes.Internal, "%T is no message", m)
	}
	if err := proto.Unmarshal(data.Materialize(), message); err != nil {
		return status.Errorf(codes.Internal, "not a %s: %v", message.ProtoReflect().Descriptor().Name(), err)
	}
	if only {
		if err := from.ReadMessageHeader(header[:]); err == nil {
			return status.Error(codes.Internal, "more than one message")
		} else if !errors.Is(err, io.EOF) {
			return receiveError(err)
		}
	}
	return nil
}

// receiveError is the error of a message that doesn't come; io.EOF where no more do.
func receiveError(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return status.Error(codes.Internal, "the message is cut off")
	default:
		if _, known := status.FromError(err); known {
			return err
		}
		return status.FromContextError(err).Err()
	}
}
