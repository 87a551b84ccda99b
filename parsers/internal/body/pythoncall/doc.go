// Package pythoncall reads calls that are written as Python code:
//
//	[get_weather(city='Oslo', days=3), get_time()]
//
// The calls are in a list, alone on their lines, in a fence or between markers ([Calls]), or a
// single call follows a name that was read ([Call]). [grammar.Python] describes what may be before
// a name, and the markers around calls. The package pythonargs reads the arguments.
//
// In some places, calls count only if all the code there is calls. Then nothing is reported before
// the place has ended. In all other places, a call is reported once its first argument begins, and
// each argument is reported once it is complete.
//
// Reading order:
//
//   - call.go: one call, reported while it is read.
//   - calls.go: the calls of one place, from call to call, and the calls in a string, which is read as a text
//     of its own.
//   - ends.go: what follows a call or a list; a failed call, and the end of the place.
//   - text.go: where a string that contains calls ends.
//   - broken.go: where a failed call ends.
//   - args.go: how arguments are read, and what is reported of them.
//   - report.go: when calls are reported, and the text of a block that may be echoed.
//   - list.go: the calls that were read, the brackets around them, and what these mean for the text behind a
//     call.
//   - surroundings.go: what is known of the place, and what ends it.
//   - opens.go: whether calls begin here.
package pythoncall
