package main

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
)

// TestStreamsLoseNothing opens some at once; make proxy opens more.
func TestStreamsLoseNothing(t *testing.T) {
	if err := measureCrowd(crowd{streams: 20, events: 20}); err != nil {
		t.Error(err)
	}
}

// roundTrip is a transport that is a function.
type roundTrip func() io.Reader

func (f roundTrip) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(f())}, nil
}

// TestHalfIsSeenHoweverCut reads a stream byte by byte: all streams wait for the clients that have half of their events.
func TestHalfIsSeenHoweverCut(t *testing.T) {
	c := crowd{streams: 1, events: 20}
	var all strings.Builder
	for i := range c.events / 2 {
		all.WriteString(event(word(i)))
	}
	for _, cut := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
		seen := false
		half := &sync.WaitGroup{}
		half.Add(1)
		done := make(chan struct{})
		go func() { half.Wait(); close(done) }()
		atGate := errors.New("at the gate")
		client := &http.Client{Transport: roundTrip(func() io.Reader {
			return io.MultiReader(cut(strings.NewReader(all.String())), readerFunc(func() error {
				select {
				case <-done:
					seen = true
				case <-time.After(5 * time.Second):
				}
				return atGate
			}))
		})}
		if err := c.read(client, "http://upstream", half, false); !errors.Is(err, atGate) || !seen {
			t.Errorf("%v, and half of the events seen: %v", err, seen)
		}
	}
}

// readerFunc is a reader that fails with what a function returns.
type readerFunc func() error

func (f readerFunc) Read([]byte) (int, error) { return 0, f() }
