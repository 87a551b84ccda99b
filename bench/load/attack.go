package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// attackSpace is the address space, in KiB, that the server has under attack.
	attackSpace = 1 << 20
	// attackTime is what each attack may take, and recovery the time after which a
	// usual call must be answered again.
	attackTime, recovery = 20 * time.Second, 10 * time.Second
	// longText is the longest output that the server takes.
	longText = 16 << 20
)

// attacks are what brought the server down, or near it, before it had bounds.
var attacks = []struct {
	name string
	run  func(ctx context.Context, t *target) error
}{
	{"schemas that are slow to compile, or large", attackSchemas},
	{"long outputs through all families, whose callers leave", attackAbandoned},
	{"1,024 outputs of 16 MiB on one connection", attackLongOutputs},
	{"1,024 half outputs of 16 MiB on one connection", attackHalfMessages},
	{"1,000 streams whose client never reads", attackUnread},
	{"2,000 messages of 33 KiB at a time", attackMiddling},
	{"outputs full of half calls", attackHalfCalls},
	{"millions of empty tools", attackEmptyTools},
	{"5,000 streams that hold back text", attackIdle},
	{"bytes that aren't HTTP/2", attackGarbage},
	{"outputs of up to 16 MiB of control characters", attackControls},
	{"a pipe in a folder of families", attackFiles},
}

// confine gives the server no more than attackSpace.
func confine(process *exec.Cmd) error {
	if runtime.GOOS == "linux" {
		script := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, attackSpace)
		process.Args = append([]string{"/bin/sh", "-c", script, process.Path}, process.Args[1:]...)
		process.Path = "/bin/sh"
	}
	return process.Start()
}

// attack runs all of them, one after the other, against a server that has 1 GiB of
// address space. It must live, and answer a usual call soon after each.
func attack(ctx context.Context, t *target, _ time.Duration) error {
	for _, a := range attacks {
		begun := time.Now()
		limited, cancel := context.WithTimeout(ctx, attackTime)
		err := a.run(limited, t)
		cancel()
		took := time.Since(begun)
		if err == nil {
			err = t.recovers(ctx)
		}
		fmt.Printf("%-58s %5.1f s, %s; a call again after %v\n", a.name, took.Seconds(), t.memory(), time.Since(begun.Add(took)).Round(time.Millisecond))
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	return nil
}

// recovers waits until the server answers a usual call.
func (t *target) recovers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, recovery)
	defer cancel()
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // it did what it was for
	client := toolparserv1.NewToolParserServiceClient(conn)
	for {
		_, err := client.ParseToolCalls(ctx, request(`{"name": "f", "parameters": {}}`))
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (t *target) connect() (*grpc.ClientConn, error) {
	return grpc.NewClient(t.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
}

// crowdOf runs n attackers, each with its own number, and waits for all.
func crowdOf(n int, attacker func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { attacker(i) })
	}
	wg.Wait()
}

func attackSchemas(ctx context.Context, t *target) error {
	schemas := []string{
		strings.Repeat(`{"not":`, 8<<10) + "{}" + strings.Repeat("}", 8<<10),
		`{"allOf":[` + strings.Repeat(`{"pattern":"(a?){998}"},`, 4<<10) + "{}]}",
		`{"properties":{"a":{"pattern":"^(a|aa)*(a?){500}$"}}}`,
		`{"properties":{"a":{"format":"regex"}},"$schema":"http://json-schema.org/draft-07/schema#"}`,
		`{"properties":{"a":{"items":{"items":{"items":{"type":"integer"}}}}}}`,
	}
	argument := `"` + strings.Repeat("a", 64<<10) + `"`
	crowdOf(64, func(i int) {
		schema := schemas[i%len(schemas)]
		for range 4 {
			_, _ = t.client(i).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{
				Family: "llama3", ModelOutput: strings.Repeat(`{"name":"f","parameters":{"a":`+argument+`}}`, 4),
				Tools:   []*toolparserv1.Tool{{Function: &toolparserv1.FunctionDefinition{Name: "f", Parameters: schema + strings.Repeat(" ", i)}}},
				Options: &toolparserv1.ParseOptions{ValidateArguments: true},
			}) // refused or not, the server must live
		}
	})
	return nil
}

