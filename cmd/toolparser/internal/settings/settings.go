// Package settings sets the flags of a command also by environment variables, and in a YAML file. A
// flag wins over its variable, and that over the file.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/toolparser/toolparser/parsers/nearname"
)

// envPrefix begins the environment variables.
const envPrefix = "TOOLPARSER_"

// envName is the variable of a flag: TOOLPARSER_MAX_CALLS for max-calls.
func envName(flag string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// notSettings are the flags that only make sense on the command line.
var notSettings = []string{"help", "check-config"}

// A lateError is the value of a flag that keeps what is wrong with it: pflag itself stops at the
// first wrong flag, and an operator would fix one after another.
type lateError struct {
	pflag.Value
	name string // of the flag
	err  error
}

// LateErrors makes the values of all flags of c keep their errors until Read.
func LateErrors(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Value = &lateError{Value: f.Value, name: f.Name} })
	help := c.HelpFunc()
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		_ = ownValues(c.Flags()) // by the types of its own values pflag knows which defaults to leave out
		help(c, args)
	})
}

// Set sets the value.
func (l *lateError) Set(value string) error {
	if err := l.Value.Set(value); err != nil {
		l.err = errors.Join(l.err, WrongValue(l.name, l.Type(), value, err))
	}
	return nil
}

// ownValues gives the flags their own values back, and returns what was wrong with them.
func ownValues(flags *pflag.FlagSet) error {
	var errs []error
	flags.VisitAll(func(f *pflag.Flag) {
		if l, ok := f.Value.(*lateError); ok {
			errs = append(errs, l.err)
			f.Value = l.Value
		}
	})
	return errors.Join(errs...)
}

// A Section is a setting of a file that is more than a flag's value.
type Section struct {
	Name string
	// Read reads the setting. Its errors name what is wrong, from the section's name on.
	Read func(value *yaml.Node) error
}

// Read sets the flags that the command line didn't: the flag "config" names the file. It returns
// everything that is wrong.
func Read(flags *pflag.FlagSet, sections ...Section) error {
	errs := []error{ownValues(flags), EmptyPaths(flags)}
	fromEnvironment(flags, func(f *pflag.Flag, value string) {
		if value == "" && namesFile(f) {
			errs = append(errs, emptyPath(envName(f.Name)))
			return
		}
		errs = append(errs, setFlag(flags, f, envName(f.Name), splitList(f, value)))
	})
	if path := flags.Lookup("config").Value.String(); path != "" {
		errs = append(errs, readFile(flags, path, sections))
	}
	return errors.Join(errs...)
}

func fromEnvironment(flags *pflag.FlagSet, set func(f *pflag.Flag, value string)) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || slices.Contains(notSettings, f.Name) {
			return
		}
		if value, ok := os.LookupEnv(envName(f.Name)); ok {
			set(f, value)
		}
	})
}

// clientPrefix begins the variables of the plugins of inference servers, which may run in the same environment.
const clientPrefix = envPrefix + "CLIENT_"

// Unknown are the environment's variables that look like settings and set no flag, sorted. An empty
// one sets nothing in any case.
func Unknown(flags *pflag.FlagSet) []string {
	var names []string
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, envPrefix) || strings.HasPrefix(name, clientPrefix) || value == "" {
			continue
		}
		known := false
		flags.VisitAll(func(f *pflag.Flag) {
			known = known || name == envName(f.Name) && !slices.Contains(notSettings, f.Name)
		})
		if !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// splitList makes the items of a flag that takes several.
func splitList(f *pflag.Flag, value string) []string {
	if isList(f) {
		return strings.Split(value, ",")
	}
	return []string{value}
}

func isList(f *pflag.Flag) bool {
	return strings.HasPrefix(f.Value.Type(), "string") && f.Value.Type() != "string"
}

func readFile(flags *pflag.FlagSet, path string, sections []Section) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	settings, nodes, err := parse(text)
	if err != nil {
		return fmt.Errorf("config %s: %w", path, err)
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		value := settings[name]
		if i := slices.IndexFunc(sections, func(s Section) bool { return s.Name == name }); i >= 0 {
			errs = append(errs, inFile(path, sections[i].Read(nodes[name])))
			continue
		}
		f := setting(flags, name)
		if f == nil {
			errs = append(errs, fmt.Errorf("config %s: no setting %q%s", path, name, meant(flags, name)))
			continue
		}
		if f.Changed {
			continue
		}
		values, err := yamlValues(f, value)
		if err != nil {
			errs = append(errs, fmt.Errorf("config %s: %w", path, err))
			continue
		}
		errs = append(errs, setFlag(flags, f, "config "+path, values))
	}
	return errors.Join(errs...)
}

