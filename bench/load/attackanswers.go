package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The attacks of this file are of one identity, or of none, against another one. Each has a server of its own, which
// knows two.

const (
	greedyToken = "the-token-of-who-is-greedy"
	otherToken  = "the-token-of-another-one"
)

// besideIdentity runs an attack on a server of two identities, next to a victim that is the other one. The victim must
// be served, half of its calls as fast as without an attack.
func besideIdentity(ctx context.Context, t *target, run func(ctx context.Context, s *target) error, flags ...string) (err error) {
	dir, err := os.MkdirTemp("", "toolparser-attack")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system removes what is left
	tokens := filepath.Join(dir, "tokens")
	if err := os.WriteFile(tokens, []byte("greedy "+greedyToken+"\nother "+otherToken+"\n"), 0o600); err != nil {
		return err
	}
	other := metadata.NewOutgoingContext(ctx, metadata.Pairs("authorization", "Bearer "+otherToken))
	s, err := startTarget(other, &target{binary: t.binary, flags: append(flags, "--tokens", tokens), launch: t.launch, token: otherToken}, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	victim, err := s.startVictim()
	if err != nil {
		return err
	}
	ran := run(ctx, s)
	served, err := victim.stop()
	if err == nil && (served.Median > fast || served.Calls == 0 || served.Refused*20 > served.Calls) {
		err = fmt.Errorf("another identity: %s; want p50 %v at most", served, fast)
	}
	fmt.Printf("  next to it, another identity: %s; %s\n", served, s.memory())
	return errors.Join(ran, err)
}

// A greedy is a connection of HTTP/2 whose client takes no data.
type greedy struct {
	conn   net.Conn
	framer *http2.Framer
	next   uint32
	// answered has an element for each call that is answered: whether its answer waits, or else is an error.
	answered chan bool
}

func openGreedy(ctx context.Context, address string) (*greedy, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	g := &greedy{conn: conn, framer: http2.NewFramer(conn, conn), next: 1, answered: make(chan bool, 1)}
	_ = conn.SetDeadline(time.Now().Add(attackTime)) // the server may neither read nor close
	if _, err = io.WriteString(conn, http2.ClientPreface); err == nil {
		err = g.framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	}
	go func() {
		defer close(g.answered)
		for {
			frame, err := g.framer.ReadFrame()
			if err != nil {
				return
			}
			if header, ok := frame.(*http2.HeadersFrame); ok {
				g.answered <- !header.StreamEnded()
			}
		}
	}()
	return g, err
}

// call makes a unary call, whose answer waits, or is an error.
func (g *greedy) call(method string, message []byte) (waits bool, err error) {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, field := range [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":path", method}, {":authority", "a"},
		{"content-type", "application/grpc"}, {"te", "trailers"}, {"authorization", "Bearer " + greedyToken},
	} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}) // a buffer takes all
	}
	id := g.next
	g.next += 2
	err = g.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block.Bytes(), EndHeaders: true})
	if err == nil {
		err = g.framer.WriteData(id, true, append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message))), message...))
	}
	if err == nil {
		var open bool
		if waits, open = <-g.answered; !open {
			err = io.ErrClosedPipe
		}
	}
	return waits, err
}

// leaveUnread has connections make calls until so many of their answers wait, if the server has room for them.
func leaveUnread(ctx context.Context, s *target, connections, calls int, method string, request proto.Message) error {
	message, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, attackTime*3/4)
	defer cancel()
	crowdOf(connections, func(int) {
		g, err := openGreedy(ctx, s.address)
		for waiting := 0; err == nil && waiting < calls && ctx.Err() == nil; {
			var waits bool
			if waits, err = g.call(method, message); waits { // the server may have closed the connection
				waiting++
			} else {
				sleep(ctx, 200*time.Millisecond)
			}
		}
		<-ctx.Done()
		if g != nil {
			_ = g.conn.Close()
		}
	})
	return nil
}

// smallMemory is what the servers have whose memory is to be filled.
var smallMemory = []string{"--max-memory", fmt.Sprint(64 << 20)}

// attackUnreadAnswers sends 20 MB, and leaves what is seven times as long.
func attackUnreadAnswers(ctx context.Context, t *target) error {
	return besideIdentity(ctx, t, func(ctx context.Context, s *target) error {
		text := `{"name": "f", "parameters": {"a": "` + strings.Repeat("\x01", 5<<10) + `"}}`
		return leaveUnread(ctx, s, 420, 9, toolparserv1.ToolParserService_ParseToolCalls_FullMethodName, request(text))
	}, smallMemory...)
}

// attackUnreadFamilies asks for what is longest for the shortest request.
func attackUnreadFamilies(ctx context.Context, t *target) error {
	return besideIdentity(ctx, t, func(ctx context.Context, s *target) error {
		return leaveUnread(ctx, s, 20, 1000, toolparserv1.ToolParserService_ListFamilies_FullMethodName, &toolparserv1.ListFamiliesRequest{})
	}, smallMemory...)
}

