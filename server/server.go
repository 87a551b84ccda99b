package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/reload"
	"github.com/toolparser/toolparser/internal/tlsfiles"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
)

// A Server serves a registry's families, with health (overall, and of
// its services) and reflection. It is used once.
type Server struct {
	config Config
	log    *slog.Logger
	grpc   *grpc.Server
	// names are the services that health reports, next to the server itself.
	names  []string
	web    *httpServer
	health *health.Server

	// stopped is closed when even a drain is to end.
	stopped  chan struct{}
	stopOnce sync.Once

	service    *Service
	gate       *admit.Gate
	handshakes *tlsfiles.Handshakes
	tls        *tlsfiles.Files
	identities *admit.Identities
	families   families
	declared   *reload.Files[*parsers.Registry] // nil where no files declare families
	// watchersLeave is closed when health watchers must.
	watchersLeave chan struct{}
	// added are the methods of added services.
	added map[string]bool
}

// New returns a server of the registry's families. The error tells everything
// that is wrong with the configuration. The server is to be run, or stopped.
func New(registry *parsers.Registry, opts ...Option) (*Server, error) {
	settings := newSettings(opts)
	if err := errors.Join(settings.config.Validate(), admit.CheckMemory(settings.config.MaxMemory)); err != nil {
		return nil, err
	}
	s := &Server{
		config:        settings.config,
		log:           settings.log,
		health:        health.NewServer(),
		handshakes:    tlsfiles.NewHandshakes(settings.log),
		watchersLeave: make(chan struct{}),
		stopped:       make(chan struct{}),
		added:         map[string]bool{},
	}
	if err := s.openFiles(registry); err != nil {
		return nil, err
	}
	s.service = newService(s.families, settings)
	s.gate = s.newGate()
	s.grpc = s.newGRPC(settings, s.service.memory, grpc.NumStreamWorkers(streamWorkers))
	s.names = []string{toolparserv1.ToolParserService_ServiceDesc.ServiceName}
	if err := s.addServices(settings.services); err != nil {
		s.grpc.Stop() // it has workers
		return nil, err
	}
	s.gate.SetMethods(s.grpc.GetServiceInfo())
	var err error
	s.web, err = newHTTPServer(s, s.newGRPC(settings, new(admit.Memory)))
	return s, err
}

// newGRPC makes one of the two gRPC servers. What it receives counts for received:
// what comes over HTTP is counted before it gets there.
func (s *Server) newGRPC(settings settings, received *admit.Memory, more ...grpc.ServerOption) *grpc.Server {
	rpc := grpc.NewServer(append(s.grpcOptions(settings, received), more...)...)
	gated := s.gate.Server(rpc)
	s.service.Register(gated)
	healthv1.RegisterHealthServer(gated, s.health)
	reflection.RegisterV1(gated)
	return rpc
}

// openFiles reads all files, and tells of all what is wrong with them.
func (s *Server) openFiles(registry *parsers.Registry) error {
	var families, pair, identities error
	s.families, s.declared, families = newFamilies(registry, s.config)
	s.tls, pair = tlsfiles.New(s.config.TLSCertFile, s.config.TLSKeyFile, s.config.ClientCAFile)
	s.identities, identities = admit.NewIdentities(s.config.TokensFile, s.config.ClientCAFile != "", s.config.ClientNames)
	return errors.Join(families, pair, identities)
}

// files are what the server reads again when it changes, each kind by itself.
func (s *Server) files() (files reload.All) {
	if s.declared != nil {
		files = append(files, s.declared)
	}
	files = append(files, s.tls.Watchers()...)
	return append(files, s.identities.Files()...)
}

func (s *Server) grpcOptions(settings settings, received *admit.Memory) []grpc.ServerOption {
	c := s.config
	options := []grpc.ServerOption{
		grpc.InTapHandle(s.gate.Arrive),
		grpc.UnknownServiceHandler(s.gate.Unknown),
		grpc.ForceServerCodecV2(admit.Codec{CodecV2: s.codec(), Work: wire.Work}),
		experimental.BufferPool(received.Buffers()),
		grpc.MaxRecvMsgSize(maxMessage(c)),
		grpc.MaxHeaderListSize(maxHeaderBytes),
		grpc.MaxConcurrentStreams(c.MaxConcurrentStreams),
		grpc.ConnectionTimeout(handshakeTimeout),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			Time: c.KeepaliveTime, Timeout: c.KeepaliveTimeout,
			MaxConnectionAge: c.MaxConnectionAge, MaxConnectionAgeGrace: c.MaxConnectionAgeGrace,
		}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minClientKeepalive, PermitWithoutStream: true}),
	}
	if s.tls != nil {
		options = append(options, grpc.Creds(notedCredentials{credentials.NewTLS(s.tls.Config("h2")), s.handshakes}))
	}
	return append(options, s.interceptorOptions(settings)...)
}

// codec is that of both gRPC servers.
func (s *Server) codec() wire.Codec {
	return wire.Codec{Buffers: s.service.memory.Buffers(), Answers: admit.NewBuffers(), Listed: s.service.listed()}
}

