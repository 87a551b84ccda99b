// Package protoerror makes the messages of protojson and prototext fit to be printed.
package protoerror

import "strings"

// Plain is what the library says, without its name, and with spaces that don't differ from
// build to build.
func Plain(err error) string {
	return strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\u00a0", " "), "proto: ")
}
