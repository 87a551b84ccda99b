package server_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

func TestHTTPTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "gateway "+oldToken+"\n")
	r := startHTTP(t, testRegistry(t).Families(), server.Config{TokensFile: file})
	for _, protocol := range protocols {
		err := r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "line"}, protocol.options...)
		if message, details := wantConnect(t, err, codes.Unauthenticated); message != "not authenticated" || len(details) > 0 {
			t.Errorf("%s: more is reported: %v", protocol.name, err)
		}
	}
	for _, test := range []struct {
		name, path, authorization string
		want                      int
	}{
		{"right", parseMethod, "Bearer " + oldToken, 400}, // a request without a family
		{"wrong", parseMethod, "Bearer " + newToken, 401},
		{"missing", parseMethod, "", 401},
		{"health without", "/grpc.health.v1.Health/Check", "", 200},
	} {
		if status, answer, _ := r.post(t, test.path, "application/json", "{}", "Authorization", test.authorization); status != test.want {
			t.Errorf("%s: %d %s", test.name, status, answer)
		}
	}
	if refused := r.server.Load().Refused["Unauthenticated"]; refused != uint64(len(protocols))+2 {
		t.Errorf("%d are counted", refused)
	}
	if log := r.log.String(); !strings.Contains(log, "identity=gateway") || strings.Contains(log, oldToken) {
		t.Errorf("log:\n%s", log)
	}
}

func TestHTTPCertificates(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile, caFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "ca.pem")
	writeKeyPair(t, certFile, keyFile, 1)
	ours, theirs := newAuthority(t), newAuthority(t)
	writeFile(t, caFile, ours.pem())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := startOn(t, server.HTTP(l), testRegistry(t).Families(), server.WithConfig(server.Config{
		TLSCertFile: certFile, TLSKeyFile: keyFile, ClientCAFile: caFile, ClientNames: []string{"gateway"},
	}))
	for _, test := range []struct {
		name string
		cert tls.Certificate
		want int // 0: no connection
	}{
		{"allowed", ours.issue("gateway", time.Hour), 200},
		{"another name", ours.issue("stranger", time.Hour), 403},
		{"none", tls.Certificate{}, 401},
		{"expired", ours.issue("gateway", -time.Minute), 0},
		{"of another authority", theirs.issue("gateway", time.Hour), 0},
	} {
		for _, http2 := range []bool{false, true} {
			client := httpClient(t, http2, &tls.Config{
				InsecureSkipVerify:   true,
				GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &test.cert, nil },
			})
			response, err := client.Post("https://"+l.Addr().String()+parseMethod, "application/json", strings.NewReader(`{"family": "line"}`))
			if err != nil {
				if test.want != 0 {
					t.Errorf("%s: %v", test.name, err)
				}
				continue
			}
			_ = response.Body.Close()
			if response.StatusCode != test.want || (response.ProtoMajor == 2) != http2 {
				t.Errorf("%s: %s %d", test.name, response.Proto, response.StatusCode)
			}
		}
	}
	if !strings.Contains(r.log.String(), "identity=gateway") {
		t.Error("the log has no identity")
	}
}

func TestHTTPCallsInFlightAreBounded(t *testing.T) {
	if runtime.GOMAXPROCS(0) == 1 {
		t.Skip("the call that is held up has the only turn, which the stream waits for")
	}
	family, begun, leave := held()
	r := startHTTP(t, []*parsers.Family{family}, server.Config{MaxCalls: 1, MaxStreams: 1})
	done := make(chan error, 1)
	go func() {
		_, err := r.client.ParseToolCalls(testContext(t), heldRequest())
		done <- err
	}()
	<-begun
	for _, protocol := range protocols {
		err := r.parse(t, heldRequest(), protocol.options...)
		message, details := wantConnect(t, err, codes.ResourceExhausted)
		if retry, ok := details[0].(*errdetails.RetryInfo); !ok || retry.GetRetryDelay().AsDuration() < 100*time.Millisecond || !strings.Contains(message, "calls") {
			t.Errorf("%s: %q %v", protocol.name, message, details)
		}
	}
	if status, answer, _ := r.post(t, "/grpc.health.v1.Health/Check", "application/json", "{}"); status != 200 {
		t.Errorf("health: %d %s", status, answer)
	}
	mustExchange(t, openStream(t, r.running), startRequest("held"))
	_, err := exchange(t, openStream(t, r.running), startRequest("held"))
	wantShed(t, err, "streams")
	close(leave)
	if err := <-done; err != nil {
		t.Error("the call that was taken:", err)
	}
	if load := r.server.Load(); load.Shed["calls"] != uint64(len(protocols)) || load.Shed["streams"] != 1 {
		t.Errorf("load %+v", load)
	}
}

