package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/cmd/toolparser/internal/settings"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/internal/buildinfo"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

var serveLong = `serve runs the gRPC service toolparser.v1.ToolParserService, with health checking
(grpc.health.v1, overall and of the service) and reflection (grpc.reflection.v1).

On SIGTERM or SIGINT, health reports NOT_SERVING and the server continues for --drain-delay.
Then it accepts no new calls, and open ones have --shutdown-timeout to end. A second
signal ends it at once. On SIGHUP it reads all files again: certificates, tokens, families.

Finished calls are logged on standard error, without their contents. Those of health and
reflection are logged at the level debug.` + exitCodes(
	"stopped by a signal",
	"an error while running: an address is in use, a file can't be read",
	"wrong usage: an unknown flag, a value out of range, a wrong content of a file that a flag names")

const serveExample = `  # Serve this machine only, on the default port.
  toolparser serve

  # Settings from a file, or from the environment (TOOLPARSER_MAX_CALLS for --max-calls).
  toolparser serve --config toolparser.yaml --check-config

  # A socket, and a port that other machines can reach, with TLS.
  toolparser serve --listen unix:/run/toolparser.sock --listen :50051 --tls-cert cert.pem --tls-key key.pem

  # HTTP too, for curl and browsers: Connect, gRPC-Web and JSON.
  toolparser serve --http-listen 127.0.0.1:8080

  # Fix the tool calls of a model's API inside Envoy.
  toolparser serve --ext-proc

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
	registry       *parsers.Registry
	config         server.Config
	metricsListen  string
	adminListen    string
	adminPprof     bool
	adminChannelz  bool
	otlpURL        string
	traceRatio     float64
	configFile     string
	checkConfig    bool
	extProc        bool
	extProcPolicy  gateway.Policy
	extProcHistory history.Mode
	logFormat      logFormat
	logLevel       slog.Level
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
	settings.LateErrors(c)
	return c
}

func (s *serveCommand) run(c *cobra.Command, _ []string) error {
	log := newLogger(c.ErrOrStderr(), s.logFormat, s.logLevel)
	warnOfUnknown(log, c)
	if s.checkConfig {
		return s.check(c)
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP) // before files are read: until then it ends the process
	defer signal.Stop(reload)

	limits := limitMemory()
	defer runtime.KeepAlive(heapFloor())
	m := metrics.New(s.registry)
	options := []server.Option{server.WithConfig(s.config), server.WithLogger(log)}
	if s.extProc {
		options = append(options, s.extProcOption(log, m))
	}
	if s.metricsListen != "" || s.adminListen != "" {
		options = append(options, m.Options()...)
	}
	if s.otlpURL != "" {
		traces, stop, err := startTracing(ctx, s.otlpURL, s.traceRatio, log)
		if err != nil {
			return err
		}
		defer stop()
		options = append(options, traces...)
	}
	srv, err := server.New(s.registry, options...)
	if err != nil {
		return usageError{mapErrors(err, ofFamilyFile)} // what the settings say, or a file that they name
	}
	go reloading(ctx, srv.Reload, reload)
	logStart(log, buildinfo.Read())
	limits(log)
	m.InitializeMetrics(srv)
	m.Watch(srv)
	if s.metricsListen != "" {
		endpoint, err := metrics.Listen(ctx, s.metricsListen, m, log)
		if err != nil {
			return err
		}
		defer endpoint.Close()
	}
	if s.adminListen != "" {
		stop, err := s.listenAdmin(ctx, c, srv, m, log)
		if err != nil {
			return err
		}
		defer stop()
	}
	return srv.Run(ctx)
}

// reloading has files be read again at each signal, until ctx is done.
func reloading(ctx context.Context, reload func(), signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
			reload()
		}
	}
}

// check tells the effective configuration, if it could be served.
func (s *serveCommand) check(c *cobra.Command) error {
	options := []server.Option{server.WithConfig(s.config)}
	if s.extProc {
		options = append(options, s.extProcOption(slog.New(slog.DiscardHandler), metrics.New(s.registry)))
	}
	if _, err := server.New(s.registry, options...); err != nil {
		return usageError{mapErrors(err, ofFamilyFile)}
	}
	text, err := settings.Effective(c, nil)
	if err != nil {
		return err
	}
	_, err = c.OutOrStdout().Write(text)
	return err
}

func (s *serveCommand) listenAdmin(ctx context.Context, c *cobra.Command, srv *server.Server, m *metrics.Metrics, log *slog.Logger) (stop func(), err error) {
	text, err := settings.Effective(c, nil)
	if err != nil {
		return nil, err
	}
	a := &admin{metrics: m.Handler(), serving: srv.Serving, settings: text, pprof: s.adminPprof, channelz: s.adminChannelz}
	return a.listen(ctx, s.adminListen, log)
}

// warnOfUnknown logs the variables that look like settings of the command and are none: a misspelled
// limit would otherwise be unset without a trace. They aren't errors, because other programs and a cluster's
// services may set such variables.
func warnOfUnknown(log *slog.Logger, c *cobra.Command) {
	for _, name := range settings.Unknown(c.Flags()) {
		log.Warn("environment variable has no effect: no flag of "+c.Name()+" has this name", "variable", name)
	}
}

func newLogger(w io.Writer, format logFormat, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == logJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
