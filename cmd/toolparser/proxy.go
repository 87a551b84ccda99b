package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/net/netutil"

	"github.com/toolparser/toolparser/cmd/toolparser/internal/settings"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/gateway/proxy/metrics"
	"github.com/toolparser/toolparser/internal/buildinfo"
	"github.com/toolparser/toolparser/internal/listening"
	"github.com/toolparser/toolparser/internal/tlsfiles"
	"github.com/toolparser/toolparser/internal/web"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var proxyLong = `proxy runs between a client and the API of a model, and fixes tool calls on the way
back: calls that the API returned as text become tool_calls, function_call items or tool_use
blocks, and arguments that are no JSON are repaired. What needs no fix passes byte for byte.
In requests, calls of earlier turns whose arguments are no JSON are healed (--history).

It fixes responses to POST /v1/chat/completions, POST /v1/responses and POST /v1/messages
(Anthropic), streamed and not; every other path passes through.
The caller's credentials are forwarded to the upstream, unless it has a key of its own. --config
has several upstreams, what they cost, and which one to try next if a response isn't good.

On SIGTERM or SIGINT /healthz reports NOT_SERVING, and the proxy continues for --drain-delay.
Then it accepts no new requests, and open ones have --shutdown-timeout to end. A second
signal ends it at once. On SIGHUP it reads keys, tokens and certificates again, and also when
they change.

Each response to a request that offers tools, and each failure of the upstream, is logged
on standard error, without its contents.` + exitCodes(
	"stopped by a signal",
	"an error while running: an address is in use, a file can't be read",
	"wrong usage: an unknown flag, a value out of range, a wrong content of a file that a flag names")

const proxyExample = `  # In front of a router: give clients the base URL http://127.0.0.1:8090/v1.
  toolparser proxy --upstream https://router.example/api/v1

  # In front of a model server on this machine, whose model writes calls as Qwen3-Coder does.
  toolparser proxy --upstream http://127.0.0.1:8000/v1 --family qwen3_coder

  # Several upstreams, which a file has; what is wrong with it, if anything is.
  toolparser proxy --config proxy.yaml --check-config

  # Plain text never calls the tool bash; it needs the markup of the model's family.
  toolparser proxy --upstream https://router.example/api/v1 --require-markup bash`

// defaultProxyListen is where clients on this machine find the proxy.
const defaultProxyListen = "127.0.0.1:8090"

// A proxyCommand holds the flags of one proxy.
type proxyCommand struct {
	families        familyFiles
	config          proxy.Config
	upstream        proxy.Upstream // of the flags
	file            proxyRoutes
	listen          string
	tlsCert, tlsKey string
	insecure        bool
	safe            bool
	maxConnections  int
	adminListen     string
	adminPprof      bool
	stopping        struct{ delay, timeout time.Duration }
	configFile      string
	checkConfig     bool
	logFormat       logFormat
	logLevel        slog.Level

	log     *slog.Logger
	metrics *metrics.Metrics
	handler *proxy.Proxy
	tls     *tlsfiles.Files // nil without TLS
	serving atomic.Bool
	// limits reports how the memory of the process is limited.
	limits func(*slog.Logger)
}

var holds = []choice[proxy.Hold]{{"first", proxy.HoldFirst}, {"all", proxy.HoldAll}}

func newProxyCommand(registry *parsers.Registry) *cobra.Command {
	p := &proxyCommand{families: familyFiles{base: registry}}
	c := &cobra.Command{
		Use:     "proxy",
		Short:   "Fix tool calls between a client and the API of a model",
		Long:    proxyLong,
		Example: proxyExample,
		Args:    noArguments,
		RunE:    running(p.run),
	}
	p.addFlags(c)
	addLogFlags(c, &p.logFormat, &p.logLevel)
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		if err := settings.Read(c.Flags(), p.file.sections()...); err != nil {
			return err
		}
		return p.open(c)
	}
	settings.LateErrors(c)
	return c
}

