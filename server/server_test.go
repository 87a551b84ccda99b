package server_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func TestHealth(t *testing.T) {
	r := start(t)
	health := healthv1.NewHealthClient(r.conn)
	for _, service := range []string{"", "toolparser.v1.ToolParserService"} {
		response, err := health.Check(testContext(t), &healthv1.HealthCheckRequest{Service: service})
		if err != nil || response.GetStatus() != healthv1.HealthCheckResponse_SERVING {
			t.Errorf("health of %q: %v %v", service, response, err)
		}
	}
	_, err := health.Check(testContext(t), &healthv1.HealthCheckRequest{Service: "nope"})
	wantError(t, err, codes.NotFound)
	watch, stop := context.WithCancel(testContext(t))
	watcher, err := health.Watch(watch, &healthv1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watcher.Recv(); err != nil {
		t.Fatal(err)
	}
	stop()
	for _, logged := range []string{"Check peer=PEER code=OK", "Check peer=PEER code=NotFound", "Watch peer=PEER code=Canceled"} {
		want := regexp.MustCompile(`level=DEBUG msg="finished call" method=/grpc.health.v1.Health/` + strings.ReplaceAll(logged, "PEER", `\S+`))
		eventually(t, "the check is logged for those who debug: "+logged, func() bool { return want.MatchString(r.log.String()) })
	}
	if log := r.log.String(); strings.Contains(log, `level=INFO msg="finished call"`) {
		t.Errorf("checks of health are news: %s", log)
	}
}

func TestReflection(t *testing.T) {
	r := start(t)
	stream, err := reflectionv1.NewServerReflectionClient(r.conn).ServerReflectionInfo(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	request := &reflectionv1.ServerReflectionRequest{MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{}}
	if err := stream.Send(request); err != nil {
		t.Fatal(err)
	}
	response, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, service := range response.GetListServicesResponse().GetService() {
		names = append(names, service.GetName())
	}
	if want := "grpc.health.v1.Health grpc.reflection.v1.ServerReflection toolparser.v1.ToolParserService"; strings.Join(names, " ") != want {
		t.Errorf("got %q", names)
	}
	_ = stream.CloseSend()
	const logged = `level=DEBUG msg="finished call" method=/grpc.reflection.v1.ServerReflection/ServerReflectionInfo`
	eventually(t, "the call is logged for those who debug", func() bool { return strings.Contains(r.log.String(), logged) })
}

func TestPanicCostsOneCall(t *testing.T) {
	r := start(t)
	_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!panic secret"})
	if message, _ := wantError(t, err, codes.Internal); message != "internal error" {
		t.Errorf("message %q", message)
	}
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	_, err = exchange(t, stream, deltaRequest("!panic secret\n"))
	wantError(t, err, codes.Internal)

	response, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!fine {}"})
	if err != nil || len(response.GetResult().GetToolCalls()) != 1 {
		t.Errorf("the next call: %v %v", response, err)
	}
	log := r.log.String()
	for _, want := range []string{"level=ERROR msg=panic", "endLine", "a value of type string", "code=Internal"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q", want)
		}
	}
}

// TestLogsCarryNoPayloads makes every kind of call with a word that must not be
// logged, wherever a payload can hold it.
func TestLogsCarryNoPayloads(t *testing.T) {
	const secret = "s3cr3t"
	r := start(t)
	requests := []*toolparserv1.ParseToolCallsRequest{
		{Family: "line", ModelOutput: "!" + secret + ` {"a": "` + secret + `"}`},
		{Family: "line", ModelOutput: "!panic " + secret},
		{Family: "line", Tools: []*toolparserv1.Tool{tool(secret, `{"`+secret)}},
		{Family: "line", Tools: []*toolparserv1.Tool{{Type: secret, Function: &toolparserv1.FunctionDefinition{}}}},
		{Family: "line", Tools: []*toolparserv1.Tool{tool("f", `{"type": "`+secret+`"}`)}, Options: &toolparserv1.ParseOptions{ValidateArguments: true}},
		{Family: "line", Tools: []*toolparserv1.Tool{tool("f", `{"$ref": "http://`+secret+`"}`)}, Options: &toolparserv1.ParseOptions{ValidateArguments: true}},
	}
	batch, err := r.client.BatchParseToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, req := range requests {
		_, _ = r.client.ParseToolCalls(testContext(t), req)
		if err := batch.Send(&toolparserv1.BatchParseToolCallsRequest{Id: secret, Request: req}); err != nil {
			t.Fatal(err)
		}
		if _, err := batch.Recv(); err != nil {
			t.Fatal(err)
		}
		stream := openStream(t, r)
		_, _ = exchange(t, stream, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{
			Start: &toolparserv1.StreamStart{Family: "line", Tools: req.GetTools(), Options: req.GetOptions()},
		}})
		_, _ = exchange(t, stream, deltaRequest(req.GetModelOutput()))
		_, _ = exchange(t, stream, deltaRequest("\n"))
		_ = stream.CloseSend()
	}
	_ = batch.CloseSend()
	_, _ = batch.Recv()
	eventually(t, "13 calls are logged", func() bool { return strings.Count(r.log.String(), "finished call") >= 13 })
	if log := r.log.String(); strings.Contains(log, secret) {
		t.Error("the log holds a payload:", log)
	}
	for _, want := range []string{
		"level=INFO msg=\"finished call\" method=/toolparser.v1.ToolParserService/ParseToolCalls peer=",
		"code=InvalidArgument",
		"invalid_fields=[tools[0].function.parameters]",
	} {
		if !strings.Contains(r.log.String(), want) {
			t.Errorf("the log has no %q", want)
		}
	}
}

