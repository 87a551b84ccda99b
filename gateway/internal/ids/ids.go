// Package ids makes the ids of what the gateway adds to a response.
package ids

import "crypto/rand"

// New is an id that no other one equals, as OpenAI writes them: the prefix and 24 characters.
func New(prefix string) string { return prefix + rand.Text()[:24] }
