// Package markers knows how each marker of a table is spelled, and finds out which marker is at an offset. A marker
// is a fixed text, or the beginning of a tag, that means something in running text. What a marker opens has a
// number here, and is known above: no part of this package knows prose, calls, or how a body is read.
//
// The files, each before the files that it calls:
//
//   - finder.go: which marker is at an offset.
//   - triggers.go: a table, compiled: its markers, the bytes they begin with, how tags and texts are spelled.
//   - common.go: where calls of another table may begin.
//   - prefilter.go: which markers may be there, by the bytes that follow the first one.
//   - marker.go: one marker, and what it means; where no call can count.
//   - stops.go: how the bytes that mean something are looked for in long text.
package markers
