package proxy

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/bounds"
	"github.com/toolparser/toolparser/parsers"
)

// check reports everything that is wrong with a configuration, except for what files say.
func (c *Config) check(registry *parsers.Registry) error {
	errs := []error{
		c.Policy.Validate(),
		checkFamily(registry, "family", c.Policy.Family),
		number("log outputs bytes", bounds.NotNegative(c.LogOutputsBytes)),
		number("max request bytes", bounds.NotNegative(c.MaxRequestBytes)),
		number("max response bytes", bounds.NotNegative(c.MaxResponseBytes)),
		number("max memory", bounds.NotNegative(c.MaxMemory)),
		number("receive timeout", bounds.NotNegative(c.ReceiveTimeout)),
		number("connect timeout", bounds.NotNegative(c.ConnectTimeout)),
		number("response timeout", bounds.NotNegative(c.ResponseTimeout)),
		number("keep alive", bounds.NotNegative(c.KeepAlive)),
		number("stall timeout", bounds.NotNegative(c.StallTimeout)),
	}
	if c.LogOutputsBytes > 0 && c.LogOutputsBytes < minLogOutputsBytes {
		errs = append(errs, wrong("log outputs bytes", fmt.Sprintf(" %d: want %d or more, or 0 for the default", c.LogOutputsBytes, minLogOutputsBytes)))
	}
	if c.MaxMemory > 0 && c.MaxMemory < minMaxMemory {
		errs = append(errs, wrong("max memory", fmt.Sprintf(" %d: want %d or more, or 0 for the default", c.MaxMemory, minMaxMemory)))
	}
	if len(c.Upstreams) == 0 {
		errs = append(errs, checkURL("upstream", ""))
	}
	for i := range c.Upstreams {
		errs = append(errs, c.checkUpstream(registry, &c.Upstreams[i]))
	}
	for i := range c.Routes {
		errs = append(errs, c.checkRoute(registry, i))
	}
	return errors.Join(append(errs, c.checkUse())...)
}

func (c *Config) checkUpstream(registry *parsers.Registry, u *Upstream) error {
	setting := u.setting
	errs := []error{checkURL(setting("url"), u.URL), checkFamily(registry, setting("family"), u.Family), number(setting("cost"), bounds.NotNegative(u.Cost))}
	if u.Name != "" && !isLabel(u.Name) {
		errs = append(errs, wrong(setting(""), ": want a name of letters, digits and the characters . _ - : /"))
	} else {
		errs = append(errs, number(setting(""), bounds.Name(u.name())))
	}
	errs = append(errs, u.checkHeaders(c.TokensFile != ""))
	if c.TokensFile != "" && u.APIKeyFile == "" {
		errs = append(errs, wrong(setting("api key file"), ": missing; with tokens, the caller's credentials are the proxy's, and every upstream needs a key"))
	}
	for from, to := range u.Models {
		if to == "" {
			errs = append(errs, wrong(setting("models")+"."+from, ": want the name of a model"))
		}
	}
	return errors.Join(errs...)
}

// checkHeaders checks where the key goes, and what is forwarded. With tokens, the callers' Authorization is the proxy's.
func (u *Upstream) checkHeaders(tokens bool) error {
	var errs []error
	if name, scheme := splitKeyHeader(u.APIKeyHeader); u.APIKeyHeader != "" {
		switch at := u.setting("api key header"); {
		case u.APIKeyFile == "":
			errs = append(errs, wrong(at, fmt.Sprintf(": the upstream has no key; set %s, too", u.setting("api key file"))))
		case !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(scheme):
			errs = append(errs, wrong(at, fmt.Sprintf(" %q: want a header, such as x-api-key or \"Authorization: Bearer\"", u.APIKeyHeader)))
		}
	}
	for _, name := range u.ForwardHeaders {
		switch at := u.setting("forward headers"); {
		case !httpguts.ValidHeaderFieldName(name):
			errs = append(errs, wrong(at, fmt.Sprintf(": %q is no name of a header", name)))
		case tokens && strings.EqualFold(name, authorization):
			errs = append(errs, wrong(at, ": with tokens, Authorization has a token of the proxy, which no upstream gets; remove it"))
		}
	}
	return errors.Join(errs...)
}

