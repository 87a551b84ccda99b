package main

import (
	"fmt"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

// readTools reads a tools file; no file, no tools.
func readTools(file string) ([]*toolparserv1.Tool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readRegular(file)
	if err != nil {
		return nil, fmt.Errorf("read tools: %w", err)
	}
	tools, err := client.ToolsFromJSON(text)
	if err != nil {
		return nil, usageError{fmt.Errorf("tools file %s: %w", file, err)}
	}
	return tools, nil
}

// parserTools are the tools of a request, as a parser wants them.
func parserTools(tools []*toolparserv1.Tool) *parsers.Tools {
	list := make([]parsers.Tool, len(tools))
	for i, tool := range tools {
		list[i] = parsers.Tool{Name: tool.GetFunction().GetName(), Parameters: tool.GetFunction().GetParameters()}
	}
	return parsers.NewTools(list)
}
