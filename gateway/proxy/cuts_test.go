package proxy_test

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"
)

var cuts = flag.Int("cuts", 3, "how many cuts of each script TestCutAnywhere tries; 0 tries all")

// Wherever a body ends, cleanly or with an error: the client never gets an end that the upstream didn't send, and never arguments that are JSON
// where the upstream's weren't complete. The places are chosen at random, and the same each time.
func TestCutAnywhere(t *testing.T) {
	s := newStage(t)
	for _, r := range allRuns(t) {
		r.body = marks.ReplaceAllString(r.body, "")
		r.want = ""
		whole := r.body
		seed := fnv.New64a()
		_, _ = seed.Write([]byte(r.name)) // a hash takes all
		random := rand.New(rand.NewPCG(seed.Sum64(), 0))
		ends := []end{endChunked, endClose, endBreak, endReset}
		try := func(at int, how end) {
			cut := r // the upstream of the one before may still read that
			cut.body, cut.end = whole[:at], how
			if wrong := s.compare(t, &cut, 0); len(wrong) > 0 {
				t.Errorf("%s, cut at byte %d, %s: %s", r.name, at, how, strings.Join(wrong, "\n"))
			}
		}
		if *cuts == 0 {
			for at := range len(whole) {
				for _, how := range ends {
					try(at, how)
				}
			}
		}
		for range *cuts {
			if whole != "" {
				try(random.IntN(len(whole)), ends[random.IntN(len(ends))])
			}
		}
	}
}

// All runs have names of their own, by which a failing one is found.
func TestRunsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range allRuns(t) {
		if seen[r.name] {
			t.Errorf("two runs have the name %s", r.name)
		}
		seen[r.name] = true
	}
	if len(seen) < 500 {
		t.Errorf("there are %d runs", len(seen))
	}
}
