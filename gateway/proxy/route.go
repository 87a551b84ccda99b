package proxy

import (
	"cmp"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/internal/reload"
	"github.com/toolparser/toolparser/parsers"
)

// An upstream is one that requests can go to.
type upstream struct {
	name   string
	base   *url.URL
	cost   float64
	models map[string]string
	key    *reload.Files[string] // nil: it has none of its own
	// versioned and unversioned are what is known of a host: whether its API is below the version.
	versioned, unversioned atomic.Bool
	// keyHeader is where the key goes; empty: where the caller has one.
	keyHeader string
	// forwardHeaders and forwardQuery are forwarded, whoever gets the caller's credentials.
	forwardHeaders, forwardQuery []string
}

// rename is the upstream's name of a model.
func (u *upstream) rename(model string) string {
	if model == "" {
		return ""
	}
	return cmp.Or(u.models[model], u.models["*"], model)
}

// A route is the upstreams that a request can go to, in order.
type route struct {
	name       string
	config     *Route
	stops      []*stop
	fallBackOn map[Reason]bool

	mu sync.Mutex // of the stops' failures and brokenUntil
}

// A stop is an upstream of a route.
type stop struct {
	upstream     *upstream
	fixer        *gateway.Fixer
	forwards     bool // the caller's credentials
	forwardsBody bool // those in a body, though not those in headers and queries
	history      history.Policy

	failures    int // in a row
	brokenUntil time.Time
}

// breakAfter is how many failures in a row have requests start at the next upstream.
const breakAfter = 3

// newRoute makes a route of its configuration, which was checked.
func newRoute(registry *parsers.Registry, c *Config, config *Route, upstreams map[string]*upstream) (*route, error) {
	r := &route{name: config.name(), config: config, fallBackOn: map[Reason]bool{}}
	for _, reason := range Reasons {
		r.fallBackOn[reason] = len(config.FallBackOn) == 0 || slices.Contains(config.FallBackOn, reason)
	}
	try := config.Try
	if len(try) == 0 {
		try = c.names()
	}
	for i, name := range try {
		own := c.Upstreams[slices.Index(c.names(), name)]
		policy := c.Policy
		policy.Family = cmp.Or(own.Family, config.Family, policy.Family)
		if config.MinConfidence > 0 {
			policy.MinConfidence, policy.MinPlainConfidence = config.MinConfidence, config.MinConfidence
		}
		fixer, err := gateway.New(registry, policy)
		if err != nil {
			return nil, err
		}
		r.stops = append(r.stops, &stop{
			upstream: upstreams[name], fixer: fixer, history: history.Policy{Mode: cmp.Or(own.History, c.History), Empty: own.EmptyArguments},
			forwards:     own.APIKeyFile == "" && c.TokensFile == "" && (i == 0 || own.ForwardCredentials),
			forwardsBody: own.ForwardCredentials,
		})
	}
	return r, nil
}

// affords reports whether an attempt at a stop is within the budget, once so much was spent.
func (r *route) affords(s *stop, spent float64) bool {
	const rounding = 1e-9
	return r.config.Budget == 0 || spent+s.upstream.cost <= r.config.Budget+rounding
}

// first is the index of the stop where a request starts.
func (r *route) first(now time.Time) int {
	if r.config.Stick == 0 {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	last := 0
	for i, s := range r.stops {
		if !r.affords(s, 0) {
			continue
		}
		if last = i; !now.Before(s.brokenUntil) {
			break
		}
	}
	return last
}

// next is the index of the next stop behind i that is within the budget; below 0 if there is none.
func (r *route) next(i int, spent float64) int {
	for j := i + 1; j < len(r.stops); j++ {
		if r.affords(r.stops[j], spent) {
			return j
		}
	}
	return -1
}

// note notes how an attempt at a stop ended.
func (r *route) note(s *stop, reason Reason, now time.Time) {
	if r.config.Stick == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.fallBackOn[reason] {
		s.failures = 0
		return
	}
	if s.failures++; s.failures >= breakAfter {
		s.brokenUntil = now.Add(r.config.Stick)
	}
}
