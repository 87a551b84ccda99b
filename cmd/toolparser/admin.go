package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"google.golang.org/grpc"
	channelz "google.golang.org/grpc/channelz/service"
	"google.golang.org/grpc/reflection"

	"github.com/toolparser/toolparser/internal/listening"
	"github.com/toolparser/toolparser/internal/web"
)

// An admin is what operators look at, apart from what callers reach: metrics,
// health, the effective configuration, and behind flags profiles and channelz.
type admin struct {
	metrics         http.Handler
	serving         func() bool
	settings        []byte
	pprof, channelz bool
}

// adminTimeout bounds how long a request of the admin listener may take to come in.
const adminTimeout = 10 * time.Second

// listen serves on address until the returned function is called.
func (a *admin) listen(ctx context.Context, address string, log *slog.Logger) (stop func(), err error) {
	l, err := listening.On(ctx, "tcp", address, "--admin-listen")
	if err != nil {
		return nil, err
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true) // for channelz, which is gRPC
	s := &http.Server{Handler: web.ForOwnNames(address, a.handler()), ReadHeaderTimeout: adminTimeout, Protocols: protocols}
	log.InfoContext(ctx, "serving admin", "address", "http://"+l.Addr().String())
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("serving admin", "error", err)
		}
	}()
	return func() { _ = s.Close() }, nil // the process is about to end
}

func (a *admin) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics)
	mux.HandleFunc("GET /healthz", a.health)
	mux.HandleFunc("GET /config", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = w.Write(a.settings) // the reader may be gone
	})
	if a.pprof {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	if !a.channelz {
		return mux
	}
	rpc := grpc.NewServer()
	channelz.RegisterChannelzServiceToServer(rpc)
	reflection.RegisterV1(rpc) // without it grpcurl would need channelz's files
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 2 && strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
			rpc.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func (a *admin) health(w http.ResponseWriter, _ *http.Request) {
	if !a.serving() {
		http.Error(w, "NOT_SERVING", http.StatusServiceUnavailable)
		return
	}
	_, _ = fmt.Fprintln(w, "SERVING") // the reader may be gone
}
