package conformance

import "fmt"

// A Proof says what was proved of a case, and what is wrong.
type Proof struct {
	// Variants are the options that it was parsed under, Cuts in how many ways it was
	// cut under all of them, Prefixes at how many places it was finished, Doublings how
	// often its work was compared with that of half the text.
	Variants, Cuts, Prefixes, Doublings int
	// Problems are what is wrong.
	Problems []string
}

// Add adds what another proof says.
func (p *Proof) Add(other Proof) {
	p.Variants += other.Variants
	p.Cuts += other.Cuts
	p.Prefixes += other.Prefixes
	p.Doublings += other.Doublings
	p.Problems = append(p.Problems, other.Problems...)
}

// Prove checks a case outside of a test: its want.json if it has one, and the invariants
// at all cuts and prefixes and next to another case.
func (s *Suite) Prove(c, other *Case) Proof {
	var p Proof
	r := new(recorder)
	if c.want != nil {
		s.CheckWant(r, c)
	}
	for _, v := range s.Variants(c) {
		p.Variants++
		p.Cuts += s.CheckVariant(r, c, v)
	}
	p.Prefixes = s.CheckStreams(r, c, other)
	p.Problems = r.errors
	return p
}

// Doubled checks outside of a test that the work of a case is linear.
func (s *Suite) Doubled(c *Case) Proof {
	r := new(recorder)
	s.CheckLinear(r, c)
	return Proof{Doublings: 1, Problems: r.errors}
}

// A recorder is a Reporter that keeps what it gets.
type recorder struct{ errors []string }

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Failed() bool        { return len(r.errors) > 0 }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
