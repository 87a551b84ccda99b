// Package cputime is the clock of what measures whether parsing takes linear time: the
// suite of parsers/conformance, and bench/adversarial.
package cputime
