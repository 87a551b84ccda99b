package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/internal/listening"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var proxyLong = `proxy runs between a client and the API of a model, and fixes tool calls on the way
back: calls that the API returned as text become tool_calls, function_call items or tool_use
blocks, and arguments that are no JSON are repaired. What needs no fix passes byte for byte,
and so do requests without tools.

It fixes responses to POST /v1/chat/completions, POST /v1/responses and POST /v1/messages
(Anthropic), streamed and not; every other path passes through.
The caller's credentials are forwarded to the upstream.

On SIGTERM or SIGINT no new requests are taken, and open ones have --shutdown-timeout to
end. A second signal ends at once.

Each response to a request that offers tools, and each failure of the upstream, is logged
on standard error, without its contents.` + exitCodes(
	"stopped by a signal",
	"an error while running: an address is in use",
	"wrong usage: an unknown flag, a value out of range")

const proxyExample = `  # In front of a router: give clients the base URL http://127.0.0.1:8090/v1.
  toolparser proxy --upstream https://router.example/api/v1

  # In front of a model server on this machine, whose model writes calls as Qwen3-Coder does.
  toolparser proxy --upstream http://127.0.0.1:8000/v1 --family qwen3_coder

  # Plain text never calls the tool bash; it needs the markup of the model's family.
  toolparser proxy --upstream https://router.example/api/v1 --require-markup bash`

// defaultProxyListen is where clients on this machine find the proxy.
const defaultProxyListen = "127.0.0.1:8090"

// A proxyCommand holds the flags of one proxy.
type proxyCommand struct {
	registry        *parsers.Registry
	config          proxy.Config
	listen          string
	insecure        bool
	shutdownTimeout time.Duration
	logFormat       logFormat
	logLevel        slog.Level
}

func newProxyCommand(registry *parsers.Registry) *cobra.Command {
	p := &proxyCommand{registry: registry}
	c := &cobra.Command{
		Use:     "proxy",
		Short:   "Fix tool calls between a client and the API of a model",
		Long:    proxyLong,
		Example: proxyExample,
		Args:    noArguments,
		RunE:    running(p.run),
	}
	p.addFlags(c.Flags())
	addLogFlags(c, &p.logFormat, &p.logLevel)
	c.PreRunE = func(*cobra.Command, []string) error { return p.validate() }
	return c
}

func (p *proxyCommand) addFlags(f *pflag.FlagSet) {
	f.StringVarP(&p.config.Upstream, "upstream", "u", "", "base `URL` of the API, as a client would be given it")
	f.StringVarP(&p.listen, "listen", "l", defaultProxyListen, "`address` (host:port) to serve")
	f.BoolVar(&p.insecure, "insecure-listen", false, "allow plaintext connections from other machines")
	addPolicyFlags(f, "", &p.config.Policy)
	f.IntVar(&p.config.MaxRequestBytes, "max-request-bytes", proxy.DefaultMaxRequestBytes, "maximum bytes of a request to read; a longer one passes through, and so does its response")
	f.IntVar(&p.config.MaxResponseBytes, "max-response-bytes", proxy.DefaultMaxResponseBytes, "maximum bytes of a response to fix, unless it is streamed; a longer one passes through")
	f.DurationVar(&p.config.ConnectTimeout, "connect-timeout", proxy.DefaultConnectTimeout, "maximum time to connect to the upstream")
	f.DurationVar(&p.config.ResponseTimeout, "response-timeout", proxy.DefaultResponseTimeout, "maximum time until the upstream's response starts")
	f.DurationVar(&p.config.StallTimeout, "stall-timeout", proxy.DefaultStallTimeout, "maximum time that the upstream may send nothing within a response")
	f.DurationVar(&p.shutdownTimeout, "shutdown-timeout", server.DefaultShutdownTimeout, "time that open requests have to end after a signal")
}

// validate tells all that is wrong with the values.
func (p *proxyCommand) validate() error {
	return errors.Join(mapErrors(p.config.Validate(), inProxyFlags), checkPlainListen("listen", p.listen, p.insecure))
}

// inProxyFlags names the settings of a proxy as the flags are.
func inProxyFlags(err error) error {
	if wrong, ok := errors.AsType[*gateway.ConfigError](err); ok {
		return errors.New(flagName(wrong.Setting) + wrong.Message)
	}
	return err
}

func (p *proxyCommand) run(c *cobra.Command, _ []string) error {
	log := newLogger(c.ErrOrStderr(), p.logFormat, p.logLevel)
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process

	limits := limitMemory()
	defer runtime.KeepAlive(heapFloor())
	handler, err := proxy.New(p.registry, p.config, log)
	if err != nil {
		return usageError{err} // the family isn't known
	}
	defer handler.Close()
	limits(log)
	listener, err := listening.On(ctx, "tcp", p.listen, "--listen")
	if err != nil {
		return err
	}
	log.Info("serving", "address", "http://"+listener.Addr().String()+"/v1", "upstream", p.config.Upstream)
	return p.serve(ctx, listener, handler, log)
}

// serve serves until ctx is done, and then lets open requests end.
func (p *proxyCommand) serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	s := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	log.Info("shutting down", "timeout", p.shutdownTimeout)
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.shutdownTimeout)
	defer cancel()
	if s.Shutdown(within) != nil {
		_ = s.Close()
	}
	return nil
}
