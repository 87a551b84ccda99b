package server_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// A rawClient speaks HTTP/2 as no gRPC client does: it takes no data, and says what it likes of messages.
type rawClient struct {
	conn   net.Conn
	framer *http2.Framer
	next   uint32
	// headers are those that came.
	headers chan *http2.MetaHeadersFrame
	// closed: the server closed the connection.
	closed chan struct{}
}

func dialRaw(t *testing.T, address string) *rawClient {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := &rawClient{conn: conn, framer: http2.NewFramer(conn, conn), next: 1, headers: make(chan *http2.MetaHeadersFrame, 10_000), closed: make(chan struct{})}
	c.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	_, _ = io.WriteString(conn, http2.ClientPreface) // what fails shows in what comes
	_ = c.framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	go func() {
		defer close(c.closed)
		for {
			frame, err := c.framer.ReadFrame()
			if err != nil {
				return
			}
			if headers, ok := frame.(*http2.MetaHeadersFrame); ok {
				c.headers <- headers
			}
		}
	}()
	return c
}

// call begins a call, and returns the number of its stream.
func (c *rawClient) call(path, contentType string, body []byte, end bool, header ...string) uint32 {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for i, fields := 0, append([]string{":method", "POST", ":scheme", "http", ":path", path, ":authority", "a", "content-type", contentType, "te", "trailers"}, header...); i < len(fields); i += 2 {
		_ = encoder.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
	}
	id := c.next
	c.next += 2
	_ = c.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block.Bytes(), EndHeaders: true})
	c.send(id, body, end)
	return id
}

// send sends what belongs to a call.
func (c *rawClient) send(id uint32, body []byte, end bool) {
	for ; len(body) > 16<<10; body = body[16<<10:] {
		_ = c.framer.WriteData(id, false, body[:16<<10])
	}
	_ = c.framer.WriteData(id, end, body)
}

// header waits for the start of an answer, and returns its header.
func (c *rawClient) header(t *testing.T, id uint32) map[string]string {
	t.Helper()
	for {
		select {
		case headers := <-c.headers:
			if headers.StreamID == id {
				fields := map[string]string{}
				for _, f := range headers.Fields {
					fields[f.Name] = f.Value
				}
				return fields
			}
		case <-time.After(patience):
			t.Fatal("no answer")
		}
	}
}

// isClosed waits until the server has closed the connection.
func (c *rawClient) isClosed(t *testing.T) {
	t.Helper()
	select {
	case <-c.closed:
	case <-time.After(patience):
		t.Fatal("the connection stays open")
	}
}

// grpcMessage is a message as gRPC sends it.
func grpcMessage(t *testing.T, m proto.Message) []byte {
	t.Helper()
	encoded, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(encoded))), encoded...)
}

// textRequest is a request whose answer is about as long.
func textRequest(n int) *toolparserv1.ParseToolCallsRequest {
	return &toolparserv1.ParseToolCallsRequest{Family: "llama3", ModelOutput: strings.Repeat("x", n)}
}

// unreadWays are the ways in which an answer comes to a client.
var unreadWays = []struct {
	name, contentType string
	http              bool
}{
	{"gRPC", "application/grpc", false},
	{"gRPC on the HTTP listener", "application/grpc", true},
	{"Connect", "application/proto", true},
	{"JSON", "application/json", true},
}

