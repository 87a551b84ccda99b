package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolparser/toolparser/cmd/toolparser/internal/settings"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/internal/bounds"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

func (s *serveCommand) addFlags(c *cobra.Command) {
	f := c.Flags()
	s.addListenFlags(f)
	f.StringArrayVar(&s.config.FamilyFiles, familyFileFlag, nil, familyFileUsage)
	f.BoolVar(&s.config.AllowOverride, overrideFlag, false, overrideUsage)
	s.addMessageFlags(f)
	f.BoolVar(&s.extProc, "ext-proc", false, "serve Envoy's external processor (envoy.service.ext_proc.v3), which fixes tool calls in responses")
	addPolicyFlags(f, extProcPrefix, &s.extProcPolicy)
	addHistoryFlag(c, extProcPrefix, &s.extProcHistory)
	s.addLoadFlags(f)
	s.addTimeFlags(f)
	addLogFlags(c, &s.logFormat, &s.logLevel)
	f.IntVar(&s.config.LogSample, "log-sample", 1, "log one of this many successful calls")
	f.IntVar(&s.config.LogRate, "log-rate", server.DefaultLogRate, "maximum successful calls logged per second")
	f.StringVar(&s.otlpURL, "otlp-url", "", "`URL` of an OpenTelemetry collector (OTLP over gRPC) to send traces to; empty for none")
	f.Float64Var(&s.traceRatio, "trace-ratio", defaultTraceRatio, "share of calls to trace, unless the caller decided, in [0, 1]")
	f.StringVar(&s.configFile, "config", "", "YAML `file` of settings, by the names of the flags")
	f.BoolVar(&s.checkConfig, "check-config", false, "print the settings in effect, or what is wrong with them, and exit")
	c.PreRunE = func(*cobra.Command, []string) error {
		if err := settings.Read(f); err != nil {
			return err
		}
		return s.validate()
	}
}

// extProcPrefix begins the flags that say which calls the external processor finds in text.
const extProcPrefix = "ext-proc-"

// addLogFlags adds the flags that say how a service logs.
func addLogFlags(c *cobra.Command, format *logFormat, level *slog.Level) {
	c.Flags().Var(newEnumFlag(format, logFormats), "log-format", "log as "+oneOf(logFormats))
	c.Flags().Var(newEnumFlag(level, logLevels), "log-level", "minimum `level` to log: "+oneOf(logLevels))
	cobra.CheckErr(c.RegisterFlagCompletionFunc("log-format", completeChoice(logFormats)))
	cobra.CheckErr(c.RegisterFlagCompletionFunc("log-level", completeChoice(logLevels)))
}

// validate tells all that is wrong with the values, by the names of the flags.
func (s *serveCommand) validate() error {
	return errors.Join(
		mapErrors(s.config.Validate(), inFlags),
		mapErrors(s.extProcPolicy.Validate(), inExtProcFlags),
		s.checkExtProc(),
		s.checkPlain("admin-listen", s.adminListen),
		s.checkPlain("metrics-listen", s.metricsListen),
		checkListeners(
			addresses{"listen", s.config.Listen}, addresses{"http-listen", s.config.HTTPListen},
			addresses{"admin-listen", []string{s.adminListen}}, addresses{"metrics-listen", []string{s.metricsListen}},
		),
		checkNeeds("admin-pprof", s.adminPprof, "admin-listen", s.adminListen),
		checkNeeds("admin-channelz", s.adminChannelz, "admin-listen", s.adminListen),
		checkOTLPURL(s.otlpURL),
		checkRatio(s.traceRatio),
		checkNeeds("trace-ratio", s.traceRatio != defaultTraceRatio, "otlp-url", s.otlpURL),
	)
}

