package main

import (
	"context"
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
	"google.golang.org/grpc/credentials"
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

// healthServer serves health alone until the test ends.
func healthServer(t *testing.T, options ...grpc.ServerOption) (address string, h *health.Server) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, h := grpc.NewServer(options...), health.NewServer()
	healthv1.RegisterHealthServer(s, h)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	return l.Addr().String(), h
}

func TestHealthcheck(t *testing.T) {
	address, h := healthServer(t)
	h.SetServingStatus("known", healthv1.HealthCheckResponse_SERVING)
	check := func(args ...string) string {
		got := execute(t, append([]string{"healthcheck", address}, args...), "")
		return got["exit"] + got["stdout"] + got["stderr"]
	}
	for _, c := range []struct{ name, got, want string }{
		{"serving", check(), "SERVING\n"},
		{"a service that is serving", check("--service=known"), "SERVING\n"},
		{"an unknown service", check("--service=other"), "1\ntoolparser: health of " + address + ": the server doesn't know that service; check --service\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
	h.Shutdown()
	if got := check(); got != "1\ntoolparser: health of "+address+": NOT_SERVING\n" {
		t.Errorf("draining: %q", got)
	}
	if got := check("--liveness"); got != "NOT_SERVING\n" {
		t.Errorf("draining, and asked whether it is alive: %q", got)
	}
}

func TestHealthcheckFindsTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	certificate := s.TLS.Certificates[0]
	s.Close()
	address, _ := healthServer(t, grpc.Creds(credentials.NewServerTLSFromCert(&certificate)))
	for _, args := range [][]string{{address}, {"--tls", address}, {"--liveness", address}} {
		if got := execute(t, append([]string{"healthcheck"}, args...), ""); got["stdout"] != "SERVING\n" {
			t.Errorf("%q: %v", args, got)
		}
	}
}

func TestHealthcheckSaysWhy(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := l.Addr().String()
	_ = l.Close()
	for address, want := range map[string]string{
		free:                     "connection refused; is `toolparser serve` running at " + free + "?",
		"unix:/no/such/socket":   "there is no such socket; is `toolparser serve` running at unix:/no/such/socket?",
		"no-such-host.invalid:1": "the name doesn't resolve to an address; check the host",
		"http://127.0.0.1:1":     "want host:port or unix:PATH",
	} {
		got := execute(t, []string{"healthcheck", address}, "")
		if got["exit"] != "1\n" || got["stderr"] != "toolparser: health of "+address+": "+want+"\n" {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestHealthcheckSaysWhyTLSFails(t *testing.T) {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	served := s.TLS.Certificates[0]
	s.Close()
	plain, _ := healthServer(t)
	secure, _ := healthServer(t, grpc.Creds(credentials.NewServerTLSFromCert(&served)))
	t.Chdir(t.TempDir())
	certificate(t, "other") // of another authority
	for _, c := range []struct{ flag, address, want string }{
		{"--tls", plain, "the server uses no TLS; leave out --tls and --tls-ca"},
		{"--tls-ca=cert.pem", secure, "no authority in the file of --tls-ca signed the server's certificate"},
	} {
		got := execute(t, []string{"healthcheck", c.flag, c.address}, "")
		if got["exit"] != "1\n" || got["stderr"] != "toolparser: health of "+c.address+": "+c.want+"\n" {
			t.Errorf("%s: %v", c.flag, got)
		}
	}
}

// TestAdminAnswersOnlyForItsOwnNames: a page that points a name of its own at a listener on
// loopback (DNS rebinding) reads nothing.
func TestAdminAnswersOnlyForItsOwnNames(t *testing.T) {
	a := &admin{metrics: http.NotFoundHandler(), serving: func() bool { return true }, settings: []byte("secret"), pprof: true, channelz: true}
	for _, listen := range []string{"127.0.0.1:0", "localhost:0", "0.0.0.0:0"} {
		var log strings.Builder
		stop, err := a.listen(context.Background(), listen, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		_, address, _ := strings.Cut(strings.TrimSpace(log.String()), "address=http://")
		_, port, err := net.SplitHostPort(address)
		if err != nil {
			t.Fatal(err)
		}
		for host, want := range map[string]int{
			"localhost:" + port: 200, "LOCALHOST": 200, "localhost.": 200, "127.0.0.1:" + port: 200, "127.0.0.1": 200, "127.8.9.1:80": 200, "[::1]:" + port: 200, "[::1]": 200,
			"rebound.example:" + port: 403, "rebound.example": 403, "localhost.rebound.example": 403, "127.0.0.1.rebound.example": 403, "10.0.0.1:" + port: 403, "[fe80::1]": 403, "0.0.0.0": 403,
		} {
			if listen == "0.0.0.0:0" && host == "0.0.0.0" {
				want = 200 // the configured address
			}
			for _, path := range []string{"/config", "/debug/pprof/goroutine", "/healthz"} {
				request, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				request.Host = host
				response, err := http.DefaultClient.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				_ = response.Body.Close()
				if response.StatusCode != want {
					t.Errorf("%s%s on %s: %d", host, path, listen, response.StatusCode)
				}
			}
		}
		conn, err := grpc.NewClient("127.0.0.1:"+port, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithAuthority("rebound.example"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := channelzv1.NewChannelzClient(conn).GetServers(context.Background(), &channelzv1.GetServersRequest{}); err == nil {
			t.Error("channelz answers for another's name")
		}
		_ = conn.Close()
		stop()
	}
}
