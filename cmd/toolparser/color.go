package main

import (
	"io"
	"os"
)

// A colorMode says when to use color.
type colorMode uint8

const (
	colorAuto colorMode = iota
	colorAlways
	colorNever
)

var colorModes = []choice[colorMode]{{"auto", colorAuto}, {"always", colorAlways}, {"never", colorNever}}

// useColor decides whether to write colors to w. NO_COLOR: see no-color.org.
func useColor(mode colorMode, w io.Writer) bool {
	switch mode {
	case colorAlways:
		return true
	case colorNever:
		return false
	default:
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
