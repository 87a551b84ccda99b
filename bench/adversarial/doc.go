// Package adversarial times every family on texts that were made to be slow to
// parse: what costs more than in proportion to its length is an attack.
//
//	go test ./adversarial -linear            # twice the text, at most 2.2 times the time
//	go test ./adversarial -bench . -run '^$' # the times, and the ratios to half the text
package adversarial
