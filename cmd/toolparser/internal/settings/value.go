package settings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// wanted says what a flag takes, by the type that pflag gives it. The types of
// this program say it themselves.
var wanted = map[string]string{
	"bool":        "true or false",
	"duration":    "a duration such as 10s or 1m30s",
	"float64":     "a number",
	"int":         "a whole number",
	"int64":       "a whole number",
	"int32":       "a whole number, at most 2147483647",
	"uint32":      "a whole number from 0 to 4294967295",
	"stringSlice": "names with commas between them",
}

// InvalidValue is pflag's error in the words of this program.
func InvalidValue(err *pflag.InvalidValueError) error {
	return WrongValue(err.GetFlag().Name, err.GetFlag().Value.Type(), err.GetValue(), err.Unwrap())
}

// WrongValue is the error of a flag of that name and type, whose value can't be read.
func WrongValue(flag, typ, value string, cause error) error {
	want, known := wanted[typ]
	if !known {
		want = cause.Error()
	}
	if want == wanted["int"] && errors.Is(cause, strconv.ErrRange) {
		want += " of 18 digits at most"
	}
	return fmt.Errorf("--%s %q: want %s", flag, value, want)
}

// Wanted says what a flag takes, by its type.
func Wanted(typ string) string { return wanted[typ] }

// EmptyPaths is the error of the flags that were given an empty path, as by a variable of a shell that isn't set:
// without the file, a server would ask for no token.
func EmptyPaths(flags *pflag.FlagSet) error {
	var errs []error
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Changed || !namesFile(f) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if slices.Contains(values, "") {
			errs = append(errs, emptyPath("--"+f.Name))
		}
	})
	return errors.Join(errs...)
}

// namesFile reports whether a flag names a file or a folder, and doesn't say what an empty name means.
func namesFile(f *pflag.Flag) bool {
	value, usage := pflag.UnquoteUsage(f)
	return slices.Contains([]string{"file", "folder", "path"}, value) && strings.HasPrefix(f.Value.Type(), "string") && !strings.Contains(usage, "empty for") && !strings.Contains(usage, "dotted path")
}

// emptyPath is the error of a flag or a variable.
func emptyPath(name string) error {
	return fmt.Errorf(`%s "": want a path, or leave it out`, name)
}
