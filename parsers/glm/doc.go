// Package glm knows how GLM 4.5 and later, and Ling 3, write tool calls: the
// name behind the opening tag, and a pair of elements for every argument.
//
//	<tool_call>get_weather
//	<arg_key>city</arg_key>
//	<arg_value>Beijing</arg_value>
//	</tool_call>
//
// It is a table; docs/models/formats/glm.md has what real models make of it.
package glm
