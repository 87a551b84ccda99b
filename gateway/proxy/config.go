package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/toolparser/toolparser/gateway"
)

const (
	// DefaultMaxRequestBytes is the default of Config.MaxRequestBytes: 64 MiB.
	DefaultMaxRequestBytes = 64 << 20
	// DefaultMaxResponseBytes is the default of Config.MaxResponseBytes: 16 MiB.
	DefaultMaxResponseBytes = 16 << 20
	// DefaultConnectTimeout is the default of Config.ConnectTimeout.
	DefaultConnectTimeout = 10 * time.Second
	// DefaultResponseTimeout is the default of Config.ResponseTimeout: a model may think for
	// long before it answers at once.
	DefaultResponseTimeout = 10 * time.Minute
	// DefaultStallTimeout is the default of Config.StallTimeout.
	DefaultStallTimeout = 5 * time.Minute
)

// A Config says what a proxy does. A zero field has its default.
type Config struct {
	// Upstream is the base URL of the API, as a client would be given it, such as
	// https://router.example/api/v1.
	Upstream string
	// Policy says which calls in text count.
	Policy gateway.Policy
	// MaxRequestBytes is the longest request that is read. A longer one passes through, and its
	// response isn't fixed.
	MaxRequestBytes int
	// MaxResponseBytes is the longest response that is fixed, unless it is streamed. A longer one
	// passes through.
	MaxResponseBytes int
	// ConnectTimeout is how long connecting to the upstream may take.
	ConnectTimeout time.Duration
	// ResponseTimeout is how long the upstream may take until its response starts.
	ResponseTimeout time.Duration
	// StallTimeout is how long the upstream may send nothing within a response.
	StallTimeout time.Duration
}

func (c Config) withDefaults() Config {
	c.MaxRequestBytes = cmp.Or(c.MaxRequestBytes, DefaultMaxRequestBytes)
	c.MaxResponseBytes = cmp.Or(c.MaxResponseBytes, DefaultMaxResponseBytes)
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, DefaultConnectTimeout)
	c.ResponseTimeout = cmp.Or(c.ResponseTimeout, DefaultResponseTimeout)
	c.StallTimeout = cmp.Or(c.StallTimeout, DefaultStallTimeout)
	return c
}

// Validate reports everything that is wrong.
func (c Config) Validate() error {
	_, err := parseUpstream(c.Upstream)
	return errors.Join(err, c.Policy.Validate(),
		positive("max request bytes", c.MaxRequestBytes),
		positive("max response bytes", c.MaxResponseBytes),
		positive("connect timeout", c.ConnectTimeout),
		positive("response timeout", c.ResponseTimeout),
		positive("stall timeout", c.StallTimeout),
	)
}

func positive[T int | time.Duration](name string, value T) error {
	if value < 0 {
		return &gateway.ConfigError{Setting: name, Message: fmt.Sprintf(" %v: want a positive value, or 0 for the default", value)}
	}
	return nil
}

// parseUpstream reads the URL of an upstream. Errors don't repeat it: it may hold a password.
func parseUpstream(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case text == "":
		return nil, upstreamError("missing; give the base URL of an API, such as https://router.example/api/v1")
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, upstreamError("not a URL; want the base URL of an API, such as https://router.example/api/v1")
	case u.User != nil:
		return nil, upstreamError("the URL has a user or a password; give the client the API's key instead")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, upstreamError("the URL has a query or a fragment; want only the base of the API's URLs")
	}
	return u, nil
}

func upstreamError(message string) error {
	return &gateway.ConfigError{Setting: "upstream", Message: ": " + message}
}
