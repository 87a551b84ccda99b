// Package react parses the tool calls of agents that write ReAct: an action and its input, in words.
//
//	Thought: I should look it up.
//	Action: get_weather
//	Action Input: {"city": "Oslo"}
//
// Source: Yao et al., "ReAct: Synergizing Reasoning and Acting in Language Models", and the prompts of
// agent frameworks that follow it. What is accepted, by example: docs/models/formats/react.md.
package react
