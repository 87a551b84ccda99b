package metrics

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/toolparser/toolparser/internal/bounds"
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

// Labels keeps the values of labels in closed sets, whatever a family of
// another program reports.
type Labels struct {
	known atomic.Pointer[knownFamilies]
	mu    sync.Mutex // of those who change known
	// current are the families that are served; nil: they don't change.
	current func() *parsers.Registry
}

// knownFamilies are those of a registry, and of the ones before it.
type knownFamilies struct {
	registry *parsers.Registry
	families map[string]*familyLabels
}

type familyLabels struct {
	formats map[string]bool
	mu      sync.RWMutex
	shapes  map[string]bool
}

// NewLabels are labels of the families of a registry.
func NewLabels(registry *parsers.Registry) *Labels {
	l := new(Labels)
	l.learn(registry)
	return l
}

// Follow looks for the families there from now on. It is called before calls are served.
func (l *Labels) Follow(current func() *parsers.Registry) { l.current = current }

// learn adds the families of a registry.
func (l *Labels) learn(registry *parsers.Registry) *knownFamilies {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.known.Load()
	if before != nil && before.registry == registry {
		return before
	}
	known := &knownFamilies{registry, map[string]*familyLabels{}}
	if before != nil {
		maps.Copy(known.families, before.families)
	}
	for _, f := range registry.Families() {
		known.families[f.Name] = known.families[f.Name].with(f.Formats)
	}
	l.known.Store(known)
	return known
}

// with are the labels with those of more formats.
func (f *familyLabels) with(formats []parsers.Format) *familyLabels {
	if f != nil && !slices.ContainsFunc(formats, func(format parsers.Format) bool { return !f.formats[format.Name] }) {
		return f
	}
	more := &familyLabels{formats: map[string]bool{}, shapes: map[string]bool{}}
	if f != nil {
		maps.Copy(more.formats, f.formats)
	}
	for _, format := range formats {
		more.formats[format.Name] = true
	}
	return more
}

// family are the labels of a family; nil if there is none of the name.
func (l *Labels) family(name string) *familyLabels {
	known := l.known.Load()
	if l.current != nil {
		if registry := l.current(); registry != known.registry {
			known = l.learn(registry)
		}
	}
	return known.families[name]
}

// Values are the labels of a family, and of a format and a shape of it.
func (l *Labels) Values(family, format, shape string) (familyLabel, formatLabel, shapeLabel string) {
	switch f := l.family(family); {
	case family == "":
		return noLabel, noLabel, noLabel
	case f == nil:
		return otherLabel, otherLabel, otherLabel
	default:
		return family, f.format(format), f.shape(shape)
	}
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
	if len(f.shapes) >= maxShapes || bounds.Name(key) != "" {
		return f.shapes[key]
	}
	f.shapes[key] = true
	return true
}
