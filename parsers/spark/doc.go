// Package spark knows how Spark writes tool calls: the name behind the opening tag, and
// a pair of elements for every argument.
//
//	<tool_call>get_weather
//	<arg_key>city</arg_key>
//	<arg_value>Oslo</arg_value>
//	</tool_call>
//
// The source is SGLang's parser of that name. It is a table; docs/models/formats/spark.md has its rules.
package spark
