// Package rowan parses the tool calls of Rowan, a model that nobody made. It shows that a family
// whose markers begin with any character is a table:
//
//	⟦call get_weather⟧{"city": "Oslo"}⟦/call⟧
package rowan
