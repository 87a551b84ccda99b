package metrics

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

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

// labelValues are those of the labels of labelNames.
type labelValues struct{ family, format, shape, outcome string }

var labelNames = []string{"family", "format", "shape", "outcome"}

func (l labels) values(family string, it item) labelValues {
	f := l.families[family]
	if f == nil {
		return labelValues{otherLabel, otherLabel, otherLabel, string(it.outcome)}
	}
	return labelValues{family, f.format(it.format), f.shape(it.shape), string(it.outcome)}
}

// itemCounters count calls or outputs. The counters are kept by their labels: that is
// quicker than to have the vector find them, which needs a slice of the labels.
type itemCounters struct {
	vec      *prometheus.CounterVec
	mu       sync.RWMutex
	counters map[labelValues]prometheus.Counter
}

func newItemCounters(name, help string) *itemCounters {
	return &itemCounters{
		vec:      prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labelNames),
		counters: map[labelValues]prometheus.Counter{},
	}
}

func (c *itemCounters) count(v labelValues) {
	c.mu.RLock()
	counter := c.counters[v]
	c.mu.RUnlock()
	if counter == nil {
		counter = c.vec.WithLabelValues(v.family, v.format, v.shape, v.outcome)
		c.mu.Lock()
		c.counters[v] = counter
		c.mu.Unlock()
	}
	counter.Inc()
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
