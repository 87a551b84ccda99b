package server

import (
	"fmt"
	"slices"
)

// A ConfigError is one thing that is wrong with a [Config]. It names settings in words:
// Limits.Depth is "max depth", TLSCertFile is "tls cert".
type ConfigError struct {
	format string
	args   []any
}

// A setting is the name of one, among the args of a ConfigError.
type setting string

func configError(format string, args ...any) error { return &ConfigError{format, args} }

// Error is the error with the names in words.
func (e *ConfigError) Error() string { return e.Named(func(setting string) string { return setting }) }

// Named is the error with the names that name makes of the words, such as those of flags.
func (e *ConfigError) Named(name func(setting string) string) string {
	args := slices.Clone(e.args)
	for i, arg := range args {
		if s, ok := arg.(setting); ok {
			args[i] = name(string(s))
		}
	}
	return fmt.Sprintf(e.format, args...)
}
