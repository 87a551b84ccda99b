package metrics

import (
	"sync"

	"github.com/toolparser/toolparser/parsers"
)

const (
	// noLabel stands for a format or shape that there is none of.
	noLabel = "none"
	// otherLabel stands for a value outside of its set.
	otherLabel = "other"
	// maxShapes bounds the shapes of one family. A family's shapes are
	// constants, but it doesn't list them.
	maxShapes = 64
)

// labels keeps the values of labels in closed sets, whatever a family of
// another program reports.
type labels struct {
	families map[string]*familyLabels
}

type familyLabels struct {
	formats map[string]bool
	mu      sync.RWMutex
	shapes  map[string]bool
}

func newLabels(registry *parsers.Registry) labels {
	l := labels{families: map[string]*familyLabels{}}
	for _, f := range registry.Families() {
		family := &familyLabels{formats: map[string]bool{}, shapes: map[string]bool{}}
		for _, format := range f.Formats {
			family.formats[format.Name] = true
		}
		l.families[f.Name] = family
	}
	return l
}

// values are those of the labels family, format, shape and outcome.
func (l labels) values(family string, it item) []string {
	f := l.families[family]
	if f == nil {
		return []string{otherLabel, otherLabel, otherLabel, string(it.outcome)}
	}
	return []string{family, f.format(it.format), f.shape(it.shape), string(it.outcome)}
}

func (f *familyLabels) format(name string) string {
	switch {
	case name == "":
		return noLabel
	case f.formats[name]:
		return name
	default:
		return otherLabel
	}
}

func (f *familyLabels) shape(key string) string {
	if key == "" {
		return noLabel
	}
	f.mu.RLock()
	known := f.shapes[key]
	f.mu.RUnlock()
	if known || f.addShape(key) {
		return key
	}
	return otherLabel
}

func (f *familyLabels) addShape(key string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.shapes) >= maxShapes {
		return f.shapes[key]
	}
	f.shapes[key] = true
	return true
}
