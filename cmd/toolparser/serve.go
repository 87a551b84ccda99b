package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

var serveLong = `serve runs the gRPC service toolparser.v1.ToolParserService, with health checking
(grpc.health.v1, overall and of the service) and reflection (grpc.reflection.v1).

On SIGTERM or SIGINT health turns to NOT_SERVING, and all goes on for --drain-delay;
then no new calls are taken, and open ones have --shutdown-timeout to end. A second
signal ends at once.

Every finished call is logged on standard error, never what it carried.` + exitCodes(
	"stopped by a signal",
	"an error while running: an address is in use, a certificate can't be read",
	"wrong usage: an unknown flag, a value out of range")

const serveExample = `  # Serve this machine only, on the default port.
  toolparser serve

  # A socket beside a port that others can reach, with TLS.
  toolparser serve --listen unix:/run/toolparser.sock --listen :50051 --tls-cert cert.pem --tls-key key.pem

  # Prometheus metrics on http://127.0.0.1:9464/metrics.
  toolparser serve --metrics-listen 127.0.0.1:9464`

var logLevels = []choice[slog.Level]{
	{"debug", slog.LevelDebug},
	{"info", slog.LevelInfo},
	{"warn", slog.LevelWarn},
	{"error", slog.LevelError},
}

// A logFormat says how the log is written.
type logFormat uint8

const (
	logText logFormat = iota
	logJSON
)

var logFormats = []choice[logFormat]{{"text", logText}, {"json", logJSON}}

// A serveCommand holds the flags of one serve.
type serveCommand struct {
	registry      *parsers.Registry
	config        server.Config
	metricsListen string
	logFormat     logFormat
	logLevel      slog.Level
}

func newServeCommand(registry *parsers.Registry) *cobra.Command {
	s := &serveCommand{registry: registry}
	c := &cobra.Command{
		Use:     "serve",
		Short:   "Serve gRPC",
		Long:    serveLong,
		Example: serveExample,
		Args:    noArguments,
		RunE:    running(s.run),
	}
	s.addFlags(c)
	return c
}

func (s *serveCommand) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVarP(&s.config.Listen, "listen", "l", []string{server.DefaultListen}, "`address` to serve: host:port or unix:PATH; can be given several times")
	f.StringVar(&s.config.TLSCertFile, "tls-cert", "", "PEM `file` of the certificate chain; without it, no TLS")
	f.StringVar(&s.config.TLSKeyFile, "tls-key", "", "PEM `file` of the certificate's key")
	f.StringVar(&s.metricsListen, "metrics-listen", "", "`address` (host:port) to serve Prometheus metrics on; empty for none")
	f.DurationVar(&s.config.ShutdownTimeout, "shutdown-timeout", server.DefaultShutdownTimeout, "how long open calls have to end after a signal")
	f.DurationVar(&s.config.DrainDelay, "drain-delay", 0, "how long to go on serving after a signal, while health says NOT_SERVING")
	f.IntVar(&s.config.MaxRequestBytes, "max-request-bytes", server.DefaultMaxRequestBytes, "longest request message")
	f.IntVar(&s.config.MaxStreamBytes, "max-stream-bytes", server.DefaultMaxStreamBytes, "longest output of one stream")
	f.Uint32Var(&s.config.MaxConcurrentStreams, "max-concurrent-streams", server.DefaultMaxConcurrentStreams, "calls that one connection may have open")
	f.IntVar(&s.config.Limits.Depth, "max-depth", parsers.DefaultDepth, fmt.Sprintf("deepest nesting of JSON in a call, at most %d", parsers.MaxDepth))
	f.IntVar(&s.config.Limits.ArgumentBytes, "max-argument-bytes", parsers.DefaultArgumentBytes, "longest arguments of a call")
	f.IntVar(&s.config.Limits.ToolCalls, "max-tool-calls", parsers.DefaultToolCalls, "most calls of one output")
	f.BoolVar(&s.config.DisableArgumentValidation, "disable-argument-validation", false, "refuse validate_arguments, so that no caller's schema is compiled")
	f.DurationVar(&s.config.KeepaliveTime, "keepalive-time", server.DefaultKeepaliveTime, "silence after which a client is asked whether it is there")
	f.DurationVar(&s.config.KeepaliveTimeout, "keepalive-timeout", server.DefaultKeepaliveTimeout, "how long it has to answer")
	f.Var(newEnumFlag(&s.logFormat, logFormats), "log-format", "log as "+oneOf(logFormats))
	f.Var(newEnumFlag(&s.logLevel, logLevels), "log-level", "least `level` to log: "+oneOf(logLevels))
	c.PreRunE = func(*cobra.Command, []string) error { return s.config.Validate() }
}

func (s *serveCommand) run(c *cobra.Command, _ []string) error {
	log := newLogger(c.ErrOrStderr(), s.logFormat, s.logLevel)
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process

	options := []server.Option{server.WithConfig(s.config), server.WithLogger(log)}
	if s.metricsListen == "" {
		return serve(ctx, s.registry, options)
	}
	return s.serveWithMetrics(ctx, log, options)
}

func serve(ctx context.Context, registry *parsers.Registry, options []server.Option) error {
	srv, err := server.New(registry, options...)
	if err != nil {
		return err
	}
	return srv.Run(ctx)
}

// serveWithMetrics serves metrics for as long as the service, its drain included.
func (s *serveCommand) serveWithMetrics(ctx context.Context, log *slog.Logger, options []server.Option) error {
	m := metrics.New(s.registry)
	endpoint, err := metrics.Listen(ctx, s.metricsListen, m, log)
	if err != nil {
		return err
	}
	defer endpoint.Close()
	srv, err := server.New(s.registry, append(options, m.Options()...)...)
	if err != nil {
		return err
	}
	m.InitializeMetrics(srv)
	return srv.Run(ctx)
}

func newLogger(w io.Writer, format logFormat, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == logJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