func (p *proxyCommand) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&p.upstream.URL, "upstream", "u", "", "base `URL` of the API, as a client would be given it; --config can have several")
	f.StringVar(&p.upstream.APIKeyFile, "api-key-file", "", "`file` with the upstream's API key; by default the caller's credentials are forwarded")
	addPolicyFlags(f, "", &p.config.Policy)
	p.families.addFlags(f)
	f.BoolVar(&p.safe, "safe", false, "for agents that run commands: --require-markup '*', --min-confidence 0.9, --min-plain-confidence 0.9, and only arguments that match the tool's schema")
	f.Var(newEnumFlag(&p.config.Hold, holds), "hold", "what of a stream waits while another upstream could be asked: first (what may be a call) or all")
	cobra.CheckErr(c.RegisterFlagCompletionFunc("hold", completeChoice(holds)))
	addHistoryFlag(c, "", &p.config.History)
	f.BoolVar(&p.config.Annotate, "annotate", false, "add a comment to each stream, before its end: method, confidence, format, upstream, attempts")
	f.StringVar(&p.config.LogOutputs, "log-outputs", "", "`folder` for what came from upstreams and what went to clients, without headers; empty for none")
	f.IntVar(&p.config.LogOutputsBytes, "log-outputs-bytes", proxy.DefaultLogOutputsBytes, "maximum bytes of the files in --log-outputs; the oldest file is removed")
	f.IntVar(&p.config.MaxRequestBytes, "max-request-bytes", proxy.DefaultMaxRequestBytes, "maximum bytes of a request to read; a longer one passes through, and so does its response")
	f.IntVar(&p.config.MaxResponseBytes, "max-response-bytes", proxy.DefaultMaxResponseBytes, "maximum bytes of a response to fix, unless it is streamed; a longer one passes through")
	f.DurationVar(&p.config.ReceiveTimeout, "receive-timeout", proxy.DefaultReceiveTimeout, "time in which a request that is read must arrive")
	f.DurationVar(&p.config.ConnectTimeout, "connect-timeout", proxy.DefaultConnectTimeout, "maximum time to connect to the upstream")
	f.DurationVar(&p.config.ResponseTimeout, "response-timeout", proxy.DefaultResponseTimeout, "maximum time until the upstream's response starts")
	f.DurationVar(&p.config.StallTimeout, "stall-timeout", proxy.DefaultStallTimeout, "maximum time that the upstream may send nothing within a response")
	f.DurationVar(&p.config.KeepAlive, "keep-alive", proxy.DefaultKeepAlive, "maximum time that the client of a stream gets nothing while a call is held back; 0 turns it off")
	p.addServingFlags(f)
}

// addServingFlags adds the flags that mean the same as those of serve.
func (p *proxyCommand) addServingFlags(f *pflag.FlagSet) {
	f.StringVarP(&p.listen, "listen", "l", defaultProxyListen, "`address` (host:port) to serve")
	f.StringVar(&p.tlsCert, "tls-cert", "", "PEM `file` of the certificate chain; enables TLS")
	f.StringVar(&p.tlsKey, "tls-key", "", "PEM `file` of the certificate's key")
	f.BoolVar(&p.insecure, "insecure-listen", false, "allow plaintext connections from other machines")
	f.StringVar(&p.config.TokensFile, "tokens", "", "`file` of tokens; requires one from clients")
	f.StringVar(&p.adminListen, "admin-listen", "", "`address` (host:port) for operators: /metrics, /healthz, /config")
	f.BoolVar(&p.adminPprof, "admin-pprof", false, "serve profiles under /debug/pprof/ at --admin-listen")
	f.Int64Var(&p.config.MaxMemory, "max-memory", 0, "maximum `bytes` that all requests hold; 0 for half of the memory of the container or machine, or of a lower GOMEMLIMIT")
	f.IntVar(&p.maxConnections, "max-connections", server.DefaultMaxConnections, "maximum open connections; further ones wait")
	f.DurationVar(&p.stopping.timeout, "shutdown-timeout", server.DefaultShutdownTimeout, "time that open requests have to end after a signal")
	f.DurationVar(&p.stopping.delay, "drain-delay", 0, "time to keep serving after a signal, while /healthz reports NOT_SERVING")
	f.StringVar(&p.configFile, "config", "", "YAML `file` of settings, by the names of the flags, and of upstreams and routes")
	f.BoolVar(&p.checkConfig, "check-config", false, "print the settings in effect, or what is wrong with them, and exit")
}

