package server

import (
	"log/slog"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"google.golang.org/grpc"
)

// An Option configures a Server or a Service.
type Option func(*settings)

type settings struct {
	config    Config
	log       *slog.Logger
	observers []Observer
	reporters []interceptors.ServerReportable
	grpc      []grpc.ServerOption
	services  []addedService
}

func newSettings(opts []Option) settings {
	s := settings{log: slog.Default()}
	for _, o := range opts {
		o(&s)
	}
	s.config = s.config.withDefaults()
	return s
}

// WithConfig sets what an operator decides. Without it every default holds. A Service
// uses what bounds one call and what is reported of it, and MaxMemory; it takes them as they
// are, without Config.Validate.
func WithConfig(c Config) Option {
	return func(s *settings) { s.config = c }
}

// WithLogger sets where the server logs: a line for each finished call, up to Config.LogRate of those
// that went well and ten of each caller's that failed in a second, panics with their stack, its own start and end. Outputs, arguments and
// schemas are never logged. The default is slog.Default.
func WithLogger(l *slog.Logger) Option {
	return func(s *settings) { s.log = l }
}

// WithObserver adds an observer of results.
func WithObserver(o Observer) Option {
	return func(s *settings) { s.observers = append(s.observers, o) }
}

// WithReporter adds a reporter of calls, such as one of metrics, to a Server; a Service has
// none. All reporters share one interceptor with the server's own log of calls, so they see
// what each call became in the end. They are called by many goroutines, for every message.
func WithReporter(r interceptors.ServerReportable) Option {
	return func(s *settings) { s.reporters = append(s.reporters, r) }
}

// WithServerOptions adds options for the gRPC server of a Server; a Service
// has none. Interceptors given here run inside the reporters (what they return is logged
// and counted), and outside the recovery: they see a panic as the INTERNAL error that it
// became.
func WithServerOptions(opts ...grpc.ServerOption) Option {
	return func(s *settings) { s.grpc = append(s.grpc, opts...) }
}
