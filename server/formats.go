package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/nearname"
)

// checkFormats checks that one of the families has each of the formats that
// count; the violations go to v. Of a name that comes again the first counts.
func (j *job) checkFormats(v *violations, families ...*parsers.Family) error {
	asked := j.config.Options.Formats
	if len(asked) == 0 {
		return nil
	}
	known := formatNames(families)
	var distinct []string
	for i, name := range asked {
		switch {
		case !slices.Contains(known, name):
			v.add(fmt.Sprintf("options.formats[%d]", i), "no family of this request has a format %q; %s", logthin.Clip(name, maxNameBytes), otherFormats(name, known))
		case !slices.Contains(distinct, name):
			distinct = append(distinct, name)
		}
	}
	j.config.Options.Formats = distinct
	return v.err()
}

// otherFormats says which formats may be meant by a name, or all that there are.
func otherFormats(name string, known []string) string {
	var near []string
	for _, other := range known {
		if len(name) <= maxNameBytes && nearname.Is(name, other) {
			near = append(near, other)
		}
	}
	if len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "there are " + strings.Join(known, ", ")
}

func formatNames(families []*parsers.Family) []string {
	var names []string
	for _, f := range families {
		for _, format := range slices.Concat(f.Formats, f.CommonFormats) {
			if !slices.Contains(names, format.Name) {
				names = append(names, format.Name)
			}
		}
	}
	return names
}
