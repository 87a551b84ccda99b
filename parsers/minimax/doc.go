// Package minimax knows how MiniMax models write tool calls: M2 to M2.7 as
// invoke and parameter tags in a wrapper of their own,
//
//	<minimax:tool_call>
//	<invoke name="get_weather">
//	<parameter name="city">Oslo</parameter>
//	</invoke>
//	</minimax:tool_call>
//
// M1 as JSON objects between <tool_calls> tags, M3 as elements that bear the names of
// arguments, and a token before each tag:
//
//	]<]minimax[>[<tool_call>
//	]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>]<]minimax[>[</invoke>
//	]<]minimax[>[</tool_call>
//
// The source are the chat templates of MiniMax-M1, MiniMax-M2 and MiniMax-M3. It is a table; docs/models/formats/minimax.md has what real
// models make of it.
package minimax
