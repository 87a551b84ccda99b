package openai

import "crypto/rand"

// newID is an id for a call of the upstream that has none, as OpenAI writes them.
func newID() string { return "call_" + rand.Text()[:24] }
