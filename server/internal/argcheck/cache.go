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

// CheckSyntax says why a text is no JSON object or boolean; nil if it is one. Unless the text is known, that is work for a
// turn, whose error is the second one.
func (c *Cache) CheckSyntax(text string, turn Turn) (wrong, err error) {
	s, err := c.get(text, turn)
	if err != nil {
		return nil, err
	}
	return s.syntax, nil
}

// get finds or makes what is known of a schema. The error is the turn's.
func (c *Cache) get(text string, turn Turn) (*schema, error) {
	c.mu.RLock()
	s, young := c.young.entries[text]
	if !young {
		s = c.old.entries[text]
	}
	c.mu.RUnlock()
	if young {
		return s, nil
	}
	if s == nil {
		var err error
		if s, err = newSchema(text, turn); err != nil {
			return nil, err
		}
	}
	c.keep(s)
	return s, nil
}

// compile compiles a schema in a turn, if that hasn't been done, and charges the cache for it. The error is the turn's.
func (c *Cache) compile(s *schema, turn Turn) (*compiledSchema, error) {
	compiled, err := s.compile(turn)
	if err != nil {
		return nil, err
	}
	if s.charged.CompareAndSwap(false, true) {
		c.mu.Lock()
		if c.young.entries[s.text] == s {
			delete(c.young.entries, s.text)
			c.young.bytes -= len(s.text)
		}
		c.mu.Unlock()
		c.keep(s)
	}
	return compiled, nil
}

func (c *Cache) keep(s *schema) {
	size := s.bytes()
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
