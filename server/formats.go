package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/parsers"
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
			v.add(fmt.Sprintf("options.formats[%d]", i), "no family of this request has a format %q; there are %s", logthin.Clip(name, maxNameBytes), strings.Join(known, ", "))
		case !slices.Contains(distinct, name):
			distinct = append(distinct, name)
		}
	}
	j.config.Options.Formats = distinct
	return v.err()
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
