package proxy

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/match"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
)

const (
	// DefaultMaxRequestBytes is the default of Config.MaxRequestBytes: 64 MiB.
	DefaultMaxRequestBytes = 64 << 20
	// DefaultMaxResponseBytes is the default of Config.MaxResponseBytes: 16 MiB.
	DefaultMaxResponseBytes = 16 << 20
	// DefaultReceiveTimeout is the default of Config.ReceiveTimeout.
	DefaultReceiveTimeout = time.Minute
	// DefaultConnectTimeout is the default of Config.ConnectTimeout.
	DefaultConnectTimeout = 10 * time.Second
	// DefaultResponseTimeout is the default of Config.ResponseTimeout: a model may think for
	// long before it answers at once.
	DefaultResponseTimeout = 10 * time.Minute
	// DefaultKeepAlive is what commands take for Config.KeepAlive.
	DefaultKeepAlive = 5 * time.Second
	// DefaultStallTimeout is the default of Config.StallTimeout.
	DefaultStallTimeout = 5 * time.Minute
)

// A Config says what a proxy does. A zero field has its default.
type Config struct {
	// Upstreams are the APIs that requests can go to.
	Upstreams []Upstream
	// Routes say which upstreams a request goes to. The first one for its model counts; a request
	// that names no model takes the first route. Default one that tries all upstreams, in order,
	// for every model.
	Routes []Route
	// Policy says which calls in text count, unless the route or the upstream says otherwise.
	Policy gateway.Policy
	// Hold says how much of a stream is kept back while another upstream could still be asked.
	Hold Hold
	// History says what becomes of the calls of earlier turns in requests, unless an upstream says otherwise.
	History history.Mode
	// KeepAlive is how long the client of a stream may get nothing while an event is kept back; then it gets a sign of life. 0: it
	// gets none. With HoldAll, it gets none while another upstream could still be asked.
	KeepAlive time.Duration
	// Annotate adds a comment to each stream of events, before its last event: what the headers
	// of a response report.
	Annotate bool
	// TokensFile holds the tokens of which a caller needs one, as package internal/tokens reads
	// them; empty: callers need none. With it every upstream needs a key of its own.
	TokensFile string
	// LogOutputs is a folder for what came from upstreams and what went to clients; empty for none.
	// LogOutputsBytes is how much its files may take, at least 64 MiB. Default
	// DefaultLogOutputsBytes.
	LogOutputs      string
	LogOutputsBytes int
	// MaxRequestBytes is the longest request that is read. A longer one passes through, and its
	// response isn't fixed.
	MaxRequestBytes int
	// MaxResponseBytes is the longest response that is fixed, unless it is streamed, and the
	// longest part of a stream that HoldAll keeps back. A longer response passes through.
	MaxResponseBytes int
	// MaxMemory bounds what all requests hold, in bytes; at least 1 MiB. Default half of the memory of the cgroup or the
	// machine, or half of the memory limit of Go's runtime (GOMEMLIMIT) if that is less than most of it.
	MaxMemory int64
	// ReceiveTimeout is how long the body of a request that is read may take to arrive.
	ReceiveTimeout time.Duration
	// ConnectTimeout is how long connecting to an upstream may take.
	ConnectTimeout time.Duration
	// ResponseTimeout is how long an upstream may take until its response starts.
	ResponseTimeout time.Duration
	// StallTimeout is how long an upstream may send nothing within a response, whether that is fixed or not. It
	// doesn't count after an upgrade, such as to WebSocket.
	StallTimeout time.Duration
}

// An Upstream is an API that requests can go to.
type Upstream struct {
	// Name is its name in routes, headers, logs and metrics. Default the scheme and the host of
	// its URL.
	Name string
	// URL is the base URL of the API, as a client would be given it, such as
	// https://router.example/api/v1.
	URL string
	// APIKeyFile holds the API key, on one line; it is read again when it changes. Empty: the
	// caller's credentials are forwarded, if the upstream is the first one of the route.
	APIKeyFile string
	// APIKeyHeader is the header that has the key, such as x-goog-api-key, or a header and what is before the key in it, such as
	// "Authorization: Bearer". Default: the one that the caller used.
	APIKeyHeader string
	// ForwardCredentials forwards the caller's credentials also if it isn't. If the upstream has a key, it forwards only
	// those in bodies.
	ForwardCredentials bool
	// ForwardHeaders and ForwardQuery name headers and parameters of a query that the upstream gets in addition to those that have no
	// credentials, if it doesn't get the caller's.
	ForwardHeaders, ForwardQuery []string
	// Cost is what a response costs, in any unit, at least 0.
	Cost float64
	// Models are other names for models, by the name that a request gives; "*" stands for every
	// name that isn't there.
	Models map[string]string
	// Family reads all texts of the upstream; empty: as the route says.
	Family string
	// History says what becomes of the calls of earlier turns in requests to the upstream; Default: as the configuration says.
	History history.Mode
	// EmptyArguments says what becomes of earlier calls without arguments.
	EmptyArguments history.Empty
}