// body is a request of such a way.
func unreadBody(t *testing.T, contentType string, m *toolparserv1.ParseToolCallsRequest) (body []byte) {
	t.Helper()
	var err error
	switch contentType {
	case "application/grpc":
		return grpcMessage(t, m)
	case "application/proto":
		body, err = proto.Marshal(m)
	default:
		body, err = json.Marshal(map[string]string{"family": m.GetFamily(), "modelOutput": m.GetModelOutput()})
	}
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// startUnread is a server with two identities, whose tokens are oldToken and newToken.
func startUnread(t *testing.T, http bool, config server.Config) (r *running, address string) {
	t.Helper()
	config.TokensFile = filepath.Join(t.TempDir(), "tokens")
	writeFile(t, config.TokensFile, "greedy "+oldToken+"\nother "+newToken+"\n")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := l
	if http {
		listener = server.HTTP(l)
	}
	return startOn(t, listener, families.Registry().Families(), server.WithConfig(config)), l.Addr().String()
}

// TestUnreadAnswersCountForTheirCaller, in every protocol: who lets answers wait has no more than a caller's share of
// the memory, leaves the rest to others, and gets its own back when its connection ends.
func TestUnreadAnswersCountForTheirCaller(t *testing.T) {
	const memory = 4 << 20
	for _, way := range unreadWays {
		t.Run(way.name, func(t *testing.T) {
			r, address := startUnread(t, way.http, server.Config{MaxMemory: memory, MaxQueueTime: time.Minute})
			greedy := dialRaw(t, address)
			body := unreadBody(t, way.contentType, textRequest(60<<10))
			for range 120 { // 7 MiB of answers
				header := greedy.header(t, greedy.call(parseMethod, way.contentType, body, true, "authorization", "Bearer "+oldToken))
				if header[":status"] == "429" {
					break // errors wait, too
				}
			}
			// Buffers for what was received are given back a little later.
			eventually(t, "it has its share", func() bool { return r.server.Load().Bytes <= memory*3/4 })
			if held := r.server.Load().Bytes; held < memory/2 {
				t.Errorf("%d bytes are held: what waits doesn't count", held)
			}
			other := toolparserv1.NewToolParserServiceClient(dial(t, address))
			ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+newToken)
			if _, err := other.ParseToolCalls(ctx, textRequest(100)); err != nil {
				t.Error("another identity:", err, r.server.Load())
			}
			_ = greedy.conn.Close()
			eventually(t, "what waited is dropped", func() bool { load := r.server.Load(); return load.Bytes == 0 && load.Calls == 0 })
		})
	}
}

// TestUnreadAnswersOfStreamsCount, however short they are: each takes some memory next to its text.
func TestUnreadAnswersOfStreamsCount(t *testing.T) {
	r, address := startUnread(t, false, server.Config{MaxMemory: 1 << 20})
	c := dialRaw(t, address)
	id := c.call(streamMethod, "application/grpc", grpcMessage(t, startRequest("llama3")), false, "authorization", "Bearer "+oldToken)
	const answers, each = 2000, 256
	for range answers {
		c.send(id, grpcMessage(t, deltaRequest("a")), false)
	}
	eventually(t, "all of them count", func() bool { return r.server.Load().Bytes >= answers*each })
	_ = c.conn.Close()
	eventually(t, "they are dropped", func() bool { load := r.server.Load(); return load.Bytes == 0 && load.Streams == 0 })
}

// TestStreamsEndWithoutMemoryForAnAnswer: the error says what is missing.
func TestStreamsEndWithoutMemoryForAnAnswer(t *testing.T) {
	r, address := startUnread(t, false, server.Config{MaxMemory: 4 << 20})
	greedy := dialRaw(t, address)
	for range 60 {
		greedy.header(t, greedy.call(parseMethod, "application/grpc", grpcMessage(t, textRequest(60<<10)), true, "authorization", "Bearer "+oldToken))
	}
	before := r.server.Load().Shed["memory"] // some of these have no room for their answer
	ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+oldToken)
	stream, err := toolparserv1.NewToolParserServiceClient(dial(t, address)).StreamToolCalls(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = exchange(t, stream, startRequest("llama3"))
	for i := 0; err == nil && i < 100; i++ {
		_, err = exchange(t, stream, deltaRequest(strings.Repeat("A text. ", 1<<10)))
	}
	wantShed(t, err, "memory")
	eventually(t, "it is counted", func() bool { return r.server.Load().Shed["memory"] == before+1 })
}

