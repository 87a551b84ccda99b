package kimi

import "github.com/toolparser/toolparser/parsers/internal/engine"

// own are the candidates that are Kimi's own.
type own struct {
	tags tagCall
	bare strippedCall
}

func ownOf(e *engine.Engine) *own { return engine.Own[own](e) }
