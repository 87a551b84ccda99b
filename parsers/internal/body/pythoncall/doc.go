// Package pythoncall reads calls that are written as Python code:
//
//	[get_weather(city='Oslo', days=3), get_time()]
//
// in a list, alone on their lines, in a fence or between markers ([Calls]), or
// one alone whose name was read ([Call]). What may stand before a name, and
// between which markers calls stand, is data: [grammar.Python]. The
// arguments are read by package pythonargs.
//
// Where calls are code only if everything in their place is, nothing is
// reported before it has ended; else each begins with its first argument, and its
// arguments are reported as they are whole.
//
// Reading order:
//
//   - deliver.go: the calls that a vendor couldn't read.
//   - calls.go: the calls of one place, from call to call, and those in a string,
//     which is read as a text of its own.
//   - text.go: where such a string ends.
//   - call.go: one call, reported while it is read.
//   - due.go: what a call begins with.
//   - after.go: what follows a call.
//   - args.go, list.go: a call's arguments, a list's brackets.
//   - broken.go, ends.go: where a call ends that failed, where the place ends.
//   - report.go, item.go: what was read, as events.
//   - opens.go, name.go: whether calls begin here.
//   - held.go: what calls take that wait for the end of their list.
package pythoncall
