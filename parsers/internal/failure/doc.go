// Package failure says where a call that failed ends: for every body, one rule.
//
// A failed call ends at its own end, which its body knows. Before that it ends
// where another call begins: at a line start or directly behind a semicolon,
// before a marker that begins one or an object whose first key, its type and id apart, shows one, in a
// string or not; and where its fence closes. A call that begins there costs
// confidence, since the failed one may have quoted it. The rule is rule 3 of
// docs/formats.
package failure