// checkExtProc finds flags of the external processor without it.
func (s *serveCommand) checkExtProc() error {
	p, enabled := s.extProcPolicy, map[bool]string{true: "on"}[s.extProc]
	return errors.Join(
		checkNeeds(extProcPrefix+"family", p.Family != "", "ext-proc", enabled),
		checkNeeds(extProcPrefix+"min-confidence", p.MinConfidence != gateway.DefaultMinConfidence, "ext-proc", enabled),
		checkNeeds(extProcPrefix+"min-plain-confidence", p.MinPlainConfidence != gateway.DefaultMinPlainConfidence, "ext-proc", enabled),
		checkNeeds(extProcPrefix+"require-markup", len(p.RequireMarkup) > 0, "ext-proc", enabled),
		checkNeeds(extProcPrefix+"separate-reasoning", p.SeparateReasoning, "ext-proc", enabled),
		checkNeeds(extProcPrefix+"history", s.extProcHistory != history.Heal, "ext-proc", enabled),
	)
}

// inExtProcFlags names the settings of the external processor's policy as the flags are.
func inExtProcFlags(err error) error {
	if wrong, ok := errors.AsType[*gateway.ConfigError](err); ok {
		return errors.New("--" + extProcPrefix + strings.TrimPrefix(flagName(wrong.Setting), "--") + wrong.Message)
	}
	return err
}

// inFlags names the settings of a server as the flags are.
func inFlags(err error) error {
	if wrong, ok := errors.AsType[*server.ConfigError](err); ok {
		return errors.New(wrong.Named(flagName))
	}
	return err
}

// flagName is the flag of a setting, whose name is in words.
func flagName(setting string) string { return "--" + strings.ReplaceAll(setting, " ", "-") }

// checkPlain checks an address of a listener that never has TLS, if there is one.
func (s *serveCommand) checkPlain(flag, address string) error {
	if address == "" {
		return nil
	}
	return checkHTTPListen(flag, address, s.config.InsecureListen, false)
}

// checkHTTPListen checks an address that HTTP is served on.
func checkHTTPListen(flag, address string, insecure, secure bool) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("--%s %q: want host:port: %w", flag, address, err)
	}
	switch {
	case insecure || secure || server.IsLocal(address):
		return nil
	case flag == "listen":
		return fmt.Errorf("--%s %q: other machines reach it: want --tls-cert and --tls-key, or --insecure-listen", flag, address)
	default:
		return fmt.Errorf("--%s %q: other machines reach it, and it never has TLS: want an address such as 127.0.0.1:%s, or --insecure-listen", flag, address, port)
	}
}

// checkListeners finds what two listeners would have. Each port and path is reported once for a
// listener.
func checkListeners(all ...addresses) error {
	var errs []error
	var taken []listener
	for _, l := range all {
		for _, address := range l.addresses {
			own, ok := listenerOf(l.flag, address)
			if !ok {
				continue
			}
			if i := slices.IndexFunc(taken, own.overlaps); i >= 0 {
				errs = append(errs, fmt.Errorf("--%s %q: --%s %q has that address, too: want one for each", l.flag, address, taken[i].flag, taken[i].address))
			}
			taken = append(taken, own)
		}
	}
	return errors.Join(errs...)
}

// addresses are those of a flag.
type addresses struct {
	flag      string
	addresses []string
}

// A listener is what an address takes for itself: the path of a socket, or the port of a host.
type listener struct {
	flag, address string
	path          string
	host          string
	port          int
}

// listenerOf is what an address takes; false for none, and for a port that the system chooses.
func listenerOf(flag, address string) (l listener, ok bool) {
	l.flag, l.address = flag, address
	if path, unix := server.UnixPath(address); unix {
		l.path = filepath.Clean(path)
		return l, true
	}
	host, name, err := net.SplitHostPort(address)
	if err != nil {
		return l, false
	}
	l.port, err = net.LookupPort("tcp", name)
	l.host = host
	if ip, err := netip.ParseAddr(host); err == nil {
		l.host = ip.Unmap().String()
	}
	return l, err == nil && l.port != 0
}

