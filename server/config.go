package server

import (
	"errors"
	"fmt"
	"math"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/toolparser/toolparser/internal/bounds"
	"github.com/toolparser/toolparser/parsers"
)

// A Config is what an operator decides. A zero field stands for its default.
type Config struct {
	// Listen holds the addresses to serve: "host:port", or "unix:" and the
	// path of a socket. Default DefaultListen.
	Listen []string
	// HTTPListen holds the addresses to serve HTTP on: the same calls as Connect,
	// gRPC-Web and JSON. Default none.
	HTTPListen []string
	// HTTPOrigins are the origins, such as https://example.org, whose pages may call
	// from a browser; "*" for any. Default none but this server's own.
	HTTPOrigins []string
	// Page serves a page over HTTP that shows how an output is parsed. It needs no
	// token, the calls that it makes need what all calls do. Without HTTPListen it is
	// served on DefaultPageListen.
	Page bool
	// TLSCertFile and TLSKeyFile are PEM files of the server's certificate
	// chain and key. With them every listener speaks TLS, without them none
	// does. They are read again when they change.
	TLSCertFile, TLSKeyFile string

	// InsecureListen allows to serve without TLS to other machines than this one.
	InsecureListen bool
	// ClientCAFile is a PEM file of the authorities whose certificates clients need;
	// with TLS only. ClientNames are the names of which a certificate must have one,
	// as common name, DNS name, email address or URI; none for any.
	ClientCAFile string
	ClientNames  []string
	// TokensFile holds the tokens of which a caller needs one, in the metadata
	// "authorization: Bearer TOKEN": on each line a name and the token, or sha256: and
	// its hash. Health needs neither a token nor a certificate. Both files are read
	// again when they change.
	TokensFile string

	// FamilyFiles are files that declare families, or folders of such files; see package
	// declaration. They are read again when they change: while what they say is wrong,
	// the families stay as before. AllowOverride lets them take the names and model
	// patterns of the registry's families.
	FamilyFiles   []string
	AllowOverride bool

	// MaxRequestBytes bounds one request message. Default DefaultMaxRequestBytes,
	// at most MaxOutputBytes.
	MaxRequestBytes int
	// MaxStreamBytes bounds what the deltas of one output add up to, on a stream of
	// its own or a multiplexed one. Default DefaultMaxStreamBytes, at most MaxOutputBytes.
	MaxStreamBytes int
	// MaxConcurrentStreams bounds the calls that one connection may have open.
	// Default DefaultMaxConcurrentStreams.
	MaxConcurrentStreams uint32
	// Limits bound what one output may hold; what is over them stays text.
	Limits parsers.Limits

	// MaxResponseBytes bounds one response: a longer one is an error. Clients may set
	// a lower bound of their own, by metadata. Default none.
	MaxResponseBytes int
	// MaxInvalidCalls bounds the invalid calls reported per output, MaxRepairs the
	// repairs, of which one per call is reported in any case. The rest are
	// counted. Default DefaultMaxInvalidCalls and DefaultMaxRepairs.
	MaxInvalidCalls, MaxRepairs int
	// MaxTools bounds the tools of one request, MaxSchemaBytes the text of all their
	// schemas. Default DefaultMaxTools and DefaultMaxSchemaBytes.
	MaxTools, MaxSchemaBytes int
	// DisableArgumentValidation refuses requests with
	// ParseOptions.validate_arguments, so that no caller's schema is compiled.
	DisableArgumentValidation bool

	// MaxConnections bounds the connections that are open, MaxConnectionsPerAddress those
	// from one address: of IPv6, from one network of 64 bits. Connections from this machine,
	// and over Unix sockets, count in the first alone. Default DefaultMaxConnections, or
	// fewer if they could take more than a quarter of MaxMemory; and a quarter of these.
	MaxConnections, MaxConnectionsPerAddress int
	// ReceiveTimeout ends calls whose message, unless it is one of a stream, hasn't come
	// complete. Default DefaultReceiveTimeout.
	ReceiveTimeout time.Duration
	// SendTimeout ends calls whose client doesn't take an answer, and their connection with
	// them: at the latest after five quarters of it. Default DefaultSendTimeout.
	SendTimeout time.Duration
	// MaxCalls bounds the unary calls in flight. Default DefaultMaxCalls.
	MaxCalls int
	// MaxStreams bounds the streams that are open, batches included; each output of a
	// multiplexed stream is one more. Default DefaultMaxStreams.
	MaxStreams int
	// MaxQueueTime is how long a call may be expected to wait for a processor, for
	// it to be taken. Default DefaultMaxQueueTime.
	MaxQueueTime time.Duration
	// MaxMemory bounds what all calls hold, in bytes; at least 1 MiB. Default half of the
	// memory of the cgroup or the machine, or half of the memory limit of Go's runtime
	// (GOMEMLIMIT) if that is less than RuntimeShare of it.
	MaxMemory int64
	// StreamIdleTimeout ends streams whose client sends nothing, and outputs of
	// multiplexed ones that get nothing. A stream ends up to an eighth of it later. Default
	// DefaultStreamIdleTimeout.
	StreamIdleTimeout time.Duration
	// MaxStreamAge ends streams that are older, and outputs of multiplexed ones; such a
	// stream itself takes no new outputs then. Default none.
	MaxStreamAge time.Duration
	// MaxConnectionAge asks clients to make a new connection, and so perhaps to
	// another server; calls that are open then have MaxConnectionAgeGrace. Default
	// none.
	MaxConnectionAge, MaxConnectionAgeGrace time.Duration

	// LogSample logs one of so many calls that went well. Default 1, all.
	LogSample int
	// LogRate bounds how many of them are logged in a second; the next line says how many
	// were skipped. Default DefaultLogRate.
	LogRate int

	// ShutdownTimeout is how long open calls have to end by themselves once
	// the server was asked to stop. Default DefaultShutdownTimeout.
	ShutdownTimeout time.Duration
	// DrainDelay is how long the server goes on serving after health has said
	// NOT_SERVING, so that balancers can take it out first. Default none.
	DrainDelay time.Duration
	// KeepaliveTime is how long a connection may be silent before the server
	// asks whether its client is still there. Default DefaultKeepaliveTime.
	KeepaliveTime time.Duration
	// KeepaliveTimeout is how long the client has to answer that. Default
	// DefaultKeepaliveTimeout.
	KeepaliveTimeout time.Duration
}

