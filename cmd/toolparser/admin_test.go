package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	channelzv1 "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
)

func TestAdmin(t *testing.T) {
	serving := true
	a := &admin{metrics: http.NotFoundHandler(), serving: func() bool { return serving }, settings: []byte("max-calls: 1\n")}
	get := func(path string) (int, string) {
		recorder := httptest.NewRecorder()
		a.handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
		return recorder.Code, recorder.Body.String()
	}
	want := func(path string, code int) string {
		t.Helper()
		got, body := get(path)
		if got != code {
			t.Errorf("%s: %d", path, got)
		}
		return body
	}
	want("/healthz", http.StatusOK)
	if body := want("/config", http.StatusOK); body != "max-calls: 1\n" {
		t.Errorf("config %q", body)
	}
	want("/debug/pprof/", http.StatusNotFound)
	serving = false
	want("/healthz", http.StatusServiceUnavailable)
	a.pprof = true
	want("/debug/pprof/", http.StatusOK)
}

func TestAdminChannelz(t *testing.T) {
	a := &admin{metrics: http.NotFoundHandler(), serving: func() bool { return true }, channelz: true}
	var log strings.Builder
	stop, err := a.listen(context.Background(), "127.0.0.1:0", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	_, address, _ := strings.Cut(strings.TrimSpace(log.String()), "address=http://")
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the test is over
	if _, err := channelzv1.NewChannelzClient(conn).GetServers(context.Background(), &channelzv1.GetServersRequest{}); err != nil {
		t.Error(err)
	}
	if services := listServices(t, conn); !slices.Contains(services, "grpc.channelz.v1.Channelz") {
		t.Errorf("reflection lists %v", services)
	}
	response, err := http.Get("http://" + address + "/healthz")
	if err != nil || response.StatusCode != http.StatusOK {
		t.Error(response, err)
	}
}

// listServices asks as grpcurl does.
func listServices(t *testing.T, conn *grpc.ClientConn) (names []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	stream, err := reflectionv1.NewServerReflectionClient(conn).ServerReflectionInfo(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&reflectionv1.ServerReflectionRequest{MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{}}); err != nil {
		t.Fatal(err)
	}
	answer, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range answer.GetListServicesResponse().GetService() {
		names = append(names, service.GetName())
	}
	return names
}

func TestHealthcheck(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, h := grpc.NewServer(), health.NewServer()
	healthv1.RegisterHealthServer(s, h)
	go func() { _ = s.Serve(l) }()
	check := func() int {
		return run(context.Background(), []string{"healthcheck", l.Addr().String()}, stdio{out: io.Discard, err: io.Discard})
	}
	if code := check(); code != exitOK {
		t.Errorf("a server that serves: %d", code)
	}
	h.Shutdown()
	if code := check(); code != exitError {
		t.Errorf("a server that does not: %d", code)
	}
	s.Stop()
	if code := check(); code != exitError {
		t.Errorf("no server: %d", code)
	}
}

// TestHealthcheckNamesTLS: that a server has TLS shows only in that it goes away.
func TestHealthcheckNamesTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(nil)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.StartTLS()
	defer s.Close()
	const hint = "; if it has TLS, ask it with --tls or --tls-ca\n"
	got := execute(t, []string{"healthcheck", s.Listener.Addr().String()}, "")
	if got["exit"] != "1\n" || !strings.HasSuffix(got["stderr"], hint) {
		t.Errorf("without TLS: %v", got)
	}
	got = execute(t, []string{"healthcheck", "--tls", s.Listener.Addr().String()}, "")
	if got["exit"] != "1\n" || strings.Contains(got["stderr"], hint) {
		t.Errorf("with TLS: %v", got)
	}
	s.Close()
	got = execute(t, []string{"healthcheck", s.Listener.Addr().String()}, "")
	if got["exit"] != "1\n" || strings.Contains(got["stderr"], hint) {
		t.Errorf("no server: %v", got)
	}
}
