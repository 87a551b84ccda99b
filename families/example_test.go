package families_test

import (
	"fmt"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// The family of a model, by the model's id. Make the registry once: its families keep
// memory for the next output.
func ExampleRegistry_byModel() {
	registry := families.Registry()
	family, err := registry.Find("", "Qwen/Qwen3-Coder-30B-A3B-Instruct")
	if err != nil {
		fmt.Println(err)
		return
	}
	output := "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>"
	result := parsers.Parse(family, output, parsers.Config{}, parsers.FinishStop)
	fmt.Println(family.Name, result.ToolCalls[0].Name, result.ToolCalls[0].Arguments)

	_, err = registry.Find("", "acme/mixtrel-8x7b")
	fmt.Println(err)
	// Output:
	// qwen3_coder get_weather {"city":"Oslo"}
	// family not found: no family is for model "acme/mixtrel-8x7b" (did you mean mistral?); the family "auto" reads every format that announces itself; "toolparser infer-template" makes a family from a model's chat template
}

// The family that is named: by its own name or by that of another server's parser.
func ExampleRegistry_byName() {
	for _, name := range []string{"hermes", "qwen25", "Hermes-2-Pro"} {
		family, err := families.Registry().Find(name, "")
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(family.Name)
	}
	// Output:
	// hermes
	// hermes
	// hermes
}
