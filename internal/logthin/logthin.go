// Package logthin keeps a log short: it picks which of many lines alike are written, and shortens what they repeat.
package logthin

import (
	"log/slog"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// A Limit picks lines up to a rate. The zero Limit has picked none. It is safe for concurrent use.
type Limit struct {
	// second is the one of the last line, since the epoch, and picked what was picked in
	// it; skipped are the lines since the last one that was picked.
	second          atomic.Int64
	picked, skipped atomic.Uint64
}

// Pick reports whether to write a line, of which there may be rate in a second, and how many
// were skipped before it.
func (l *Limit) Pick(now time.Time, rate uint64) (skipped uint64, ok bool) {
	if second := now.Unix(); l.second.Swap(second) != second {
		l.picked.Store(0)
	}
	if l.picked.Add(1) > rate {
		l.Skip(1)
		return 0, false
	}
	return l.skipped.Swap(0), true
}

// Skip counts lines that are skipped for another reason.
func (l *Limit) Skip(n uint64) { l.skipped.Add(n) }

// A Sampler picks one of every N lines, and not more than Rate in a second. A line takes some 3 µs, as long as
// parsing. It is safe for concurrent use.
type Sampler struct {
	N, Rate uint64

	seen  atomic.Uint64
	limit Limit
}

// Pick reports whether to write a line, and how many were skipped before it.
func (s *Sampler) Pick(now time.Time) (skipped uint64, ok bool) {
	if s.seen.Add(1)%s.N != 1%s.N {
		s.limit.Skip(1)
		return 0, false
	}
	return s.limit.Pick(now, s.Rate)
}

// Skipped is how many lines were skipped before one; nothing for none.
func Skipped(n uint64) slog.Attr {
	if n == 0 {
		return slog.Attr{}
	}
	return slog.Uint64("skipped", n)
}

// Clip shortens s to at most n bytes, between code points.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const mark = "…"
	n -= len(mark)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + mark
}