// open makes the proxy, or reports all that is wrong with its settings.
func (p *proxyCommand) open(c *cobra.Command) error {
	p.log = newLogger(c.ErrOrStderr(), p.logFormat, p.logLevel)
	p.config.Upstreams, p.config.Routes = p.file.upstreams, p.file.routes
	errs := []error{
		p.applySafe(c.Flags()),
		checkHTTPListen("listen", p.listen, p.insecure, p.tlsCert != ""),
		checkNeeds("tls-cert", p.tlsCert != "", "tls-key", p.tlsKey), checkNeeds("tls-key", p.tlsKey != "", "tls-cert", p.tlsCert),
		checkNeeds("admin-pprof", p.adminPprof, "admin-listen", p.adminListen),
		checkListeners(addresses{"listen", []string{p.listen}}, addresses{"admin-listen", []string{p.adminListen}}),
		checkNumber("max-connections", p.maxConnections), checkNumber("shutdown-timeout", p.stopping.timeout), checkNumber("drain-delay", p.stopping.delay),
	}
	if p.adminListen != "" {
		errs = append(errs, checkHTTPListen("admin-listen", p.adminListen, p.insecure, false))
	}
	switch {
	case len(p.config.Upstreams) > 0 && p.upstream.URL != "":
		errs = append(errs, fmt.Errorf("--upstream: config %s has upstreams, too; want one of them", p.configFile))
	case len(p.config.Upstreams) > 0 && p.upstream.APIKeyFile != "":
		errs = append(errs, fmt.Errorf("--api-key-file: config %s has upstreams; set api-key-file of each", p.configFile))
	case len(p.config.Upstreams) == 0:
		p.config.Upstreams = []proxy.Upstream{p.upstream}
	}
	p.limits = limitMemory() // what requests may hold is a part of that
	registry, err := p.families.registry()
	if err != nil {
		return errors.Join(append(errs, err)...) // a setting may name a family of the files
	}
	p.metrics = metrics.New(registry)
	handler, err := proxy.New(registry, p.config, p.log, p.metrics)
	errs = append(errs, mapErrors(err, p.inSettings))
	if p.tlsKey != "" {
		p.tls, err = tlsfiles.New(p.tlsCert, p.tlsKey, "")
		errs = append(errs, err)
	}
	p.handler = handler
	return errors.Join(errs...)
}

// safeConfidence is --min-confidence of --safe.
const safeConfidence = 0.9

// applySafe sets what --safe stands for. What is set as well may only be stricter.
func (p *proxyCommand) applySafe(flags *pflag.FlagSet) error {
	if !p.safe {
		return nil
	}
	var errs []error
	lower := func(name string, value float64) {
		errs = append(errs, fmt.Errorf("%s %v: --safe means %v at least; raise it, or remove one of them", name, value, safeConfidence))
	}
	for name, value := range map[string]*float64{"min-confidence": &p.config.Policy.MinConfidence, "min-plain-confidence": &p.config.Policy.MinPlainConfidence} {
		switch {
		case !flags.Changed(name):
			*value = safeConfidence
		case *value < safeConfidence:
			lower("--"+name, *value)
		}
	}
	for i, r := range p.config.Routes {
		if r.MinConfidence > 0 && r.MinConfidence < safeConfidence {
			lower(fmt.Sprintf("config %s: routes[%d].min-confidence", p.configFile, i), r.MinConfidence)
		}
	}
	p.config.Policy.RequireMarkup = []string{"*"}
	checker := server.NewArgumentChecker()
	p.config.Policy.Check = func(tool parsers.Tool, arguments string) error { return checker.Check(tool.Parameters, arguments) }
	return errors.Join(errs...)
}

