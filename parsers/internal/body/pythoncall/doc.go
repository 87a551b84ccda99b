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
//   - call.go: one call, reported while it is read.
//   - calls.go: the calls of one place, from call to call, and those in a string,
//     which is read as a text of its own.
//   - due.go: what a call begins with.
//   - after.go: what follows a call, or a list.
//   - arguments.go: a call's arguments.
//   - ends.go: a call that failed, and the end of the place.
//   - text.go: where a string ends that holds calls.
//   - broken.go, end.go: where a call ends that failed.
//   - args.go: how arguments are read, and what is reported of them.
//   - report.go, raw.go: what is reported of what was read.
//   - list.go: the brackets around calls, and what they tell of what follows one.
//   - given.go: what is known of the place, and what ends it.
//   - items.go, item.go: the calls that were read, and one as events.
//   - opens.go, name.go: whether calls begin here.
//   - held.go: what calls take that wait for the end of their list.
package pythoncall
