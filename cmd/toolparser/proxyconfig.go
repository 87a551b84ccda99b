package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/toolparser/toolparser/cmd/toolparser/internal/settings"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// A proxyRoutes is what a file says about upstreams and routes.
type proxyRoutes struct {
	upstreams []proxy.Upstream
	routes    []proxy.Route
	nodes     map[string]*yaml.Node // as they are in the file
}

// sections are the settings that only a file can have.
func (p *proxyRoutes) sections() []settings.Section {
	p.nodes = map[string]*yaml.Node{}
	keep := func(name string, read func(*yaml.Node) error) settings.Section {
		return settings.Section{Name: name, Read: func(value *yaml.Node) error {
			p.nodes[name] = value
			return read(value)
		}}
	}
	return []settings.Section{keep("upstreams", p.readUpstreams), keep("routes", p.readRoutes)}
}

func (p *proxyRoutes) readUpstreams(value *yaml.Node) error {
	if value.Kind != yaml.MappingNode {
		return errors.New("upstreams: want names with their settings, such as router: {url: https://router.example/api/v1}")
	}
	var errs []error
	for i := 0; i+1 < len(value.Content); i += 2 {
		u := proxy.Upstream{Name: value.Content[i].Value}
		errs = append(errs, readKeys(value.Content[i+1], "upstreams."+u.Name, map[string]any{
			"url": &u.URL, "api-key-file": &u.APIKeyFile, "cost": &u.Cost, "models": &u.Models, "family": &u.Family,
			"api-key-header": &u.APIKeyHeader, "forward-credentials": &u.ForwardCredentials,
			"forward-headers": &u.ForwardHeaders, "forward-query": &u.ForwardQuery,
			"history": &u.History, "empty-arguments": &u.EmptyArguments,
		}))
		p.upstreams = append(p.upstreams, u)
	}
	return errors.Join(errs...)
}

func (p *proxyRoutes) readRoutes(value *yaml.Node) error {
	if value.Kind != yaml.SequenceNode {
		return errors.New("routes: want a list, such as [{models: [\"*kimi*\"], try: [router, direct]}]")
	}
	var errs []error
	for i, item := range value.Content {
		var r proxy.Route
		errs = append(errs, readKeys(item, fmt.Sprintf("routes[%d]", i), map[string]any{
			"name": &r.Name, "models": &r.Models, "try": &r.Try, "fall-back-on": &r.FallBackOn, "family": &r.Family,
			"min-confidence": &r.MinConfidence, "budget": &r.Budget, "stick": &r.Stick,
		}))
		p.routes = append(p.routes, r)
	}
	return errors.Join(errs...)
}

// readKeys reads the settings of an object into variables. It returns everything that is wrong.
func readKeys(object *yaml.Node, path string, into map[string]any) error {
	keys := strings.Join(slices.Sorted(maps.Keys(into)), ", ")
	if object.Kind != yaml.MappingNode {
		return fmt.Errorf("%s (line %d): want settings: %s", path, object.Line, keys)
	}
	var errs []error
	for i := 0; i+1 < len(object.Content); i += 2 {
		key, value := object.Content[i], object.Content[i+1]
		variable, known := into[key.Value]
		if !known {
			errs = append(errs, fmt.Errorf("%s.%s (line %d): no such setting; want one of %s", path, key.Value, key.Line, keys))
			continue
		}
		if want := readValue(value, variable); want != "" {
			errs = append(errs, fmt.Errorf("%s.%s (line %d): want %s", path, key.Value, value.Line, want))
		}
	}
	return errors.Join(errs...)
}

// readValue reads a value into a variable. What it returns is what was wanted in its place.
func readValue(value *yaml.Node, variable any) (want string) {
	switch v := variable.(type) {
	case *time.Duration:
		d, err := time.ParseDuration(value.Value)
		if *v = d; err != nil {
			return settings.Wanted("duration")
		}
		return ""
	case *[]proxy.Reason:
		return readReasons(value, v)
	case *history.Mode:
		return readChoice(value, v, histories)
	case *history.Empty:
		return readChoice(value, v, emptyArguments)
	}
	if value.Tag != "!!null" && value.Decode(variable) == nil {
		return ""
	}
	switch variable.(type) {
	case *string:
		return "a text"
	case *bool:
		return settings.Wanted("bool")
	case *float64:
		return settings.Wanted("float64")
	case *[]string:
		return "a list, such as [a, b]"
	default:
		return "names of models by the names in requests, such as {kimi-k2: kimi-k2-0905-preview}"
	}
}

// readChoice reads one of the choices.
func readChoice[T comparable](value *yaml.Node, into *T, choices []choice[T]) (want string) {
	if value.Kind != yaml.ScalarNode || newEnumFlag(into, choices).Set(value.Value) != nil {
		return oneOf(choices)
	}
	return ""
}

func readReasons(value *yaml.Node, into *[]proxy.Reason) (want string) {
	var names []string
	err := value.Decode(&names)
	for _, name := range names {
		reason, known := proxy.Reasons[name]
		if !known {
			err = errors.New("unknown")
		}
		*into = append(*into, reason)
	}
	if err != nil || len(names) == 0 {
		return "a list of some of " + strings.Join(slices.Sorted(maps.Keys(proxy.Reasons)), ", ")
	}
	return ""
}
