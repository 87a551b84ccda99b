package parsers

// A ToolChoice is what the request said of the model's choice of tools. The zero ToolChoice leaves it to the model.
type ToolChoice struct {
	Mode ToolChoiceMode
	// Name is the only tool that the model may call, with ToolChoiceNamed.
	Name string
}

// A ToolChoiceMode says which calls the model may make.
type ToolChoiceMode uint8

const (
	// ToolChoiceAuto: any, or none.
	ToolChoiceAuto ToolChoiceMode = iota
	// ToolChoiceNone: none. So no text is a call.
	ToolChoiceNone
	// ToolChoiceRequired: at least one. Servers make sure of that with a grammar, by which the output is JSON without
	// markers, whatever family the model is of: an object that is a call, or an array of them.
	ToolChoiceRequired
	// ToolChoiceNamed: the one named. The output is such JSON, or only the arguments.
	ToolChoiceNamed
)

// ChosenFormat is the format of calls that are such JSON. It belongs to no family.
const ChosenFormat = commonFormats + "/tool_choice"

// Demands reports whether the model had to call a tool.
func (tc ToolChoice) Demands() bool { return tc.Mode >= ToolChoiceRequired }

// noFormats lists a format that there is none of.
var noFormats = []string{""}