func TestHTTPMemoryIsBounded(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{MaxMemory: 1 << 20})
	// The body alone is too much; then what it turns into; then all that streams hold.
	for _, n := range []int{2 << 20, 400 << 10} {
		err := r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat("x", n)})
		message, details := wantConnect(t, err, codes.ResourceExhausted)
		if _, ok := details[0].(*errdetails.RetryInfo); !ok || !strings.Contains(message, "memory") {
			t.Errorf("%q %v", message, details)
		}
	}
	var err error
	var streams int
	for ; err == nil && streams < 100; streams++ {
		stream := openStream(t, r.running)
		mustExchange(t, stream, startRequest("line"))
		_, err = exchange(t, stream, deltaRequest(strings.Repeat("x", 50<<10)))
	}
	wantShed(t, err, "memory")
	eventually(t, "all are counted", func() bool { return r.server.Load().Shed["memory"] == 3 })
	if streams < 4 || streams > 8 {
		t.Errorf("%d streams of 50 KiB are open in 1 MiB", streams-1)
	}
	_ = r.conn.Close()
	wantNothingHeld(t, r)
}

// TestHTTPDeadlines: a call ends at the deadline that its protocol tells, and its work
// with it.
func TestHTTPDeadlines(t *testing.T) {
	for _, protocol := range protocols {
		pieces := make(chan struct{}, 1<<10)
		r := startHTTP(t, []*parsers.Family{slowFamily(pieces)}, server.Config{})
		// On a slow machine a deadline may pass before the work has started.
		for timeout := 200 * time.Millisecond; len(pieces) == 0 && timeout < patience; timeout *= 2 {
			ctx, cancel := context.WithTimeout(testContext(t), timeout)
			_, err := overHTTP[toolparserv1.ParseToolCallsRequest, toolparserv1.ParseToolCallsResponse](ctx, r, r.http2, parseMethod, slowRequest(), protocol.options...)
			cancel()
			wantConnect(t, err, codes.DeadlineExceeded)
			wantNothingHeld(t, r)
		}
		if n := len(pieces); n == 0 || n >= slowPieces {
			t.Errorf("%s: %d pieces of %d were parsed", protocol.name, n, slowPieces)
		}
	}
	r := startHTTP(t, []*parsers.Family{slowFamily(make(chan struct{}, 1<<10))}, server.Config{})
	status, answer, _ := r.post(t, parseMethod, "application/json",
		`{"family": "slow", "model_output": "`+slowRequest().GetModelOutput()+`"}`, "Connect-Timeout-Ms", "50")
	if status != http.StatusGatewayTimeout || !strings.Contains(answer, "deadline_exceeded") {
		t.Errorf("limited by a header: %d %s", status, answer)
	}
}

// slowPieces is how many pieces the output of slowRequest has.
const slowPieces = 40

// slowFamily takes four seconds for it.
func slowFamily(pieces chan struct{}) *parsers.Family {
	return pieceFamily("slow", func([]byte) {
		pieces <- struct{}{}
		time.Sleep(4 * time.Second / slowPieces)
	})
}

func slowRequest() *toolparserv1.ParseToolCallsRequest {
	return &toolparserv1.ParseToolCallsRequest{Family: "slow", ModelOutput: strings.Repeat("x", slowPieces*(64<<10))}
}

// TestHTTPWorkEndsWithItsCaller: a client that closes its connection ends its call.
func TestHTTPWorkEndsWithItsCaller(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		pieces := make(chan struct{}, 1<<10)
		r := startHTTP(t, []*parsers.Family{slowFamily(pieces)}, server.Config{})
		client := map[bool]*http.Client{false: r.http1, true: r.http2}[http2]
		ctx, leave := context.WithCancel(testContext(t))
		go func() {
			<-pieces
			leave()
		}()
		_, err := overHTTP[toolparserv1.ParseToolCallsRequest, toolparserv1.ParseToolCallsResponse](ctx, r, client, parseMethod, slowRequest())
		wantConnect(t, err, codes.Canceled)
		wantNothingHeld(t, r)
		if n := len(pieces); n >= slowPieces-1 {
			t.Errorf("HTTP/2 %v: the work went on", http2)
		}
	}
}

func TestHTTPIdleStreamsEnd(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{StreamIdleTimeout: 200 * time.Millisecond})
	stream := openStream(t, r.running)
	_, err := exchange(t, stream, startRequest("line"))
	if err == nil { // on a slow machine it has ended already
		_, err = stream.Recv()
	}
	wantError(t, err, codes.DeadlineExceeded)
	wantNothingHeld(t, r)
	if ends := r.server.Load().IdleEnds; ends != 1 {
		t.Errorf("%d idle ends", ends)
	}
}