// withDefaults replaces the zero fields.
func (c Config) withDefaults() Config {
	if len(c.Listen) == 0 {
		c.Listen = []string{DefaultListen}
	}
	if c.Page && len(c.HTTPListen) == 0 {
		c.HTTPListen = []string{DefaultPageListen}
	}
	setDefault(&c.MaxRequestBytes, DefaultMaxRequestBytes)
	setDefault(&c.MaxStreamBytes, DefaultMaxStreamBytes)
	setDefault(&c.MaxConcurrentStreams, DefaultMaxConcurrentStreams)
	setDefault(&c.MaxInvalidCalls, DefaultMaxInvalidCalls)
	setDefault(&c.MaxRepairs, DefaultMaxRepairs)
	setDefault(&c.MaxTools, DefaultMaxTools)
	setDefault(&c.MaxSchemaBytes, DefaultMaxSchemaBytes)
	setDefault(&c.LogSample, 1)
	setDefault(&c.LogRate, DefaultLogRate)
	setDefault(&c.MaxCalls, DefaultMaxCalls)
	setDefault(&c.MaxStreams, DefaultMaxStreams)
	setDefault(&c.MaxQueueTime, DefaultMaxQueueTime)
	setDefault(&c.ReceiveTimeout, DefaultReceiveTimeout)
	setDefault(&c.SendTimeout, DefaultSendTimeout)
	setDefault(&c.StreamIdleTimeout, DefaultStreamIdleTimeout)
	setDefault(&c.ShutdownTimeout, DefaultShutdownTimeout)
	setDefault(&c.KeepaliveTime, DefaultKeepaliveTime)
	setDefault(&c.KeepaliveTimeout, DefaultKeepaliveTimeout)
	return c
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Validate tells everything that is wrong with the configuration, each as a [ConfigError].
func (c Config) Validate() error {
	c = c.withDefaults()
	errs := []error{
		checkRange("max request bytes", c.MaxRequestBytes, MaxOutputBytes),
		checkRange("max stream bytes", c.MaxStreamBytes, MaxOutputBytes),
		checkRange("max depth", c.Limits.Depth, parsers.MaxDepth),
		checkRange("max argument bytes", c.Limits.ArgumentBytes, MaxOutputBytes),
		checkRange("max tool calls", c.Limits.ToolCalls, MaxOutputBytes),
		checkRange("max response bytes", c.MaxResponseBytes, math.MaxInt32),
		checkRange("max invalid calls", c.MaxInvalidCalls, math.MaxInt32),
		checkRange("max repairs", c.MaxRepairs, math.MaxInt32),
		checkRange("max tools", c.MaxTools, math.MaxInt32),
		checkRange("max schema bytes", c.MaxSchemaBytes, MaxOutputBytes),
		checkRange("log sample", c.LogSample, math.MaxInt32),
		checkRange("log rate", c.LogRate, math.MaxInt32),
		checkRange("max connections", c.MaxConnections, math.MaxInt32),
		checkRange("max connections per address", c.MaxConnectionsPerAddress, math.MaxInt32),
		checkRange("max calls", c.MaxCalls, math.MaxInt32),
		checkRange("max streams", c.MaxStreams, math.MaxInt32),
		checkPositive("max memory", c.MaxMemory),
		checkLeast("max memory", c.MaxMemory, minMaxMemory, "bytes"),
		checkPositive("max queue time", c.MaxQueueTime),
		checkPositive("receive timeout", c.ReceiveTimeout),
		checkPositive("send timeout", c.SendTimeout),
		checkPositive("stream idle timeout", c.StreamIdleTimeout),
		checkPositive("max stream age", c.MaxStreamAge),
		checkPositive("max connection age", c.MaxConnectionAge),
		checkPositive("max connection age grace", c.MaxConnectionAgeGrace),
		checkPositive("shutdown timeout", c.ShutdownTimeout),
		checkPositive("drain delay", c.DrainDelay),
		checkPositive("keepalive time", c.KeepaliveTime),
		checkPositive("keepalive timeout", c.KeepaliveTimeout),
		checkLeast("keepalive time", c.KeepaliveTime, minKeepaliveTime, ""),
	}
	for _, address := range c.Listen {
		errs = append(errs, checkAddress("listen", address), c.checkPlaintext("listen", address))
	}
	for _, address := range c.HTTPListen {
		errs = append(errs, checkAddress("http listen", address), c.checkPlaintext("http listen", address))
	}
	for _, origin := range c.HTTPOrigins {
		errs = append(errs, checkOrigin(origin))
	}
	for _, name := range c.ClientNames {
		errs = append(errs, checkClientName(name))
	}
	errs = append(errs,
		checkNeed("http origins", len(c.HTTPOrigins) > 0, "http listen", len(c.HTTPListen) > 0),
		checkNeed("client ca", c.ClientCAFile != "", "tls cert", c.TLSCertFile != ""),
		checkNeed("client names", len(c.ClientNames) > 0, "client ca", c.ClientCAFile != ""),
		checkNeed("tls cert", c.TLSCertFile != "", "tls key", c.TLSKeyFile != ""),
		checkNeed("tls key", c.TLSKeyFile != "", "tls cert", c.TLSCertFile != ""),
		checkNeed("allow override", c.AllowOverride, "family file", len(c.FamilyFiles) > 0),
		checkNeed("max connection age grace", c.MaxConnectionAgeGrace > 0, "max connection age", c.MaxConnectionAge > 0),
	)
	return errors.Join(errs...)
}

func checkRange(what setting, n, most int) error {
	if n < 0 || n > most {
		return configError("%s %d: want 1 to %d, or 0 for the default", what, n, most)
	}
	return nil
}

func checkPositive[T int64 | time.Duration](what setting, n T) error {
	if message := bounds.NotNegative(n); message != "" {
		return configError("%s%s", what, message)
	}
	return nil
}

func checkLeast[T int64 | time.Duration](what setting, n, least T, unit string) error {
	if n > 0 && n < least {
		return configError("%s %v: want %s or more, or 0 for the default", what, n, strings.TrimSpace(fmt.Sprint(least, " ", unit)))
	}
	return nil
}

// checkNeed finds what does nothing without something else.
func checkNeed(what setting, set bool, needed setting, there bool) error {
	if set && !there {
		return configError("%s needs %s", what, needed)
	}
	return nil
}

func checkAddress(what setting, address string) error {
	if path, ok := UnixPath(address); ok {
		if path == "" {
			return configError("%s %q: no path of a socket", what, address)
		}
		if most := len(syscall.RawSockaddrUnix{}.Path) - 1; len(path) > most {
			return configError("%s %q: a socket's path has at most %d bytes", what, address, most)
		}
		return nil
	}
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return configError("%s %q: want host:port or unix:PATH: %v", what, address, err)
	}
	return nil
}

