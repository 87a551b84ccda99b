// Package deepseek parses the tool calls of DeepSeek's models, and of those
// that were made of them.
//
// V3 and R1 write special tokens around a type, a name and a fence, V3.1 writes
// them around a name and JSON:
//
//	<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather
//	```json
//	{"location": "Tokyo"}
//	```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
//
//	<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"location": "Tokyo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
//
// as in the chat templates and the README of the model cards of
// deepseek-ai/DeepSeek-V3-0324, DeepSeek-R1-0528 and DeepSeek-V3.1. The bars are
// U+FF5C, the gaps U+2581; what follows the separator tells which form it is.
//
// V3.2 and V4 write a tag for each parameter, which says whether it is text or JSON:
//
//	<｜DSML｜function_calls>
//	<｜DSML｜invoke name="get_weather">
//	<｜DSML｜parameter name="location" string="true">杭州</｜DSML｜parameter>
//	</｜DSML｜invoke>
//	</｜DSML｜function_calls>
//
// What is accepted, by example: docs/models/formats/deepseek.md.
package deepseek