// TestHTTPStreamsThatAreNotReadEnd, however long their client goes on sending.
func TestHTTPStreamsThatAreNotReadEnd(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{SendTimeout: 200 * time.Millisecond})
	stream := openStream(t, r.running)
	_, _ = exchange(t, stream, startRequest("line")) // on a slow machine it has ended already
	go func() {
		for stream.Send(deltaRequest(strings.Repeat("x\n", 30<<10))) == nil {
		}
	}()
	wantNothingHeld(t, r)
}

// TestHTTPBodiesMustArrive: a client that doesn't send what it promised is let go.
func TestHTTPBodiesMustArrive(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{ReceiveTimeout: 200 * time.Millisecond})
	for _, path := range []string{parseMethod, streamMethod} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		contentType := map[string]string{parseMethod: "application/json", streamMethod: "application/connect+json"}[path]
		_, _ = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: a\r\nContent-Type: "+contentType+"\r\nContent-Length: 100\r\n\r\n{")
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		_ = conn.Close()
	}
	wantNothingHeld(t, r)
}

// TestHTTPDrains: an open stream ends as it would have, and then the server.
func TestHTTPDrains(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	stream := connect.NewClient[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse](r.http2, r.url+streamMethod).CallBidiStream(testContext(t))
	_ = stream.Send(startRequest("line"))
	if _, err := stream.Receive(); err != nil {
		t.Fatal(err)
	}
	r.stop()
	eventually(t, "nothing new is taken", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	_ = stream.Send(finishRequest(0))
	if answer, err := stream.Receive(); err != nil || answer.GetResult() == nil {
		t.Errorf("the open stream: %v, %v", answer, err)
	}
	_ = stream.CloseRequest()
	_, _ = stream.Receive()
	_ = stream.CloseResponse()
	if err := <-r.ended; err != nil {
		t.Error(err)
	}
	if strings.Contains(r.log.String(), "cutting off") {
		t.Error("it was cut off")
	}
}

// TestHTTPShutdownTimeoutIsABound, whatever still runs.
func TestHTTPShutdownTimeoutIsABound(t *testing.T) {
	family, begun, leave := held()
	defer close(leave)
	r := startHTTP(t, []*parsers.Family{family}, server.Config{ShutdownTimeout: 100 * time.Millisecond})
	go func() { _ = r.parse(t, heldRequest()) }()
	<-begun
	r.stop()
	select {
	case err := <-r.ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("the server doesn't end")
	}
}

// TestHTTPChunksThatAreWrongAreTheCallersMistake: a chunk's size that no number holds, or that
// is none. What breaks off in the middle of a chunk that is right is a client that has left.
func TestHTTPChunksThatAreWrongAreTheCallersMistake(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	const body = `{"family": "line", "modelOutput": "x"}`
	const leaves = "ff\r\n" + body
	for chunks, want := range map[string]int{
		"26\r\n" + body + "\r\n0\r\n\r\n":                            200,
		"fffffffffffffffff\r\n" + body + "\r\n0\r\n\r\n":             400,
		"26\r\n" + body + "\r\n10000000000000000\r\n":                400,
		"none\r\n" + body + "\r\n0\r\n\r\n":                          400,
		"\r\n" + body + "\r\n0\r\n\r\n":                              400,
		"26;" + strings.Repeat("x", 8<<10) + "\r\n" + body + "\r\n0": 400,
		"25\r\n" + body + "\r\n0\r\n\r\n":                            400, // a byte too many in the chunk
		leaves:                                                       499,
	} {
		status, answer := rawPost(t, r.url, chunks, chunks == leaves)
		if status != want {
			t.Errorf("%.40q: %d %s", chunks, status, answer)
		}
		if want == 400 && !strings.Contains(answer, `"code":"invalid_argument","message":"the body's chunks: `) {
			t.Errorf("%.40q: %s", chunks, answer)
		}
	}
	if refused := r.server.Load().Refused; refused["InvalidArgument"] != 6 || refused["Canceled"] != 1 {
		t.Errorf("refused %v", refused)
	}
}

// rawPost makes a unary call over HTTP/1.1 whose body is these chunks; if it leaves it says
// that no more will come.
func rawPost(t *testing.T, url, chunks string, leaves bool) (status int, answer string) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the answer is read
	go func() {
		_, _ = io.WriteString(conn, "POST "+parseMethod+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"+chunks)
		if leaves {
			_ = conn.(*net.TCPConn).CloseWrite()
		}
	}()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(response.Body) // the connection may be reset after it
	return response.StatusCode, string(text)
}