// overlaps reports whether the two can't be had at once.
func (l listener) overlaps(other listener) bool {
	return l.path == other.path && l.port == other.port && (l.host == other.host || l.everywhere() || other.everywhere())
}

// everywhere: it has its port on every address of the machine, whichever version of IP its
// own is of.
func (l listener) everywhere() bool {
	switch l.host {
	case "", netip.IPv4Unspecified().String(), netip.IPv6Unspecified().String():
		return true
	default:
		return false
	}
}

// checkNumber finds a number or a duration below 0.
func checkNumber[T int | time.Duration](flag string, value T) error {
	if message := bounds.NotNegative(value); message != "" {
		return errors.New("--" + flag + message)
	}
	return nil
}

// checkNeeds finds a flag that does nothing without another one.
func checkNeeds(flag string, set bool, needed, value string) error {
	if set && value == "" {
		return fmt.Errorf("--%s needs --%s", flag, needed)
	}
	return nil
}

func (s *serveCommand) addListenFlags(f *pflag.FlagSet) {
	f.StringArrayVarP(&s.config.Listen, "listen", "l", []string{server.DefaultListen}, "`address` to serve gRPC on: host:port or unix:PATH; can be repeated")
	f.StringArrayVar(&s.config.HTTPListen, "http-listen", nil, "`address` to serve HTTP on (Connect, gRPC-Web, JSON); can be repeated")
	f.StringSliceVar(&s.config.HTTPOrigins, "http-origins", nil, "`origins` whose pages may call over HTTP, such as https://example.org; * for all")
	f.BoolVar(&s.config.Page, "page", false, "serve a page over HTTP that shows how an output is parsed, at http://"+server.DefaultPageListen+"/ unless --http-listen is set")
	f.StringVar(&s.config.TLSCertFile, "tls-cert", "", "PEM `file` of the certificate chain; enables TLS")
	f.StringVar(&s.config.TLSKeyFile, "tls-key", "", "PEM `file` of the certificate's key")
	f.BoolVar(&s.config.InsecureListen, "insecure-listen", false, "allow plaintext connections from other machines")
	f.StringVar(&s.config.ClientCAFile, "client-ca", "", "PEM `file` of the authorities for client certificates; requires one from clients")
	f.StringSliceVar(&s.config.ClientNames, "client-names", nil, "`names` of which a client certificate must have one; empty for any")
	f.StringVar(&s.config.TokensFile, "tokens", "", "`file` of tokens; requires one from clients")
	f.StringVar(&s.adminListen, "admin-listen", "", "`address` (host:port) for operators: /metrics, /healthz, /config")
	f.BoolVar(&s.adminPprof, "admin-pprof", false, "serve profiles under /debug/pprof/ at --admin-listen")
	f.BoolVar(&s.adminChannelz, "admin-channelz", false, "serve channelz (grpc.channelz.v1) at --admin-listen")
	f.StringVar(&s.metricsListen, "metrics-listen", "", "`address` (host:port) to serve Prometheus metrics on")
}

// addMessageFlags adds the limits of one call.
func (s *serveCommand) addMessageFlags(f *pflag.FlagSet) {
	f.IntVar(&s.config.MaxRequestBytes, "max-request-bytes", server.DefaultMaxRequestBytes, "maximum bytes of a request")
	f.IntVar(&s.config.MaxStreamBytes, "max-stream-bytes", server.DefaultMaxStreamBytes, "maximum bytes of the output of a stream")
	f.IntVar(&s.config.Limits.Depth, "max-depth", parsers.DefaultDepth, fmt.Sprintf("maximum nesting of JSON in a call, at most %d", parsers.MaxDepth))
	f.IntVar(&s.config.Limits.ArgumentBytes, "max-argument-bytes", parsers.DefaultArgumentBytes, "maximum bytes of the arguments of a call")
	f.IntVar(&s.config.Limits.ToolCalls, "max-tool-calls", parsers.DefaultToolCalls, "maximum calls of one output")
	f.IntVar(&s.config.MaxInvalidCalls, "max-invalid-calls", server.DefaultMaxInvalidCalls, "report at most this many invalid calls per output; count the rest")
	f.IntVar(&s.config.MaxRepairs, "max-repairs", server.DefaultMaxRepairs, "report at most this many repairs per output; count the rest")
	f.IntVar(&s.config.MaxResponseBytes, "max-response-bytes", 0, "maximum bytes of a response; 0 for no limit")
	f.IntVar(&s.config.MaxTools, "max-tools", server.DefaultMaxTools, "maximum tools of one request")
	f.IntVar(&s.config.MaxSchemaBytes, "max-schema-bytes", server.DefaultMaxSchemaBytes, "maximum bytes of the parameters of all tools of one request")
	f.BoolVar(&s.config.DisableArgumentValidation, "disable-argument-validation", false, "reject validate_arguments, so that no schema of a caller is compiled")
}