// attackHalfChecks announces health checks of 32 MiB, without a token, and sends the half of each.
func attackHalfChecks(ctx context.Context, t *target) error {
	return besideIdentity(ctx, t, func(ctx context.Context, s *target) error {
		ctx, cancel := context.WithTimeout(ctx, attackTime/2)
		defer cancel()
		body := append(binary.BigEndian.AppendUint32([]byte{0}, 2*longText), strings.Repeat("x", longText)...)
		ended := make(chan error, 1)
		go func() { ended <- s.longCalls(ctx) }()
		crowdOf(16, func(int) {
			transport := &http.Transport{Protocols: new(http.Protocols)}
			transport.Protocols.SetUnencryptedHTTP2(true)
			defer transport.CloseIdleConnections()
			crowdOf(16, func(int) {
				for ctx.Err() == nil {
					halfCheck(ctx, transport, s.address, body)
				}
			})
		})
		return <-ended
	}, smallMemory...)
}

// longCalls makes calls of 128 KiB as another identity: what is sent waits where memory is full.
func (t *target) longCalls(ctx context.Context) error {
	conns, end, err := t.connections(1)
	if err != nil {
		return err
	}
	defer end()
	own := metadata.NewOutgoingContext(ctx, metadata.Pairs("authorization", "Bearer "+otherToken))
	client, long := toolparserv1.NewToolParserServiceClient(conns[0]), request(strings.Repeat("A text. ", 16<<10))
	var took []time.Duration
	var failed error
	for ; ctx.Err() == nil; sleep(ctx, 20*time.Millisecond) {
		begun := time.Now()
		if _, err := client.ParseToolCalls(own, long); err != nil && ctx.Err() == nil {
			failed = err
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	p50 := took[len(took)/2]
	fmt.Printf("  next to it, calls of 128 KiB: %d, p50 %v, at most %v\n", len(took), p50, took[len(took)-1])
	if p50 > ownBody {
		failed = errors.Join(failed, fmt.Errorf("another identity's call of 128 KiB took %v, want %v at most", p50, ownBody))
	}
	return failed
}

func halfCheck(ctx context.Context, transport *http.Transport, address string, body []byte) {
	read, write := io.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = write.Write(body) // the rest never comes
		<-ctx.Done()
		_ = write.Close()
	}()
	defer read.Close() //nolint:errcheck // doesn't fail
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+healthv1.Health_Check_FullMethodName, read)
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/grpc")
	req.Header.Set("Te", "trailers")
	response, err := transport.RoundTrip(req)
	if err != nil {
		sleep(ctx, 10*time.Millisecond) // the connection was closed
		return
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
}

// attackHealth opens eight watches on each of 130 connections, without a token. A check must be answered next to them.
func attackHealth(ctx context.Context, t *target) error {
	return besideIdentity(ctx, t, func(ctx context.Context, s *target) error {
		conns, end, err := s.connections(130)
		if err != nil {
			return err
		}
		defer end()
		crowdOf(130*8, func(i int) {
			watch, err := healthv1.NewHealthClient(conns[i%130]).Watch(ctx, new(healthv1.HealthCheckRequest))
			if err == nil {
				_, _ = watch.Recv() // some are shed
			}
		})
		for range 100 {
			if err := s.check(ctx); err != nil {
				return fmt.Errorf("a health check: %w", err)
			}
		}
		return nil
	})
}

// check asks for health on a connection of its own, as probes do.
func (t *target) check(ctx context.Context) error {
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // it did what it was for
	_, err = healthv1.NewHealthClient(conn).Check(ctx, new(healthv1.HealthCheckRequest), grpc.WaitForReady(true))
	return err
}

// ownBody is how long another identity's long message may take next to those of one.
const ownBody = 500 * time.Millisecond

// attackBodies has 100 long bodies of one identity, again and again.
func attackBodies(ctx context.Context, t *target) error {
	return besideIdentity(ctx, t, func(ctx context.Context, s *target) error {
		attack, end := context.WithTimeout(ctx, attackTime/2)
		defer end()
		begin := `{"family": "llama3", "model_output": "`
		long, own := begin+strings.Repeat("A text. ", 128<<10)+`"}`, begin+strings.Repeat("A text. ", 256<<10)+`"}`
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			crowdOf(100, func(int) {
				for attack.Err() == nil {
					_ = s.postAs(attack, greedyToken, long) // some are shed
				}
			})
		}()
		sleep(ctx, 2*time.Second)
		var took []time.Duration
		var failed error
		for range 5 {
			begun := time.Now()
			failed = errors.Join(failed, s.postAs(attack, otherToken, own))
			took = append(took, time.Since(begun))
		}
		end()
		<-ended
		slices.Sort(took)
		fmt.Printf("  next to it, bodies of 2 MiB: %v\n", took)
		if took[2] > ownBody {
			failed = errors.Join(failed, fmt.Errorf("another identity's body of 2 MiB took %v, want %v at most", took[2], ownBody))
		}
		return failed
	}, "--max-memory", fmt.Sprint(512<<20)) // it has room for all of them
}

// postAs sends a request in JSON.
func (t *target) postAs(ctx context.Context, token, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.web+toolparserv1.ToolParserService_ParseToolCalls_FullMethodName, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := transport.RoundTrip(req)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("a body of %d bytes: %s", len(body), response.Status)
	}
	return nil
}
