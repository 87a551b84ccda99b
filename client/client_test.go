package client_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func TestParsesACompleteOutput(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	response := parse(t, c, "llama3", oneCall)
	if got, want := calls(response), []string{`get_weather{"city": "Zürich"}`}; !slices.Equal(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
	if got, want := response.GetResult().GetContent(), "Let me look. One moment."; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
}

func TestBytesThatAreNoUTF8AreReplacedOneByOne(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	request := &toolparserv1.ParseToolCallsRequest{Family: "llama3", ModelOutput: "a\xff\xfeb\xe2\x82"}
	response, err := c.Parse(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := response.GetResult().GetContent(), "a\ufffd\ufffdb\ufffd\ufffd"; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	if request.GetModelOutput() != "a\xff\xfeb\xe2\x82" {
		t.Error("the caller's request was changed")
	}
	session := begin(t, c, "llama3")
	for i := range len(request.GetModelOutput()) {
		if _, err := session.Send(request.GetModelOutput()[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	last, err := session.Finish(toolparserv1.FinishReason_FINISH_REASON_STOP)
	if err != nil || last.GetResult().GetResult().GetContent() != response.GetResult().GetContent() {
		t.Errorf("a stream gives %q, %v", last.GetResult().GetResult().GetContent(), err)
	}
}

func TestFamilies(t *testing.T) {
	c, ctx := serve(t, server.Config{}).connect(t)
	families, err := c.Families(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(families, func(f *toolparserv1.Family) bool { return f.GetName() == "kimi" }) {
		t.Errorf("no kimi in %v", families)
	}
}

func TestErrorsAreGRPCs(t *testing.T) {
	c, ctx := serve(t, server.Config{}).connect(t)
	_, err := c.Parse(ctx, &toolparserv1.ParseToolCallsRequest{Family: "unknown", ModelOutput: "x"})
	wantCode(t, err, codes.NotFound)
	_, err = c.Stream(ctx, &toolparserv1.StreamStart{Family: "unknown"})
	wantCode(t, err, codes.NotFound)
}

func TestAnswersOfMoreThanGRPCsOwnLimitArrive(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	text := strings.Repeat("x", 12<<20)
	if parse(t, c, "llama3", text).GetResult().GetContent() != text {
		t.Error("another content")
	}
}

func TestTheServiceKnowsWhatTheClientTakes(t *testing.T) {
	c, ctx := serve(t, server.Config{}).connect(t, client.WithMaxReceiveBytes(1000))
	_, err := c.Parse(ctx, &toolparserv1.ParseToolCallsRequest{Family: "llama3", ModelOutput: strings.Repeat("x", 2000)})
	wantCode(t, err, codes.ResourceExhausted)
	if !strings.Contains(err.Error(), "1000") {
		t.Errorf("%v doesn't tell the limit", err)
	}
}

func TestADeadlineEndsACall(t *testing.T) {
	// A socket that no one accepts on: the connection is made, and no answer comes.
	target := silent(t)
	c, err := client.New(target)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err = c.Parse(ctx, &toolparserv1.ParseToolCallsRequest{Family: "llama3", ModelOutput: "x"})
	wantCode(t, err, codes.DeadlineExceeded)
}

func TestUnaryCallsOutliveARestart(t *testing.T) {
	first := serve(t, server.Config{})
	c, _ := first.connect(t)
	parse(t, c, "llama3", "x")
	next := serve(t, server.Config{})
	first.kill()
	restarted := make(chan error, 1)
	time.AfterFunc(300*time.Millisecond, func() { restarted <- os.Rename(next.socket(), first.socket()) })
	parse(t, c, "llama3", oneCall)
	if err := <-restarted; err != nil {
		t.Error(err)
	}
}

// TestNoServerIsUnavailable within the deadline, whatever that is.
func TestNoServerIsUnavailable(t *testing.T) {
	target := "unix:" + filepath.Join(t.TempDir(), "none")
	c, err := client.New(target)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	for _, timeout := range []time.Duration{300 * time.Millisecond, 2 * time.Second, time.Minute} {
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		_, err = c.Families(ctx)
		cancel()
		wantCode(t, err, codes.Unavailable)
		if want := "connection refused; is `toolparser serve` running at " + target + "?"; status.Convert(err).Message() != want {
			t.Errorf("%v: %v, want %s", timeout, err, want)
		}
	}
}

// An overloaded service rejects two calls before it answers.
type overloaded struct {
	toolparserv1.UnimplementedToolParserServiceServer
	retryInfo bool
	calls     int
}

func (o *overloaded) ListFamilies(context.Context, *toolparserv1.ListFamiliesRequest) (*toolparserv1.ListFamiliesResponse, error) {
	if o.calls++; o.calls > 2 {
		return &toolparserv1.ListFamiliesResponse{}, nil
	}
	rejected := status.New(codes.ResourceExhausted, "overloaded")
	if o.retryInfo {
		rejected, _ = rejected.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)})
	}
	return nil, rejected.Err()
}

func TestAnOverloadedServiceIsAskedAgainIfItSaysSo(t *testing.T) {
	for _, retryInfo := range []bool{true, false} {
		service := &overloaded{retryInfo: retryInfo}
		socket := filepath.Join(t.TempDir(), "s")
		l, err := net.Listen("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		s := grpc.NewServer()
		toolparserv1.RegisterToolParserServiceServer(s, service)
		go func() { _ = s.Serve(l) }()
		defer s.Stop()
		c, err := client.New("unix:" + socket)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Families(t.Context())
		if retryInfo && (err != nil || service.calls != 3) {
			t.Errorf("with RetryInfo: %v after %d calls", err, service.calls)
		}
		if !retryInfo && (status.Code(err) != codes.ResourceExhausted || service.calls != 1) {
			t.Errorf("without RetryInfo: %v after %d calls", err, service.calls)
		}
		_ = c.Close()
	}
}

func TestTokens(t *testing.T) {
	const token = "a token of 16 bytes or more"
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("tester sha256:8a5993767cb266ba45eef2261257b28e95d524b0ae454f35ec7ec6f6ace97c9c\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := serve(t, server.Config{TokensFile: file})

	without, ctx := r.connect(t)
	_, err := without.Families(ctx)
	wantCode(t, err, codes.Unauthenticated)

	with, _ := r.connect(t, client.WithToken(token))
	parse(t, with, "llama3", "x")

	asked := 0
	changing, _ := r.connect(t, client.WithTokenSource(func(context.Context) (string, error) {
		asked++
		return []string{"yesterday's", token}[min(asked-1, 1)], nil
	}))
	_, err = changing.Families(ctx)
	wantCode(t, err, codes.Unauthenticated)
	parse(t, changing, "llama3", "x")

	broken, _ := r.connect(t, client.WithTokenSource(func(context.Context) (string, error) { return "", errors.New("no token today") }))
	_, err = broken.Families(ctx)
	wantCode(t, err, codes.Unauthenticated)
}

func TestATokenLeavesTheMachineByTLSAlone(t *testing.T) {
	for target, local := range map[string]bool{
		"unix:/run/t.sock":               true,
		"127.0.0.1:50051":                true,
		"dns:///localhost:50051":         true,
		"localhost":                      true,
		"[::1]:50051":                    true,
		"toolparser:50051":               false,
		"dns:///toolparser.example:5005": false,
		"localhost.example:50051":        false,
	} {
		_, err := client.New(target, client.WithToken("secret"))
		if (err == nil) != local {
			t.Errorf("%s: %v", target, err)
		}
		if _, err := client.New(target, client.WithToken("secret"), client.AllowPlaintextToken()); err != nil {
			t.Errorf("%s, allowed: %v", target, err)
		}
	}
}