// A Route says which upstreams a request goes to.
type Route struct {
	// Name is its name in logs and metrics. Default its models, or "default" for a route for all.
	Name string
	// Models are patterns for the names of models; "*" in one stands for any text, and case is
	// ignored. None: all models.
	Models []string
	// Try names the upstreams to try, in order. Default all of them.
	Try []string
	// FallBackOn are the reasons to ask the next upstream. Default all reasons.
	FallBackOn []Reason
	// MinConfidence takes the place of both thresholds of the policy, unless it is 0.
	MinConfidence float64
	// Budget is the most that the attempts of one request may cost together; 0: there is no limit.
	Budget float64
	// Stick is how long requests start at the next upstream, once one has failed three times in a
	// row. 0: they always start at the first one.
	Stick time.Duration
	// Family reads all texts of the route; empty: as the policy says.
	Family string
}

// A Hold says how much of a stream is kept back.
type Hold uint8

const (
	// HoldFirst keeps back what may still be a call. Once anything has left, no other upstream is
	// asked.
	HoldFirst Hold = iota
	// HoldAll keeps back everything until the stream has ended.
	HoldAll
)

// A Reason is why the next upstream is asked.
type Reason uint8

// The reasons.
const (
	// NoReason: the response is good.
	NoReason Reason = iota
	// ReasonError: the upstream can't be reached, breaks off, or reports an error that isn't the
	// caller's.
	ReasonError
	// ReasonTimeout: it took too long.
	ReasonTimeout
	// ReasonRejected: the text holds a call that isn't certain enough, or isn't allowed.
	ReasonRejected
	// ReasonLeaked: the text holds markup of a call.
	ReasonLeaked
	// ReasonInvalid: the text holds a call that can't be read, or the arguments of a structured one can't be repaired.
	ReasonInvalid
	// ReasonCredentials: the body of the request has credentials, and the upstream doesn't get the caller's.
	ReasonCredentials
)

// Reasons are all reasons by their names.
var Reasons = map[string]Reason{
	"error": ReasonError, "timeout": ReasonTimeout, "rejected": ReasonRejected, "leaked": ReasonLeaked, "invalid": ReasonInvalid, "credentials": ReasonCredentials,
}

// String is the reason's name in logs and metrics.
func (r Reason) String() string {
	for name, reason := range Reasons {
		if r == reason {
			return name
		}
	}
	return "none"
}

func (c Config) withDefaults() Config {
	c.MaxRequestBytes = cmp.Or(c.MaxRequestBytes, DefaultMaxRequestBytes)
	c.MaxResponseBytes = cmp.Or(c.MaxResponseBytes, DefaultMaxResponseBytes)
	c.LogOutputsBytes = cmp.Or(c.LogOutputsBytes, DefaultLogOutputsBytes)
	c.ReceiveTimeout = cmp.Or(c.ReceiveTimeout, DefaultReceiveTimeout)
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, DefaultConnectTimeout)
	c.ResponseTimeout = cmp.Or(c.ResponseTimeout, DefaultResponseTimeout)
	c.StallTimeout = cmp.Or(c.StallTimeout, DefaultStallTimeout)
	return c
}

// name is the route's name.
func (r *Route) name() string {
	return cmp.Or(r.Name, strings.Join(r.Models, ","), "default")
}

// matches reports whether the route is for a model; for no name if it is for all models.
func (r *Route) matches(model string) bool {
	return len(r.Models) == 0 || model != "" && slices.ContainsFunc(r.Models, func(pattern string) bool {
		return match.Match(strings.ToLower(model), strings.ToLower(pattern))
	})
}

// takes reports whether the route has a pattern.
func (r *Route) takes(pattern string) bool { return slices.Contains(r.Models, pattern) }

// name is the upstream's name, which has nothing secret of its URL.
func (u *Upstream) name() string {
	if u.Name != "" {
		return u.Name
	}
	base, err := url.Parse(u.URL)
	if err != nil {
		return ""
	}
	return base.Scheme + "://" + base.Host
}

// names are those of the upstreams.
func (c *Config) names() []string {
	names := make([]string, len(c.Upstreams))
	for i := range c.Upstreams {
		names[i] = c.Upstreams[i].name()
	}
	return names
}

// setting is the name of a setting of the upstream.
func (u *Upstream) setting(key string) string {
	switch {
	case u.Name == "" && (key == "" || key == "url"):
		return "upstream"
	case u.Name == "":
		return key
	case key == "":
		return "upstreams." + u.Name
	default:
		return "upstreams." + u.Name + "." + key
	}
}