// TestAnswersMustBeTaken: a call whose client doesn't take the answer ends, and its connection, whichever
// protocol it speaks. The log and the load say so.
func TestAnswersMustBeTaken(t *testing.T) {
	for _, way := range unreadWays {
		t.Run(way.name, func(t *testing.T) {
			r, address := startUnread(t, way.http, server.Config{SendTimeout: 100 * time.Millisecond})
			c := dialRaw(t, address)
			c.header(t, c.call(parseMethod, way.contentType, unreadBody(t, way.contentType, textRequest(60<<10)), true, "authorization", "Bearer "+oldToken))
			c.isClosed(t)
			eventually(t, "nothing is held", func() bool { load := r.server.Load(); return load.Bytes == 0 && load.Connections == 0 })
			if ends := r.server.Load().UnreadEnds; ends != 1 || !strings.Contains(r.log.String(), "its client doesn't take what is sent") {
				t.Errorf("%d ends, log %s", ends, r.log)
			}
		})
	}
}

// TestShortAnswersMustBeTaken, too, of calls and streams, and errors over HTTP/2.
func TestShortAnswersMustBeTaken(t *testing.T) {
	for name, test := range map[string]struct {
		path, contentType string
		http              bool
		body              []byte
		end               bool
	}{
		"a call":                 {parseMethod, "application/grpc", false, grpcMessage(t, &toolparserv1.ParseToolCallsRequest{Family: "llama3"}), true},
		"a stream":               {streamMethod, "application/grpc", false, grpcMessage(t, startRequest("llama3")), false},
		"a health check":         {healthv1.Health_Check_FullMethodName, "application/grpc", false, grpcMessage(t, new(healthv1.HealthCheckRequest)), true},
		"a call in JSON":         {parseMethod, "application/json", true, []byte(`{"family":"llama3"}`), true},
		"an error in JSON":       {parseMethod, "application/json", true, []byte(`{"family":"unknown"}`), true},
		"a stream's end in JSON": {streamMethod, "application/connect+json", true, []byte(envelope(`{"delta":"a"}`)), true},
	} {
		t.Run(name, func(t *testing.T) {
			r, address := startUnread(t, test.http, server.Config{SendTimeout: 100 * time.Millisecond})
			c := dialRaw(t, address)
			c.call(test.path, test.contentType, test.body, test.end, "authorization", "Bearer "+oldToken)
			c.isClosed(t)
			eventually(t, "nothing is held", func() bool { load := r.server.Load(); return load.Bytes == 0 && load.UnreadEnds == 1 })
		})
	}
}

// TestHTTP1AnswersMustBeTaken: a client that reads nothing of a connection is let go, whoever sends on it.
func TestHTTP1AnswersMustBeTaken(t *testing.T) {
	r, address := startUnread(t, true, server.Config{SendTimeout: 100 * time.Millisecond})
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the server closes it
	_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	body := unreadBody(t, "application/json", textRequest(8<<20))
	request := "POST " + parseMethod + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + oldToken + "\r\nContent-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n"
	if _, err := conn.Write(append([]byte(request), body...)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the connection is closed", func() bool { load := r.server.Load(); return load.UnreadEnds == 1 && load.Bytes == 0 })
}

// TestSlowReadersStay: a connection whose answers are taken, one by one, lives on, and an idle one, too.
func TestSlowReadersStay(t *testing.T) {
	r, address := startUnread(t, false, server.Config{SendTimeout: 50 * time.Millisecond})
	ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+oldToken)
	stream, err := toolparserv1.NewToolParserServiceClient(dial(t, address, grpc.WithDisableRetry())).StreamToolCalls(ctx)
	if err != nil {
		t.Fatal(err)
	}
	mustExchange(t, stream, startRequest("llama3"))
	for range 5 {
		time.Sleep(100 * time.Millisecond) // it is idle for longer than an answer may wait
		mustExchange(t, stream, deltaRequest("a word "))
	}
	if load := r.server.Load(); load.UnreadEnds != 0 {
		t.Errorf("load %+v", load)
	}
}