// attackEmptyTools sends what takes thirty times its bytes where it is decoded.
func attackEmptyTools(ctx context.Context, t *target) error {
	tools := slices.Repeat([]*toolparserv1.Tool{{}}, longText/4)
	crowdOf(16, func(i int) {
		_, _ = t.client(i).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{Family: "llama3", Tools: tools}) // it is refused
	})
	return nil
}

func attackAbandoned(ctx context.Context, t *target) error {
	text := strings.Repeat(`{"name": "a" `, longText/13)
	crowdOf(32, func(i int) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, _ = t.client(i).ParseToolCalls(ctx, workRequest(text)) // it leaves
	})
	return nil
}

func attackLongOutputs(ctx context.Context, t *target) error {
	text := strings.Repeat("A long text. ", longText/13)
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // what is open then ends with it
	client := toolparserv1.NewToolParserServiceClient(conn)
	crowdOf(1024, func(i int) {
		if i%2 == 0 {
			_, _ = client.ParseToolCalls(ctx, request(text)) // most are shed
			return
		}
		if e, err := openExchange(ctx, client); err == nil {
			_ = e.delta(text)
			_, _ = e.stream.Recv()
		}
	})
	return nil
}

// attackHalfMessages announces messages of 16 MiB, and sends the half of each.
func attackHalfMessages(ctx context.Context, t *target) error {
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	defer transport.CloseIdleConnections()
	prefix := binary.BigEndian.AppendUint32([]byte{0}, longText)
	body := append(prefix, strings.Repeat("x", longText/2)...)
	crowdOf(1024, func(int) {
		read, write := io.Pipe()
		go func() {
			_, _ = write.Write(body) // the rest never comes
			<-ctx.Done()
			_ = write.Close()
		}()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.address+"/toolparser.v1.ToolParserService/StreamToolCalls", read)
		if err != nil {
			return
		}
		req.Header.Set("Content-Type", "application/grpc")
		req.Header.Set("Te", "trailers")
		if response, err := transport.RoundTrip(req); err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
		_ = read.Close()
	})
	return nil
}

func attackUnread(ctx context.Context, t *target) error {
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // what is open then ends with it
	client := toolparserv1.NewToolParserServiceClient(conn)
	text := strings.Repeat(`{"name": "f", "parameters": {"a": 1}} `, 100)
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	crowdOf(1000, func(int) {
		e, err := openExchange(ctx, client)
		for err == nil {
			err = e.stream.Send(&toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: text}})
		}
	})
	return nil
}

func attackMiddling(ctx context.Context, t *target) error {
	text := strings.Repeat("A text. ", 33<<7)
	crowdOf(2000, func(i int) {
		for range 5 {
			_, _ = t.client(i).ParseToolCalls(ctx, request(text)) // some are shed
		}
	})
	return nil
}

func attackHalfCalls(ctx context.Context, t *target) error {
	text := strings.Repeat(`{"name": "f", "parameters": {]`, 10<<10)
	crowdOf(256, func(i int) {
		_, _ = t.client(i).ParseToolCalls(ctx, request(text)) // some are shed
	})
	return nil
}

func attackIdle(ctx context.Context, t *target) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	crowdOf(5000, func(i int) {
		e, err := openExchange(ctx, t.client(i))
		if err == nil {
			_ = e.delta(`{"name": "f", "parameters": {"a": "` + strings.Repeat("x", 10<<10)) // some are shed
		}
	})
	return nil
}

func attackGarbage(ctx context.Context, t *target) error {
	var d net.Dialer
	crowdOf(500, func(i int) {
		conn, err := d.DialContext(ctx, "tcp", t.address)
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }() // it is no connection of anything
		begin := []string{"GET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\xff\xff", "\x16\x03\x01", ""}[i%4]
		_, _ = io.WriteString(conn, begin+strings.Repeat("\x00", 100<<10)) // it may be closed at once
	})
	return nil
}

// memory is what the server takes, and has taken at most, of memory and of address space.
func (t *target) memory() string {
	return fmt.Sprintf("%d MiB, %d at most, %d of address space", t.status("VmRSS")>>10, t.status("VmHWM")>>10, t.status("VmPeak")>>10)
}
