package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The attacks of this file hold what others need: slots, memory, turns.

// connections opens n connections, and closes them in the end.
func (t *target) connections(n int) (conns []*grpc.ClientConn, end func(), err error) {
	end = func() {
		for _, conn := range conns {
			_ = conn.Close() // what is open ends with it
		}
	}
	for range n {
		conn, err := t.connect()
		if err != nil {
			end()
			return nil, nil, err
		}
		conns = append(conns, conn)
	}
	return conns, end, nil
}

// attackNoMessage opens unary calls, and sends nothing.
func attackNoMessage(ctx context.Context, t *target) error {
	conns, end, err := t.connections(5)
	if err != nil {
		return err
	}
	defer end()
	ctx, cancel := context.WithTimeout(ctx, attackTime)
	defer cancel()
	crowdOf(5*1000, func(i int) {
		stream, err := conns[i%5].NewStream(ctx, &grpc.StreamDesc{ClientStreams: true}, toolparserv1.ToolParserService_ParseToolCalls_FullMethodName)
		if err == nil {
			_ = stream.RecvMsg(new(toolparserv1.ParseToolCallsResponse)) // it ends with an error
		}
	})
	return nil
}

func attackHalfBodies(ctx context.Context, t *target) error {
	ctx, cancel := context.WithTimeout(ctx, attackTime)
	defer cancel()
	var d net.Dialer
	crowdOf(4200, func(int) {
		conn, err := d.DialContext(ctx, "tcp", t.web)
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }() // it did what it was for
		_, _ = io.WriteString(conn, "POST /toolparser.v1.ToolParserService/ParseToolCalls HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		_ = conn.SetReadDeadline(time.Now().Add(attackTime))
		_, _ = io.Copy(io.Discard, conn) // until the server has enough
	})
	return nil
}

// attackAllStreams takes all streams that two connections can get, in multiplexed ones too,
// and has a third one take 8.
func attackAllStreams(ctx context.Context, t *target) error {
	conns, end, err := t.connections(3)
	if err != nil {
		return err
	}
	defer end()
	for _, conn := range conns[:2] {
		mux, err := toolparserv1.NewToolParserServiceClient(conn).MultiplexToolCalls(ctx)
		if err != nil {
			return err
		}
		var inputs []*toolparserv1.MultiplexInput
		for i := range 8192 {
			inputs = append(inputs, &toolparserv1.MultiplexInput{Output: uint64(i), Input: &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "llama3"}}})
		}
		_ = mux.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: inputs}) // the answer says
		if _, err := mux.Recv(); err != nil {
			return err
		}
	}
	time.Sleep(time.Second)
	for i := range 8 {
		e, err := openExchange(ctx, toolparserv1.NewToolParserServiceClient(conns[2]))
		if err == nil {
			err = e.delta("hi")
		}
		if err != nil {
			return fmt.Errorf("stream %d of a third connection: %w", i, err)
		}
	}
	return nil
}

// bigTools are 3.8 MiB.
func bigTools(i int) []*toolparserv1.Tool {
	parameters := `{"description": "` + strings.Repeat("x", 38<<10) + `"}`
	var tools []*toolparserv1.Tool
	for n := range 100 {
		tools = append(tools, &toolparserv1.Tool{Function: &toolparserv1.FunctionDefinition{Name: fmt.Sprint("f", i, "_", n), Parameters: parameters}})
	}
	return tools
}

func startWith(start *toolparserv1.StreamStart) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: start}}
}

func attackTools(ctx context.Context, t *target) error {
	return t.openStreams(ctx, 400, 40, func(i int) *toolparserv1.StreamStart {
		return &toolparserv1.StreamStart{Family: "llama3", Tools: bigTools(i)}
	})
}