func TestDrainLetsOpenCallsEnd(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{ShutdownTimeout: patience}))
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	watch, err := healthv1.NewHealthClient(r.conn).Watch(testContext(t), &healthv1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if response, err := watch.Recv(); err != nil || response.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		t.Fatal(response, err)
	}
	r.stop()
	if response, err := watch.Recv(); err != nil || response.GetStatus() != healthv1.HealthCheckResponse_NOT_SERVING {
		t.Error("health while draining:", response, err)
	}
	if _, err := watch.Recv(); err == nil {
		t.Error("the watch goes on")
	}
	eventually(t, "new calls are refused", func() bool {
		_, err := r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
		return statusCode(err) == codes.Unavailable
	})
	mustExchange(t, stream, deltaRequest("!f {}"))
	if result := mustExchange(t, stream, finishRequest(0)).GetResult(); len(result.GetResult().GetToolCalls()) != 1 {
		t.Errorf("result %v", result)
	}
	_ = stream.CloseSend()
	wantEnd(t, r)
	if strings.Contains(r.log.String(), "cutting off") {
		t.Error("calls were cut off")
	}
}

// TestDrainEndsEveryWatch has a watch that a drain has nothing to tell.
func TestDrainEndsEveryWatch(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{ShutdownTimeout: patience}))
	watch, err := healthv1.NewHealthClient(r.conn).Watch(testContext(t), &healthv1.HealthCheckRequest{Service: "nope"})
	if err != nil {
		t.Fatal(err)
	}
	if response, err := watch.Recv(); err != nil || response.GetStatus() != healthv1.HealthCheckResponse_SERVICE_UNKNOWN {
		t.Fatal(response, err)
	}
	r.stop()
	if _, err := watch.Recv(); err == nil {
		t.Error("the watch goes on")
	}
	wantEnd(t, r)
}

func wantEnd(t *testing.T, r *running) {
	t.Helper()
	select {
	case err := <-r.ended:
		if err != nil {
			t.Error("ended with", err)
		}
	case <-time.After(patience):
		t.Error("the server does not end")
	}
}

func TestDrainCutsOffAfterTimeout(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{ShutdownTimeout: 50 * time.Millisecond}))
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	r.stop()
	wantEnd(t, r)
	_, err := stream.Recv()
	wantError(t, err, codes.Unavailable)
	if !strings.Contains(r.log.String(), "cutting off") {
		t.Error("that calls were cut off is not logged")
	}
}

func TestNewTellsConfigErrors(t *testing.T) {
	_, err := server.New(testRegistry(t), server.WithConfig(server.Config{
		MaxRequestBytes: server.MaxOutputBytes + 1, MaxStreamBytes: -1, ShutdownTimeout: -1,
		TLSCertFile: "cert.pem", ClientNames: []string{""},
	}))
	for _, want := range []string{`client names ""`, "max request bytes", "max stream bytes", "shutdown timeout -1ns", "tls cert needs tls key"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v has no %q", err, want)
		}
	}
}

// TestServerOptions has an interceptor of the program's own, outside of the
// server's.
func TestServerOptions(t *testing.T) {
	var seen []codes.Code
	r := start(t, server.WithServerOptions(grpc.ChainUnaryInterceptor(
		func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
			response, err := handler(ctx, req)
			seen = append(seen, statusCode(err))
			return response, err
		})))
	_, _ = r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!panic"})
	if len(seen) != 1 || seen[0] != codes.Internal {
		t.Errorf("seen %v", seen)
	}
}
