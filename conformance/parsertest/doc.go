// Package parsertest is the conformance suite of model families. The test of a family
// that lives in another module is one line:
//
//	func TestFamily(t *testing.T) { parsertest.Run(t, acme.Family(), "testdata") }
//
// The built-in families have one test for all, in families/cases.
//
// [Run] is the test, with an [Option] where a family needs one. [Fuzz] tries random bytes. [Benchmarks] measures what
// every family is measured by, [Benchmark] one output. [Load] reads each [Case], for tests of one's own. [FuzzAll] is for several
// families at once.
//
// What a case is, and what is proved of each, says package conformance. A family
// that another program declares in a file is checked there without a test.
//
// go test -update rewrites want.json. To read the difference is the author's duty.
package parsertest