// TestSideMessagesAreBoundedBeforeTheyAreRead: calls that need no token announce as much as they like, and are refused
// by that.
func TestSideMessagesAreBoundedBeforeTheyAreRead(t *testing.T) {
	const check, watch = healthv1.Health_Check_FullMethodName, healthv1.Health_Watch_FullMethodName
	announced := binary.BigEndian.AppendUint32([]byte{0}, 32<<20)
	for _, http := range []bool{false, true} {
		_, address := startUnread(t, http, server.Config{ReceiveTimeout: patience})
		c := dialRaw(t, address)
		for _, path := range []string{check, watch, "/grpc.health.v1.Health/List"} {
			header := c.header(t, c.call(path, "application/grpc", append(announced[:5:5], make([]byte, 8<<10)...), false))
			if http && header["grpc-status"] == "" {
				header = c.header(t, c.next-2) // its trailer
			}
			if header["grpc-status"] != "8" || !strings.Contains(header["grpc-message"], "4096 bytes") {
				t.Errorf("HTTP %v, %s: %v", http, path, header)
			}
		}
		client := healthv1.NewHealthClient(dial(t, address))
		_, err := client.Check(testContext(t), &healthv1.HealthCheckRequest{Service: strings.Repeat("x", 4<<10)})
		wantError(t, err, codes.ResourceExhausted)
		_, err = client.Check(testContext(t), &healthv1.HealthCheckRequest{Service: strings.Repeat("x", 4<<10-3)})
		wantError(t, err, codes.NotFound)
		stream, err := client.Watch(testContext(t), &healthv1.HealthCheckRequest{Service: strings.Repeat("x", 4<<10)})
		if err == nil {
			_, err = stream.Recv()
		}
		wantError(t, err, codes.ResourceExhausted)
		if _, err := client.Check(testContext(t), new(healthv1.HealthCheckRequest)); err != nil {
			t.Error(err)
		}
	}
}

// TestSideMessagesInJSONAreBounded as those over gRPC are.
func TestSideMessagesInJSONAreBounded(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	long := `{"service":"` + strings.Repeat("x", 5<<10) + `"}`
	if code, answer, _ := r.post(t, healthv1.Health_Check_FullMethodName, "application/json", long); code != 429 || !strings.Contains(answer, "4096 bytes") {
		t.Errorf("a check: %d %s", code, answer)
	}
	if _, answer, _ := r.post(t, healthv1.Health_Watch_FullMethodName, "application/connect+json", envelope(long)); !strings.Contains(answer, "4096 bytes") {
		t.Errorf("a watch: %s", answer)
	}
	if code, answer, _ := r.post(t, healthv1.Health_Check_FullMethodName, "application/json", `{}`); code != 200 || !strings.Contains(answer, "SERVING") {
		t.Errorf("a short check: %d %s", code, answer)
	}
}

// TestSideCallsTakeNoMemoryOfOthers, and are answered when others have taken all.
func TestSideCallsTakeNoMemoryOfOthers(t *testing.T) {
	r, address := startUnread(t, false, server.Config{MaxMemory: 1 << 20})
	c := dialRaw(t, address)
	for range 200 {
		c.call(healthv1.Health_Watch_FullMethodName, "application/grpc", grpcMessage(t, new(healthv1.HealthCheckRequest)), true, "x-long", strings.Repeat("x", 16<<10))
	}
	c.header(t, c.next-2)
	if held := r.server.Load().Bytes; held != 0 {
		t.Errorf("%d bytes are held", held)
	}
	ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+newToken)
	if _, err := toolparserv1.NewToolParserServiceClient(dial(t, address)).ParseToolCalls(ctx, textRequest(100)); err != nil {
		t.Error(err)
	}
}

