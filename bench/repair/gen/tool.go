package gen

// A Tool is a function that the model was offered. (The package knows nothing
// of the parser that it tests, so that a fault there can't hide here.)
type Tool struct {
	Name string
	// Schema is the JSON Schema of the arguments.
	Schema string
}

// Tools are all tools of the cases: what the model was offered.
func Tools() []Tool { return tools }
