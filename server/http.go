package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/rs/cors"
	"google.golang.org/grpc"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/tlsfiles"
	"github.com/toolparser/toolparser/internal/web"
	"github.com/toolparser/toolparser/server/page"
)

// An httpListener is one for HTTP, among those for gRPC.
type httpListener struct{ net.Listener }

// HTTP marks a listener for Serve: what comes there is HTTP, not gRPC alone. The same
// calls are answered as Connect, gRPC-Web and JSON.
func HTTP(l net.Listener) net.Listener { return httpListener{l} }

// An httpServer serves the methods of a gRPC server over HTTP.
type httpServer struct {
	config     Config
	gate       *admit.Gate
	handshakes *tlsfiles.Handshakes
	origins    *cors.Cors
	server     *http.Server
	// grpc is a server of its own, with all that the other one has: what runs in it
	// came over HTTP, so that each can be drained as its protocol wants it.
	grpc *grpc.Server
}

func newHTTPServer(s *Server, rpc *grpc.Server) (*httpServer, error) {
	origins := listedOrigins(s.config.HTTPOrigins)
	w := &httpServer{config: s.config, gate: s.gate, handshakes: s.handshakes, origins: origins, grpc: rpc}
	calls, err := web.NewHandler(web.Config{
		RPC:             rpc,
		Gate:            s.gate,
		Turns:           s.service.turns,
		Memory:          s.service.memory,
		MaxMessageBytes: maxMessage(s.config), // as gRPC's own bound
		MaxStreamBytes:  s.config.MaxStreamBytes,
		Listed:          s.service.listed(),
		ReceiveTimeout:  s.config.ReceiveTimeout,
		Invalid:         invalid,
		Log:             s.log,
		ListedOrigin:    origins.OriginAllowed,
	})
	if err != nil {
		return nil, err
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	w.server = &http.Server{
		Handler:           w.aging(w.bounded(w.routes(calls))),
		Protocols:         protocols,
		ReadHeaderTimeout: handshakeTimeout,
		IdleTimeout:       s.config.StreamIdleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: int(s.config.MaxConcurrentStreams),
			SendPingTimeout:      s.config.KeepaliveTime,
			PingTimeout:          s.config.KeepaliveTimeout,
		},
		ConnContext: w.connected,
		ConnState:   w.handshakes.Changed,
		ErrorLog:    slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	if s.tls != nil {
		w.server.TLSConfig = s.tls.Config("h2", "http/1.1")
	}
	return w, nil
}

func (w *httpServer) serve(l net.Listener) error {
	counted := w.gate.Listener(l)
	var err error
	if w.server.TLSConfig != nil {
		err = w.server.ServeTLS(counted, "", "")
	} else {
		err = w.server.Serve(counted)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve http %s: %w", l.Addr(), err)
}

// drain takes nothing new, and returns when all that is open has ended.
func (w *httpServer) drain() { _ = w.server.Shutdown(context.Background()) } // it doesn't fail

// stop cuts off what is open.
func (w *httpServer) stop() {
	_ = w.server.Close() // what can't be closed is closed
	w.grpc.Stop()
}

// routes has the page next to the calls, where it is asked for.
func (w *httpServer) routes(calls http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", w.crossOrigin(calls))
	if w.config.Page {
		mux.Handle("GET /{$}", page.Handler())
		mux.Handle("GET "+page.Path, page.Handler())
	}
	return mux
}

type connectedKey struct{}

// connected has the calls of a connection made by its client, and notes when it began.
func (w *httpServer) connected(ctx context.Context, conn net.Conn) context.Context {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return context.WithValue(admit.WithConnection(ctx, conn), connectedKey{}, time.Now())
}

// aging asks the client of an old connection to make a new one.
func (w *httpServer) aging(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		begun, ok := r.Context().Value(connectedKey{}).(time.Time)
		if age := w.config.MaxConnectionAge; ok && age > 0 && time.Since(begun) > age {
			rw.Header().Set("Connection", "close")
		}
		next.ServeHTTP(rw, r)
	})
}

// bounded has answers over HTTP/2 end when their client doesn't take them, as package admit sees to for those of
// calls, and for connections of HTTP/1.1.
func (w *httpServer) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor >= 2 {
			_ = http.NewResponseController(rw).SetWriteDeadline(time.Now().Add(w.config.SendTimeout)) // it has them
		}
		next.ServeHTTP(rw, r)
	})
}

// crossOrigin gives pages of the configured origins the permission that their browsers ask for.
func (w *httpServer) crossOrigin(next http.Handler) http.Handler {
	if len(w.config.HTTPOrigins) == 0 {
		return next
	}
	return w.origins.Handler(next)
}

// listedOrigins lets pages of these origins call, and no others.
func listedOrigins(origins []string) *cors.Cors {
	if len(origins) == 0 {
		return cors.New(cors.Options{AllowOriginFunc: func(string) bool { return false }}) // without any, all would be allowed
	}
	return cors.New(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{http.MethodPost},
		AllowedHeaders: []string{
			"Authorization", "Content-Type", "Connect-Protocol-Version", "Connect-Timeout-Ms",
			"Grpc-Timeout", "X-Grpc-Web", "X-User-Agent", maxResponseHeader,
		},
		ExposedHeaders: []string{"Grpc-Status", "Grpc-Message", "Grpc-Status-Details-Bin", maxStreamsHeader},
		MaxAge:         int(time.Hour / time.Second),
	})
}

// checkOrigin finds what a browser never says of a page.
func checkOrigin(origin string) error {
	scheme, host, ok := strings.Cut(origin, "://")
	if origin == "*" || ok && scheme != "" && host != "" && !strings.ContainsAny(host, "/?# ") {
		return nil
	}
	return configError("%s %q: want SCHEME://HOST, with a port if it has one, or *", setting("http origins"), origin)
}
