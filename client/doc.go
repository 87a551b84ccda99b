// Package client calls the service toolparser.v1.ToolParserService.
//
// A [Client] is a connection with what this service wants of one: unary calls are
// tried again where no server answered, calls go round among all addresses that are
// healthy, and answers may be as long as the service's own limits let them be. A
// [Session] is one output while a model generates it: every chunk is answered with what
// is new by it.
//
// Requests and answers are the contract's messages, package toolparserv1. Packages
// openai and anthropic below this one give results the shapes of these APIs, and
// [ToolsFromJSON] takes the tools of either.
package client
