// Package adversarial parses texts that were made to be slow to parse, by every family: what
// costs more than in proportion to its length is an attack.
//
//	go test ./adversarial                    # twice the text, at most 2.1 times the work
//	go test ./adversarial -bench . -run '^$' # the times, and how often each byte is looked at
package adversarial
