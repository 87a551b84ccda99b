package kimi

import "github.com/toolparser/toolparser/parsers/internal/heads"

// own are the candidates that are Kimi's own.
type own struct {
	tags tagCall
	bare strippedCall
}

func ownOf(e *heads.Heads) *own { return heads.Own[own](e) }
