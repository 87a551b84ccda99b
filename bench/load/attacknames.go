package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The attacks on a server with tokens, which is another one than that of the rest.

const (
	// readAgain is how long a changed file of tokens may take to count: a second, as documented, and another one for a
	// busy machine.
	readAgain = 2 * time.Second
	// linesPerSecond is how many lines of the log may be about the failed calls of one caller in a second.
	linesPerSecond = 10
	// floodTime is how long one caller makes mistakes, floodCallers how many calls it has in flight.
	floodTime, floodCallers = 3 * time.Second, 64
)

// A tokenTarget is a server with metrics and a file of tokens, which has fileTokenBefore.
type tokenTarget struct {
	*target
	file string
	// before and after are contexts of calls with either token.
	before, after context.Context
}

// withTokens runs an attack on a server with tokens. log takes what the server logs; nil for its mistakes on standard error.
func withTokens(ctx context.Context, t *target, log io.Writer, attack func(*tokenTarget) error) (err error) {
	dir, err := os.MkdirTemp("", "toolparser-attack")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system removes what is left
	s := &tokenTarget{
		file:   filepath.Join(dir, "tokens"),
		before: metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+fileTokenBefore),
		after:  metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+fileTokenAfter),
	}
	if err := s.write("a " + fileTokenBefore); err != nil {
		return err
	}
	own := &target{binary: t.binary, flags: []string{"--tokens", s.file}, launch: t.launch}
	if log != nil {
		own.flags = append(own.flags, "--log-level", "info")
		own.launch = func(process *exec.Cmd) error {
			process.Stderr = log
			return t.launch(process)
		}
	}
	if s.target, err = startTarget(s.before, own, 2); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	return attack(s)
}

func (s *tokenTarget) write(text string) error { return os.WriteFile(s.file, []byte(text), 0o600) }

// call is the code of a call.
func (s *tokenTarget) call(ctx context.Context) codes.Code {
	_, err := s.client(0).ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
	return status.Code(err)
}

// accepts waits until a changed file counts: calls with the new token are accepted, and those with the old one refused.
func (s *tokenTarget) accepts(what string) error {
	for begun := time.Now(); s.call(s.after) != codes.OK; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > readAgain {
			return fmt.Errorf("%s: the new token isn't accepted after %v", what, readAgain)
		}
	}
	if code := s.call(s.before); code != codes.Unauthenticated {
		return fmt.Errorf("%s: a call with the removed token has %v", what, code)
	}
	return nil
}

// attackNames writes a name into the file of tokens that no metric can have: the server must keep the tokens that it has,
// and one that starts must refuse the file.
func attackNames(ctx context.Context, t *target) error {
	return withTokens(ctx, t, nil, func(s *tokenTarget) error {
		for _, name := range []string{"M\xfcller", "a\x00b", "\xff"} {
			if err := s.write(name + " " + fileTokenAfter); err != nil {
				return err
			}
			for begun := time.Now(); time.Since(begun) < readAgain; time.Sleep(20 * time.Millisecond) {
				if code := s.call(s.after); code != codes.Unauthenticated {
					return fmt.Errorf("%q: a call with its token has %v", name, code)
				}
			}
			if code := s.call(s.before); code != codes.OK {
				return fmt.Errorf("%q: a call with the token of before has %v", name, code)
			}
			told := new(bytes.Buffer)
			process := exec.CommandContext(ctx, t.binary, "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--tokens", s.file)
			process.Stderr = told
			if err := process.Run(); err == nil || strings.Contains(told.String(), "panic") || !strings.Contains(told.String(), "tokens:1:") {
				return fmt.Errorf("%q at the start: %v: %.500s", name, process.ProcessState, told)
			}
		}
		return nil
	})
}

// attackFilesAlike replaces the file of tokens by ones that look like it, and changes it all the time.
func attackFilesAlike(ctx context.Context, t *target) error {
	same := time.Now().Add(-time.Hour)
	longAfter, longBefore := "a "+fileTokenAfter+" ", "a "+fileTokenBefore // of one length
	alike := func(path, text string) error {
		return errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, same, same))
	}
	for what, replace := range map[string]func(file, other string) error{
		"a file of the same size and time": func(file, other string) error { return os.Rename(other, file) },
		"a link that is switched": func(file, other string) error {
			return errors.Join(os.Symlink(other, file+".link"), os.Rename(file+".link", file))
		},
		"a file that is written, and has its time as before": func(file, _ string) error { return alike(file, longAfter) },
	} {
		err := withTokens(ctx, t, nil, func(s *tokenTarget) error {
			if err := alike(s.file, longBefore); err != nil {
				return err
			}
			time.Sleep(readAgain) // it is read
			if code := s.call(s.before); code != codes.OK {
				return fmt.Errorf("%s: a call before has %v", what, code)
			}
			other := s.file + ".other"
			if err := errors.Join(alike(other, longAfter), replace(s.file, other)); err != nil {
				return err
			}
			return s.accepts(what)
		})
		if err != nil {
			return err
		}
	}
	return withTokens(ctx, t, nil, func(s *tokenTarget) error {
		if err := s.write("a " + fileTokenAfter); err != nil {
			return err
		}
		touched, stop := make(chan error, 1), make(chan struct{})
		go func() {
			var err error
			for now := time.Now(); err == nil; now = now.Add(time.Second) {
				select {
				case <-stop:
					touched <- nil
					return
				case <-time.After(50 * time.Millisecond):
					err = os.Chtimes(s.file, now, now)
				}
			}
			touched <- err
		}()
		err := s.accepts("a file that is touched every 50 ms")
		close(stop)
		return errors.Join(err, <-touched)
	})
}

