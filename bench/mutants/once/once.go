// Package once has a test that reads each case of the families once, complete. The families' own tests read each case in
// hundreds of ways. Most mutants of bench/mutants change a result anyway, and this test finds them much faster.
package once
