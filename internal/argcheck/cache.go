package argcheck

import (
	"sync"
)

// A Cache keeps what is known of tool schemas from one request to the
// next, since agents send the same tools with every request. It is found by
// the schema's complete text and bounded in number and bytes: those of the text and,
// once it is compiled, what compiling made.
//
// It has two generations. A schema that is used is put into the young one;
// when that has grown to half of a bound it becomes the old one, and the old
// one is dropped. So what was used last stays, and a hit takes a read lock only.
type Cache struct {
	maxEntries int
	maxBytes   int

	mu    sync.RWMutex
	young generation
	old   generation
}

type generation struct {
	entries map[string]*schema
	bytes   int
}

// NewCache returns a cache of up to CacheEntries schemas, which keeps up to CacheBytes of them.
func NewCache() *Cache { return newCache(CacheEntries, CacheBytes) }

func newCache(entries, bytes int) *Cache {
	return &Cache{
		maxEntries: entries / 2,
		maxBytes:   bytes / 2,
		young:      generation{entries: map[string]*schema{}},
	}
}

// CheckSyntax says why a text is no JSON object or boolean; nil if it is one.
func (c *Cache) CheckSyntax(text string) error { return c.get(text).syntax }

// get finds or makes what is known of a schema.
func (c *Cache) get(text string) *schema {
	c.mu.RLock()
	s, young := c.young.entries[text]
	if !young {
		s = c.old.entries[text]
	}
	c.mu.RUnlock()
	if young {
		return s
	}
	if s == nil {
		s = newSchema(text)
	}
	c.keep(s)
	return s
}

// compile compiles a schema and charges the cache for it.
func (c *Cache) compile(s *schema) *compiledSchema {
	compiled := s.compile()
	if s.charged.CompareAndSwap(false, true) {
		c.mu.Lock()
		if c.young.entries[s.text] == s {
			delete(c.young.entries, s.text)
			c.young.bytes -= len(s.text)
		}
		c.mu.Unlock()
		c.keep(s)
	}
	return compiled
}

func (c *Cache) keep(s *schema) {
	size := s.size()
	if size > c.maxBytes {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.young.entries[s.text]; there {
		return
	}
	if len(c.young.entries) >= c.maxEntries || c.young.bytes+size > c.maxBytes {
		c.old, c.young = c.young, generation{entries: map[string]*schema{}}
	}
	c.young.entries[s.text] = s
	c.young.bytes += size
}