// attackRemovedToken goes on with open calls of a token that was removed.
func attackRemovedToken(ctx context.Context, t *target) error {
	return withTokens(ctx, t, nil, func(s *tokenTarget) error {
		e, err := openExchange(s.before, s.client(0))
		if err != nil {
			return err
		}
		start := &toolparserv1.MultiplexToolCallsRequest{Inputs: []*toolparserv1.MultiplexInput{{
			Output: 1, Input: &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "llama3"}},
		}}}
		many, err := s.client(0).MultiplexToolCalls(s.before)
		if err != nil {
			return err
		}
		item := &toolparserv1.BatchParseToolCallsRequest{Request: request("hi")}
		batch, err := s.client(0).BatchParseToolCalls(s.before)
		if err != nil {
			return err
		}
		_, answered := many.Send(start), batch.Send(item)
		_, err = many.Recv()
		_, failed := batch.Recv()
		if err = errors.Join(answered, err, failed, s.write("a "+fileTokenAfter)); err != nil {
			return err
		}
		if err := s.accepts("the file"); err != nil {
			return err
		}
		start.Inputs[0].Output = 2
		_, _, _ = e.stream.Send(delta("x")), many.Send(start), batch.Send(item) // the answers tell
		_, ofStream := e.stream.Recv()
		_, ofMany := many.Recv()
		_, ofBatch := batch.Recv()
		for what, err := range map[string]error{"a stream": ofStream, "a multiplexed stream": ofMany, "a batch": ofBatch} {
			if status.Code(err) != codes.Unauthenticated {
				return fmt.Errorf("%s of a removed token goes on: %v", what, status.Code(err))
			}
		}
		return nil
	})
}

// A lineCount counts lines that are written.
type lineCount struct{ lines, bytes atomic.Int64 }

// Write counts lines.
func (c *lineCount) Write(p []byte) (int, error) {
	c.lines.Add(int64(bytes.Count(p, []byte("\n"))))
	c.bytes.Add(int64(len(p)))
	return len(p), nil
}

// attackLog makes mistakes, each of which was a line of the log: calls, outputs of multiplexed streams, and calls without
// a token.
func attackLog(ctx context.Context, t *target) error {
	log := new(lineCount)
	return withTokens(ctx, t, log, func(s *tokenTarget) error {
		mistakes := &toolparserv1.MultiplexToolCallsRequest{}
		for i := range uint64(256) {
			mistakes.Inputs = append(mistakes.Inputs, &toolparserv1.MultiplexInput{Output: i, Input: &toolparserv1.MultiplexInput_Delta{Delta: "x"}})
		}
		before, begun := log.lines.Load(), time.Now()
		var made atomic.Int64
		crowdOf(floodCallers, func(i int) {
			for ; time.Since(begun) < floodTime && ctx.Err() == nil; made.Add(1) {
				switch i % 3 {
				case 0:
					_, _ = s.client(i).ParseToolCalls(s.before, &toolparserv1.ParseToolCallsRequest{Family: "nope"}) // it is a mistake
				case 1:
					_, _ = s.client(i).ParseToolCalls(ctx, request("hi")) // it has no token
				default:
					if many, err := s.client(i).MultiplexToolCalls(s.before); err == nil {
						_ = many.Send(mistakes)
						_, _ = many.Recv()
						_ = many.CloseSend()
					}
				}
			}
		})
		// One identity, and a connection without one for each of the clients; a second has started at both ends.
		seconds := int64(time.Since(begun).Seconds()) + 2
		most := seconds * linesPerSecond * int64(1+len(s.conns))
		// Calls that went well, such as the streams themselves, have 100 lines a second.
		most += seconds * 100
		if lines := log.lines.Load() - before; lines > most {
			return fmt.Errorf("%d mistakes in %v: %d lines of the log (%d KiB), want %d at most", made.Load(), time.Since(begun), lines, log.bytes.Load()>>10, most)
		}
		return nil
	})
}