// attackCheckedTools has schemas that take many times their text once they are compiled.
func attackCheckedTools(ctx context.Context, t *target) error {
	return t.openStreams(ctx, 400, 40, func(i int) *toolparserv1.StreamStart {
		start := &toolparserv1.StreamStart{Family: "llama3", Options: &toolparserv1.ParseOptions{ValidateArguments: true}}
		for n := range 30 {
			schema := `{"properties":{` + strings.Repeat(`"a":{"type":"string","minLength":1},`, 200) + fmt.Sprintf(`"x%d_%d":{}}}`, i, n)
			for k := range 200 {
				schema = strings.Replace(schema, `"a":`, fmt.Sprintf(`"b%d":`, k), 1)
			}
			start.Tools = append(start.Tools, &toolparserv1.Tool{Function: &toolparserv1.FunctionDefinition{Name: fmt.Sprint("f", n), Parameters: schema}})
		}
		return start
	})
}

// openStreams opens n streams, some at a time, and keeps them open for a while.
func (t *target) openStreams(ctx context.Context, n, atOnce int, start func(i int) *toolparserv1.StreamStart) error {
	conns, end, err := t.connections(8)
	if err != nil {
		return err
	}
	defer end()
	crowdOf(atOnce, func(worker int) {
		for i := worker; i < n && ctx.Err() == nil; i += atOnce {
			stream, err := toolparserv1.NewToolParserServiceClient(conns[i%len(conns)]).StreamToolCalls(ctx)
			if err != nil {
				continue
			}
			e := &exchange{stream}
			_, _ = e.send(startWith(start(i))) // some are shed
		}
	})
	sleep(ctx, 2*time.Second)
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func attackMultiplexedTools(ctx context.Context, t *target) error {
	conns, end, err := t.connections(8)
	if err != nil {
		return err
	}
	defer end()
	crowdOf(40, func(worker int) {
		mux, err := toolparserv1.NewToolParserServiceClient(conns[worker%len(conns)]).MultiplexToolCalls(ctx)
		for i := 0; err == nil && i < 10; i++ {
			err = mux.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: []*toolparserv1.MultiplexInput{{
				Output: uint64(i), Input: &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "llama3", Tools: bigTools(i)}},
			}}})
			if err == nil {
				_, err = mux.Recv() // some are shed
			}
		}
	})
	sleep(ctx, 2*time.Second)
	return nil
}

// repaired are outputs of which each byte or two has to be repaired, or is a call of its own.
func repaired(n int) []*toolparserv1.ParseToolCallsRequest {
	fill := func(before, unit, after string) string { return before + strings.Repeat(unit, n/len(unit)) + after }
	return []*toolparserv1.ParseToolCallsRequest{
		request(fill(`{"name":"f","parameters":{"a":[`, `'a' `, `]}}`)),
		request(fill(`{"name":"f","parameters":{"a":"`, "\x01", `"}}`)),
		request(fill(`{"name":"f","parameters":{"a":[`, `1 `, `]}}`)),
		{Family: "pythonic", ModelOutput: fill(`[f(a="`, "\x01", `")]`)},
	}
}

func shortCalls(n int) []*toolparserv1.ParseToolCallsRequest {
	return []*toolparserv1.ParseToolCallsRequest{
		{Family: "pythonic", ModelOutput: "[" + strings.Repeat("f(),", n/4) + "]"},
		{Family: "mistral", ModelOutput: "[TOOL_CALLS][" + strings.Repeat(`{"name":"f"},`, n/13) + "]"},
		{Family: "hermes", ModelOutput: strings.Repeat(`<tool_call>{"name"`, n/18)},
	}
}

func attackRepairs(ctx context.Context, t *target) error {
	return t.parseAll(ctx, append(repaired(longText/2), repaired(1<<20)...))
}

func attackShortCalls(ctx context.Context, t *target) error {
	return t.parseAll(ctx, append(shortCalls(longText/2), shortCalls(1<<20)...))
}