// checkClientName finds what would be the name of every certificate that has no common name,
// what no certificate has, and what no metric can be labeled with.
func checkClientName(name string) error {
	if name == "" || name != strings.TrimSpace(name) {
		return configError("%s %q: want names, with no white space around them", setting("client names"), name)
	}
	if wrong := bounds.Name(name); wrong != "" {
		return configError("%s%s", setting("client names"), wrong)
	}
	return nil
}

// checkPlaintext finds what others on the network could read.
func (c Config) checkPlaintext(what setting, address string) error {
	_, unix := UnixPath(address)
	if unix || c.InsecureListen || c.TLSCertFile != "" || IsLocal(address) {
		return nil
	}
	return configError("%s %q: other machines reach it: want %s and %s, or %s",
		what, address, setting("tls cert"), setting("tls key"), setting("insecure listen"))
}

// IsLocal reports whether only this machine reaches an address.
func IsLocal(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil || host == "localhost" {
		return true // what is no address is reported elsewhere
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// UnixPath is the socket path of a unix address: unix:PATH, or the URL form
// unix:///PATH that gRPC clients also use.
func UnixPath(address string) (path string, ok bool) {
	path, ok = strings.CutPrefix(address, "unix:")
	if rest, url := strings.CutPrefix(path, "///"); ok && url {
		path = "/" + rest
	}
	return path, ok
}