// Reload has a server that serves read all its files again, whether they have changed or
// not: certificates, tokens, families. It returns at once; the log says how reading each
// kind ended, and so does Load. Files that can't be read leave in effect what they said before.
func (s *Server) Reload() {
	s.files().Ask()
}

// Run listens on the configured addresses and serves until ctx is done, then
// drains: see Serve.
func (s *Server) Run(ctx context.Context) error {
	listeners, err := s.listen(ctx)
	if err != nil {
		s.Stop()
		return err
	}
	return s.Serve(ctx, listeners...)
}

// listen opens all of the configured addresses or none.
func (s *Server) listen(ctx context.Context) ([]net.Listener, error) {
	listeners, err := listen(ctx, "--listen", s.config.Listen)
	if err != nil {
		return nil, err
	}
	web, err := listen(ctx, "--http-listen", s.config.HTTPListen)
	if err != nil {
		closeAll(listeners)
		return nil, err
	}
	for _, l := range web {
		listeners = append(listeners, HTTP(l))
	}
	return listeners, nil
}

// Serve serves on the listeners, which it closes in the end, until ctx is done
// or one of them fails: gRPC, and HTTP on those that HTTP marks. Then it drains:
// health says NOT_SERVING, and all goes on for Config.DrainDelay; then no new calls
// are taken, open ones have Config.ShutdownTimeout to end by themselves, and what is
// left then is cut off. It returns then, even if a call still runs.
func (s *Server) Serve(ctx context.Context, listeners ...net.Listener) error {
	failed := make(chan error, len(listeners))
	s.files().Watch(ctx, s.log)
	go admit.Tidy(ctx, s.service.turns)
	for _, l := range listeners {
		s.announce(ctx, l)
		go func() { failed <- s.serve(l) }()
	}
	s.setServing()
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	s.drain()
	return err
}

// announce says what is served, whatever the level of the log.
func (s *Server) announce(ctx context.Context, l net.Listener) {
	record := slog.NewRecord(time.Now(), slog.LevelInfo, "serving", 0)
	_, web := l.(httpListener)
	limit, of := s.service.memory.Limit()
	record.Add("protocol", map[bool]string{false: "grpc", true: "http"}[web], "network", l.Addr().Network(), "tls", s.tls != nil, "max_memory", limit, "max_memory_is", of, "address", l.Addr().String())
	_ = s.log.Handler().Handle(ctx, record) // there is no one else to tell
	if s.tls == nil && !IsLocal(l.Addr().String()) && l.Addr().Network() != "unix" {
		s.log.WarnContext(ctx, "plaintext, and not only for this machine", "address", l.Addr().String())
	}
}

func (s *Server) serve(l net.Listener) error {
	if web, ok := l.(httpListener); ok {
		return s.web.serve(web.Listener)
	}
	if err := s.grpc.Serve(s.gate.GRPCListener(l)); err != nil {
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return nil
}

func (s *Server) setServing() {
	const overall = ""
	for _, service := range append(s.names, overall) {
		s.health.SetServingStatus(service, healthv1.HealthCheckResponse_SERVING)
	}
}

func (s *Server) drain() {
	s.log.Info("draining", "delay", s.config.DrainDelay, "timeout", s.config.ShutdownTimeout)
	s.health.Shutdown()
	select {
	case <-time.After(s.config.DrainDelay):
	case <-s.stopped:
	}
	s.gate.TakeNoMore()
	// Not before: gRPC's clients watch again at once, as long as they may.
	close(s.watchersLeave)
	if !within(s.config.ShutdownTimeout, s.end) {
		s.log.Warn("cutting off the calls that are still open")
		within(cutOffTimeout, s.cutOff)
	}
	s.log.Info("stopped")
}

// end takes nothing new, and returns when all calls have ended.
func (s *Server) end() {
	var web sync.WaitGroup
	web.Go(s.web.drain)
	s.grpc.GracefulStop()
	web.Wait()
	s.web.stop()
}

func (s *Server) cutOff() {
	s.web.stop()
	s.grpc.Stop()
}

// Stop ends serving at once: calls that are open are cut off. Ending the context of
// Serve is the gentle way.
func (s *Server) Stop() {
	s.stopOnce.Do(func() { close(s.stopped) })
	s.cutOff()
}

// within runs f, and waits for its end no longer than d.
func within(d time.Duration, f func()) (ended bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	timeout := time.NewTimer(d)
	defer timeout.Stop()
	select {
	case <-done:
		return true
	case <-timeout.C:
		return false
	}
}

// Serving reports whether health says SERVING.
func (s *Server) Serving() bool {
	response, err := s.health.Check(context.Background(), &healthv1.HealthCheckRequest{})
	return err == nil && response.GetStatus() == healthv1.HealthCheckResponse_SERVING
}

// Identities are the names of those who may call, in order; see Identity.
func (s *Server) Identities() []string { return s.identities.Names() }

// GetServiceInfo describes the registered gRPC services, for metrics.
func (s *Server) GetServiceInfo() map[string]grpc.ServiceInfo {
	return s.grpc.GetServiceInfo()
}