// addLoadFlags adds the limits of all calls together.
func (s *serveCommand) addLoadFlags(f *pflag.FlagSet) {
	f.IntVar(&s.config.MaxConnections, "max-connections", 0, fmt.Sprintf("maximum open connections; 0 for %d, or fewer if they could take more than a quarter of --max-memory", server.DefaultMaxConnections))
	f.IntVar(&s.config.MaxConnectionsPerAddress, "max-connections-per-address", 0, "maximum open connections from one address; 0 for a quarter of --max-connections")
	f.IntVar(&s.config.MaxCalls, "max-calls", server.DefaultMaxCalls, "maximum unary calls in flight")
	f.IntVar(&s.config.MaxStreams, "max-streams", server.DefaultMaxStreams, "maximum open streams, including batches and each output of a multiplexed stream")
	f.Uint32Var(&s.config.MaxConcurrentStreams, "max-concurrent-streams", server.DefaultMaxConcurrentStreams, "maximum open calls of one connection")
	f.DurationVar(&s.config.MaxQueueTime, "max-queue-time", server.DefaultMaxQueueTime, "reject calls whose estimated queue time exceeds this")
	f.Int64Var(&s.config.MaxMemory, "max-memory", 0, "maximum `bytes` that all calls hold; 0 for half of the memory of the container or machine, or of a lower GOMEMLIMIT")
}

func (s *serveCommand) addTimeFlags(f *pflag.FlagSet) {
	f.DurationVar(&s.config.ReceiveTimeout, "receive-timeout", server.DefaultReceiveTimeout, "time in which the message of a unary call must arrive")
	f.DurationVar(&s.config.SendTimeout, "send-timeout", server.DefaultSendTimeout, "time in which a client must take a response, before its connection is closed")
	f.DurationVar(&s.config.StreamIdleTimeout, "stream-idle-timeout", server.DefaultStreamIdleTimeout, "time without a message after which a stream ends")
	f.DurationVar(&s.config.MaxStreamAge, "max-stream-age", 0, "maximum age of a stream; 0 for no limit")
	f.DurationVar(&s.config.MaxConnectionAge, "max-connection-age", 0, "age at which clients are asked to reconnect; 0 for never")
	f.DurationVar(&s.config.MaxConnectionAgeGrace, "max-connection-age-grace", 0, "time that open calls have after --max-connection-age; 0 for no limit")
	f.DurationVar(&s.config.ShutdownTimeout, "shutdown-timeout", server.DefaultShutdownTimeout, "time that open calls have to end after a signal")
	f.DurationVar(&s.config.DrainDelay, "drain-delay", 0, "time to keep serving after a signal, while health reports NOT_SERVING")
	f.DurationVar(&s.config.KeepaliveTime, "keepalive-time", server.DefaultKeepaliveTime, "idle time before the server sends a keepalive ping")
	f.DurationVar(&s.config.KeepaliveTimeout, "keepalive-timeout", server.DefaultKeepaliveTimeout, "time in which a client must answer a keepalive ping")
}
