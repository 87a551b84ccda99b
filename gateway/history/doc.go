// Package history heals the calls that a request has from earlier turns. A call whose arguments aren't JSON makes many servers refuse
// every later request of its conversation.
//
// Only the text of such arguments is changed: it becomes what the model meant, where that is certain, else the object
// {"invalid_arguments": "…"} with the text, of which nothing is lost. The same text always becomes the same bytes, so that a server's
// cache of prompts finds them again. If nothing is wrong, the request stays as it is, byte for byte.
//
// Files, in reading order: history.go, what is done; calls.go, where an API has its calls; answers.go, calls without results.
package history
