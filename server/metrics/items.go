package metrics

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/toolparser/toolparser/internal/metrics"
)

// labelValues are those of the labels of labelNames.
type labelValues struct{ family, format, shape, outcome string }

var labelNames = []string{"family", "format", "shape", "outcome"}

func valuesOf(l *metrics.Labels, family string, it item) labelValues {
	v := labelValues{outcome: string(it.outcome)}
	v.family, v.format, v.shape = l.Values(family, it.format, it.shape)
	return v
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
