// Package ksi parses the two ways in which models address the KSI daemon.
//
// An event is the native form, the other is a tool use for models that were
// trained on those:
//
//	{"event": "agent:status", "data": {"agent_id": "a1", "status": "initialized"}}
//	{"type": "ksi_tool_use", "id": "ksiu_1", "name": "agent:status", "input": {"agent_id": "a1"}}
//
// Both are in running text or in fences, in any mix. What is accepted, by
// example: docs/models/formats/ksi.md.
package ksi