// setting is the flag of that name, nil if a file can't set it.
func setting(flags *pflag.FlagSet, name string) *pflag.Flag {
	if name == "config" || slices.Contains(notSettings, name) {
		return nil
	}
	return flags.Lookup(name)
}

// meant tells a setting that is written as its flag or its variable is, or nearly so.
func meant(flags *pflag.FlagSet, name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "--"), envPrefix)
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if setting(flags, name) != nil {
		return "; write " + name
	}
	var near []string
	flags.VisitAll(func(f *pflag.Flag) {
		if setting(flags, f.Name) != nil && nearname.Is(name, f.Name) {
			near = append(near, f.Name)
		}
	})
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// inFile says of each of the errors that are joined that it is about a file.
func inFile(path string, err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var errs []error
		for _, err := range joined.Unwrap() {
			errs = append(errs, inFile(path, err))
		}
		return errors.Join(errs...)
	}
	if err != nil {
		return fmt.Errorf("config %s: %w", path, err)
	}
	return nil
}

// parse reads the one document of a file; an empty one sets nothing.
func parse(text []byte) (settings map[string]any, nodes map[string]*yaml.Node, err error) {
	documents := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := documents.Decode(&document); errors.Is(err, io.EOF) {
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode && root.Tag != "!!null" {
		return nil, nil, errors.New("want settings by their names, such as max-calls: 1000")
	}
	if err := document.Decode(&settings); err != nil {
		return nil, nil, err
	}
	nodes = map[string]*yaml.Node{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		nodes[root.Content[i].Value] = root.Content[i+1]
	}
	if !errors.Is(documents.Decode(new(yaml.Node)), io.EOF) {
		return nil, nil, errors.New("want one document: nothing after ---")
	}
	return settings, nodes, nil
}

// yamlValues are the items of a setting, as a flag would be given them.
func yamlValues(f *pflag.Flag, value any) ([]string, error) {
	switch value := value.(type) {
	case []any:
		if !isList(f) {
			return nil, fmt.Errorf("%s is no list", f.Name)
		}
		var values []string
		for _, item := range value {
			switch item.(type) {
			case []any, map[string]any, nil:
				return nil, fmt.Errorf("%s: each item needs a value", f.Name)
			}
			values = append(values, fmt.Sprint(item))
		}
		return values, nil
	case map[string]any:
		return nil, fmt.Errorf("%s has no settings of its own: want a value", f.Name)
	case nil:
		return nil, fmt.Errorf("%s needs a value", f.Name)
	default:
		return []string{fmt.Sprint(value)}, nil
	}
}

func setFlag(flags *pflag.FlagSet, f *pflag.Flag, source string, values []string) error {
	for _, value := range values {
		if err := flags.Set(f.Name, value); err != nil {
			if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
				err = InvalidValue(invalid)
			}
			return fmt.Errorf("%s: %w", source, err)
		}
	}
	return nil
}

// effectiveValue is what a flag has set. The zero of a number or a duration stands for its
// default; not that of --trace-ratio, which is a share.
func effectiveValue(f *pflag.Flag) string {
	value := f.Value.String()
	switch f.Value.Type() {
	case "int", "int64", "uint32", "duration":
		if value == "0" || value == time.Duration(0).String() {
			return f.DefValue
		}
	}
	return value
}

// Effective is all that is set, as a file that sets it. sections are the values of its sections, by
// their names.
func Effective(c *cobra.Command, sections map[string]*yaml.Node) ([]byte, error) {
	settings := map[string]any{}
	for name, node := range sections {
		settings[name] = node
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "config" || slices.Contains(notSettings, f.Name) {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			settings[f.Name] = list.GetSlice()
			return
		}
		node := &yaml.Node{Kind: yaml.ScalarNode, Value: effectiveValue(f)}
		if node.Value == "" {
			node.Style = yaml.DoubleQuotedStyle
		}
		settings[f.Name] = node
	})
	return yaml.Marshal(settings)
}
