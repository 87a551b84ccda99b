package argcheck

import "fmt"

// A Checker checks the arguments of one call at a time, with the budget of a request for each.
type Checker struct{ cache *Cache }

// NewChecker returns a checker that keeps up to CacheBytes of schemas.
func NewChecker() *Checker { return &Checker{NewCache()} }

// Check says what is wrong with arguments, or why that can't be known. A tool without parameters
// takes all.
func (c *Checker) Check(parameters, arguments string) error {
	if parameters == "" {
		return nil
	}
	s, _ := c.cache.get(parameters, alone{})
	if s.syntax != nil {
		return s.syntax
	}
	compiled, _ := c.cache.compile(s, alone{})
	if compiled.err != nil {
		return compiled.err
	}
	left := budget{work: maxSteps, told: maxToldBytes}
	if found := left.violations(compiled, arguments, alone{}); len(found) > 0 {
		return fmt.Errorf("%q: %s", found[0].Pointer, found[0].Message)
	}
	return nil
}

// alone is the turn of who takes no turns.
type alone struct{}

func (alone) Spend(int) error { return nil }

func (alone) Long(do func()) error {
	do()
	return nil
}
