// Package adversarial parses texts that were made to be slow to parse, by every family: what
// costs more than in proportion to its length is an attack. The work is counted in bytes looked at.
//
// The inputs of input.go aim at what parsers do. Those of damage.go are the examples of the family's
// formats, with one mark lost, doubled or replaced, over and over in each surrounding.
//
//	go test ./adversarial                                # twice the text, at most 2.1 times the work
//	go test ./adversarial -run Damaged -v                # and the twenty that take the most work
//	go test ./adversarial -run Damaged -v -long          # at 16 MiB, with their longest turn, too
//	go test ./adversarial -bench . -run '^$'             # the times, and how often each byte is looked at
package adversarial