func checkHealth(ctx context.Context, conn *grpc.ClientConn) error {
	_, err := healthv1.NewHealthClient(conn).Check(ctx, new(healthv1.HealthCheckRequest))
	return err
}

// watched opens a health watch, of which the first status has come; what ends it is sent.
func watched(t *testing.T, conn *grpc.ClientConn) <-chan error {
	t.Helper()
	watch, err := healthv1.NewHealthClient(conn).Watch(testContext(t), new(healthv1.HealthCheckRequest))
	if err == nil {
		_, err = watch.Recv()
	}
	ended := make(chan error, 1)
	if err != nil {
		ended <- err
		return ended
	}
	go func() {
		_, err := watch.Recv()
		ended <- err
	}()
	return ended
}

// TestChecksHaveAPlace, however many watches are open, and however many checks wait for their message.
func TestChecksHaveAPlace(t *testing.T) {
	_, address := overTCP(t, server.Config{ReceiveTimeout: patience})
	for range 130 {
		conn := dial(t, address)
		for range 8 {
			watched(t, conn)
		}
	}
	if err := checkHealth(testContext(t), dial(t, address)); err != nil {
		t.Error("next to 1,040 watches:", err)
	}
	ended := make(chan error, 5*300)
	for range 5 {
		conn := dial(t, address)
		for range 300 {
			if err := silentCall(testContext(t), conn, healthv1.Health_Check_FullMethodName, ended); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantShed(t, <-ended, "health") // the oldest, for a new one
	for range 3 {
		if err := checkHealth(testContext(t), dial(t, address)); err != nil {
			t.Error("next to 1,500 checks without a message:", err)
		}
	}
}

// TestTheOldestIdleWatchGoes: a client may have a quarter of the places, and all of them together have as many as
// there are. A watch next to which calls are made stays.
func TestTheOldestIdleWatchGoes(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxConcurrentStreams: 2000})
	busy := dial(t, address)
	if _, err := toolparserv1.NewToolParserServiceClient(busy).ListFamilies(testContext(t), new(toolparserv1.ListFamiliesRequest)); err != nil {
		t.Fatal(err)
	}
	stays := watched(t, busy)
	greedy := dial(t, address)
	first := watched(t, greedy)
	for range 255 {
		watched(t, greedy)
	}
	select {
	case err := <-first:
		t.Fatal("it ends while there is a place:", err)
	default:
	}
	next := watched(t, greedy)
	wantShed(t, <-first, "health")
	var others []<-chan error
	for range 4 * 256 {
		if len(others)%256 == 0 {
			greedy = dial(t, address)
		}
		others = append(others, watched(t, greedy))
	}
	wantShed(t, <-next, "health") // all places are taken: the oldest of all goes
	for name, watch := range map[string]<-chan error{"a busy client's": stays, "the newest": others[len(others)-1]} {
		select {
		case err := <-watch:
			t.Errorf("%s watch ends: %v", name, err)
		default:
		}
	}
	if shed := r.server.Load().Shed["side"]; shed < 2 {
		t.Errorf("%d are counted", shed)
	}
}

// TestWatchesOfAnIdentityAreBoundedTogether, on however many connections.
func TestWatchesOfAnIdentityAreBoundedTogether(t *testing.T) {
	_, address := startUnread(t, false, server.Config{})
	var first <-chan error
	for i := range 257 {
		c := dial(t, address)
		ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+oldToken)
		watch, err := healthv1.NewHealthClient(c).Watch(ctx, new(healthv1.HealthCheckRequest))
		if err == nil {
			_, err = watch.Recv()
		}
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			ended := make(chan error, 1)
			go func() {
				_, err := watch.Recv()
				ended <- err
			}()
			first = ended
		}
	}
	wantShed(t, <-first, "health")
}