// inSettings names the settings of a proxy as the flags are, or those of the file.
func (p *proxyCommand) inSettings(err error) error {
	wrong, ok := errors.AsType[*gateway.ConfigError](err)
	switch {
	case !ok:
		return err
	case strings.HasPrefix(wrong.Setting, "upstreams.") || strings.HasPrefix(wrong.Setting, "routes["):
		return fmt.Errorf("config %s: %s%s", p.configFile, strings.ReplaceAll(wrong.Setting, " ", "-"), wrong.Message)
	default:
		return errors.New(flagName(wrong.Setting) + wrong.Message)
	}
}

func (p *proxyCommand) run(c *cobra.Command, _ []string) error {
	defer p.handler.Close()
	warnOfUnknown(p.log, c)
	text, err := settings.Effective(c, p.file.nodes)
	if err != nil {
		return err
	}
	if p.checkConfig {
		_, err = c.OutOrStdout().Write(text)
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	defer signal.Stop(reload)

	logStart(p.log, buildinfo.Read())
	p.limits(p.log)
	defer runtime.KeepAlive(heapFloor())
	files := slices.Concat(p.handler.Files(), p.tls.Watchers())
	files.Watch(ctx, p.log)
	go reloading(ctx, files.Ask, reload)
	handshakes := tlsfiles.NewHandshakes(p.log)
	p.metrics.Watch(files, p.tls, handshakes)
	p.metrics.WatchMemory(p.handler.Memory)
	if p.adminListen != "" {
		a := &admin{metrics: p.metrics.Handler(), serving: p.serving.Load, settings: text, pprof: p.adminPprof}
		stop, err := a.listen(ctx, p.adminListen, p.log)
		if err != nil {
			return err
		}
		defer stop()
	}
	listener, err := listening.On(ctx, "tcp", p.listen, "--listen")
	if err != nil {
		return err
	}
	scheme := "http"
	if p.tls != nil {
		scheme = "https"
	}
	limit, of := p.handler.MaxMemory()
	p.log.Info("serving", "address", scheme+"://"+listener.Addr().String()+"/v1", "upstreams", strings.Join(p.handler.Upstreams(), " "), "max_memory", limit, "max_memory_is", of)
	return p.serve(ctx, listener, handshakes)
}

// serve serves until ctx is done, and then lets open requests end.
func (p *proxyCommand) serve(ctx context.Context, listener net.Listener, handshakes *tlsfiles.Handshakes) error {
	s := &http.Server{
		Handler:           p.handler,
		ReadHeaderTimeout: adminTimeout,
		IdleTimeout:       2 * time.Minute,
		ConnState:         handshakes.Changed,
		ConnContext:       proxy.ConnContext,
		ErrorLog:          slog.NewLogLogger(p.log.Handler(), slog.LevelDebug),
	}
	if server.IsLocal(p.listen) {
		s.Handler = web.ForOwnNames(p.listen, p.handler)
	}
	bounded := netutil.LimitListener(listener, cmp.Or(p.maxConnections, server.DefaultMaxConnections))
	ended := make(chan error, 1)
	go func() {
		if p.tls != nil {
			s.TLSConfig = p.tls.Config("h2", "http/1.1")
			ended <- s.ServeTLS(bounded, "", "")
			return
		}
		ended <- s.Serve(bounded)
	}()
	p.serving.Store(true)
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	p.serving.Store(false)
	p.log.Info("draining", "delay", p.stopping.delay, "timeout", p.stopping.timeout)
	time.Sleep(p.stopping.delay)
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(p.stopping.timeout, server.DefaultShutdownTimeout))
	defer cancel()
	if s.Shutdown(within) != nil {
		p.log.Warn("cutting off the requests that are still open")
		_ = s.Close() // the process is about to end
	}
	return nil
}
