// Package flow is the way of a streamed response through the gateway, which is the same for all APIs.
//
//	bytes ─ Stream ─ event ─ Reader ─ Queue ─ Out ─ bytes
//
// A [Stream] cuts what the upstream sends into events. A [Reader] knows the events of one API: it decides when nothing of an event can
// change any more, and what is to be changed. Until then the event waits in a [Queue]. An event has a part for each choice that it is
// about, and waits for those in front of it in the [Line] of each choice. An [Out] collects what the client gets.
//
// Files, in reading order: stream.go, out.go, queue.go.
package flow