func (c *Config) checkRoute(registry *parsers.Registry, index int) error {
	r := &c.Routes[index]
	setting := func(key string) string { return fmt.Sprintf("routes[%d].%s", index, key) }
	errs := []error{
		checkFamily(registry, setting("family"), r.Family), number(setting("budget"), bounds.NotNegative(r.Budget)),
		number(setting("stick"), bounds.NotNegative(r.Stick)), number(setting("min confidence"), bounds.Share(r.MinConfidence)),
	}
	if r.Name != "" && !isLabel(r.Name) {
		errs = append(errs, wrong(setting("name"), fmt.Sprintf(" %q: want letters, digits and the characters . _ - : /", r.Name)))
	}
	for _, pattern := range r.Models {
		errs = append(errs, number(setting("models"), bounds.Name(pattern)))
	}
	for i := range index {
		switch other := &c.Routes[i]; {
		case other.matches(""), other.takes("*"):
			errs = append(errs, wrong(fmt.Sprintf("routes[%d]", index), fmt.Sprintf(": no request gets here, because routes[%d] takes all models; put it last", i)))
		case other.name() == r.name():
			errs = append(errs, wrong(setting("name"), fmt.Sprintf(": routes[%d] has the same name %q; give one of them another", i, r.name())))
		}
	}
	return errors.Join(append(errs, c.checkTry(r, setting))...)
}

// checkTry checks which upstreams a route tries.
func (c *Config) checkTry(r *Route, setting func(string) string) error {
	var errs []error
	for i, name := range r.Try {
		at := slices.IndexFunc(c.Upstreams, func(u Upstream) bool { return u.name() == name })
		switch {
		case at < 0:
			errs = append(errs, wrong(setting("try"), fmt.Sprintf(": there is no upstream %q; want %s", name, strings.Join(c.names(), ", "))))
		case slices.Contains(r.Try[:i], name):
			errs = append(errs, wrong(setting("try"), fmt.Sprintf(": %q is there twice", name)))
		case i == 0 && r.Budget > 0 && c.Upstreams[at].Cost > r.Budget:
			errs = append(errs, wrong(setting("budget"), fmt.Sprintf(" %v: the first upstream costs more; raise the budget", r.Budget)))
		case r.Budget > 0 && c.Upstreams[at].Cost > r.Budget:
			errs = append(errs, wrong(setting("budget"), fmt.Sprintf(" %v: %q costs %v, so it is never tried; raise the budget, or remove it from the list", r.Budget, name, c.Upstreams[at].Cost)))
		}
	}
	if len(r.Try) == 1 && len(r.FallBackOn) > 0 {
		errs = append(errs, wrong(setting("fall back on"), ": there is no other upstream to try; name one more, or remove the setting"))
	}
	if len(r.Try) == 1 && r.Stick > 0 {
		errs = append(errs, wrong(setting("stick"), ": there is no other upstream to start at; name one more, or remove the setting"))
	}
	return errors.Join(errs...)
}

// checkUse finds upstreams that have the same name, or that no route tries.
func (c *Config) checkUse() error {
	var errs []error
	names := c.names()
	for i, name := range names {
		used := len(c.Routes) == 0 || slices.ContainsFunc(c.Routes, func(r Route) bool { return len(r.Try) == 0 || slices.Contains(r.Try, name) })
		switch {
		case slices.Contains(names[:i], name):
			errs = append(errs, wrong(c.Upstreams[i].setting(""), ": there are two upstreams of this name"))
		case !used:
			errs = append(errs, wrong(c.Upstreams[i].setting(""), ": no route tries it; add it to one, or remove it"))
		}
	}
	return errors.Join(errs...)
}

// checkFamily finds a family that isn't known.
func checkFamily(registry *parsers.Registry, setting, family string) error {
	if family == "" {
		return nil
	}
	if _, err := registry.Find(family, ""); err != nil {
		return wrong(setting, ": "+err.Error())
	}
	return nil
}

// number is the error of a number or a name, if something is wrong with it.
func number(setting, message string) error {
	if message == "" {
		return nil
	}
	return wrong(setting, message)
}

// isLabel reports whether a name can be written into logs and headers as it is.
func isLabel(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("._-:/*,", r))
	}) < 0
}

// checkURL checks the URL of an upstream. Errors don't repeat it: it may hold a password.
func checkURL(setting, text string) error {
	const want = "base URL of an API, such as https://router.example/api/v1"
	u, err := url.Parse(text)
	switch {
	case text == "":
		return wrong(setting, ": missing; give the "+want)
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return wrong(setting, ": not a URL; want the "+want)
	case u.User != nil:
		return wrong(setting, ": the URL has a user or a password; put the API's key into a file, or give it to the client")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return wrong(setting, ": the URL has a query or a fragment; want only the base of the API's URLs")
	}
	return nil
}

func wrong(setting, message string) error {
	return &gateway.ConfigError{Setting: setting, Message: message}
}