func (t *target) parseAll(ctx context.Context, requests []*toolparserv1.ParseToolCallsRequest) error {
	messages := shareAll(requests)
	crowdOf(32, func(i int) {
		for n := range 4 {
			parse(ctx, t.conn(i), messages[(i+n)%len(messages)])
		}
	})
	return nil
}

func attackStreamedRepairs(ctx context.Context, t *target) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	requests := append(repaired(1<<20), shortCalls(1<<20)...)
	crowdOf(200, func(i int) {
		r := requests[i%len(requests)]
		stream, err := t.client(i).StreamToolCalls(ctx)
		if err != nil {
			return
		}
		e := &exchange{stream}
		_, err = e.send(startWith(&toolparserv1.StreamStart{Family: r.GetFamily()}))
		for text := r.GetModelOutput(); err == nil && text != ""; {
			n := min(len(text), 16<<10)
			err = e.delta(text[:n]) // some are shed
			text = text[n:]
		}
		if err == nil && i%2 == 0 {
			_, _ = e.finish()
		}
	})
	return nil
}

// post sends a request in JSON, again and again.
func (t *target) post(ctx context.Context, callers int, method, contentType, body string) error {
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	transport := &http.Transport{MaxIdleConnsPerHost: callers}
	defer transport.CloseIdleConnections()
	crowdOf(callers, func(int) {
		for ctx.Err() == nil {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.web+"/toolparser.v1.ToolParserService/"+method, strings.NewReader(body))
			if err != nil {
				return
			}
			req.Header.Set("Content-Type", contentType)
			if response, err := transport.RoundTrip(req); err == nil {
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
			}
		}
	})
	return nil
}

func attackJSON(ctx context.Context, t *target) error {
	return t.post(ctx, 100, "ParseToolCalls", "application/json", `{"family": "llama3", "tools": [`+strings.Repeat("{},", 262_000)+`{}]}`)
}

func attackLongJSON(ctx context.Context, t *target) error {
	return t.post(ctx, 100, "ParseToolCalls", "application/json", `{"family": "llama3", "model_output": "`+strings.Repeat(`\n\u0041`, 1<<20)+`"}`)
}

func attackMultiplexedLists(ctx context.Context, t *target) error {
	message := `{"inputs": [{"start": {"tools": [` + strings.Repeat("{},", 262_000) + `{}]}}]}`
	n := len(message)
	return t.post(ctx, 100, "MultiplexToolCalls", "application/connect+json", string([]byte{0, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})+message)
}

func attackWatches(ctx context.Context, t *target) error {
	conns, end, err := t.connections(5)
	if err != nil {
		return err
	}
	defer end()
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	crowdOf(5000, func(i int) {
		watch, err := healthv1.NewHealthClient(conns[i%5]).Watch(ctx, new(healthv1.HealthCheckRequest))
		for err == nil {
			_, err = watch.Recv()
		}
	})
	return nil
}

func attackConnections(ctx context.Context, t *target) error {
	ctx, cancel := context.WithTimeout(ctx, attackTime)
	defer cancel()
	var d net.Dialer
	crowdOf(15, func(int) {
		var conns []net.Conn
		for range 1000 {
			conn, err := d.DialContext(ctx, "tcp", t.address)
			if err != nil {
				break
			}
			_, _ = io.WriteString(conn, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00") // it may be closed at once
			conns = append(conns, conn)
		}
		sleep(ctx, 5*time.Second)
		for _, conn := range conns {
			_ = conn.Close()
		}
	})
	return nil
}

func attackHeaders(ctx context.Context, t *target) error {
	conns, end, err := t.connections(8)
	if err != nil {
		return err
	}
	defer end()
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	crowdOf(5000, func(i int) {
		ctx := metadata.AppendToOutgoingContext(ctx, "x-long", fmt.Sprintf("%0*d", 24<<10, i))
		if stream, err := toolparserv1.NewToolParserServiceClient(conns[i%8]).StreamToolCalls(ctx); err == nil {
			_, _ = stream.Recv() // it ends with the attack
		}
	})
	return nil
}
