// Package parsertest is the conformance suite of model families. A family's
// test is one line, wherever the family lives:
//
//	func TestFamily(t *testing.T) { parsertest.Run(t, llama3.Family(), "testdata") }
//
// What a case is, and what is proved of each, says package conformance. A family
// that another program declares in a file is checked there without a test.
//
// go test -update rewrites want.json. To read the difference is the author's duty.
package parsertest
