// Package pythoncall reads calls that are written as Python code:
//
//	[get_weather(city='Oslo', days=3), get_time()]
//
// in a list, alone on their lines, in a fence or between markers ([Calls]), or
// one alone whose name was read ([Call]). What may stand before a name, and
// between which markers calls stand, is data: [grammar.Python]. The
// arguments are read by package pythonargs.
//
// Calls are code only if everything in their place is: nothing is
// reported before the place has ended.
//
// Reading order:
//
//   - opens.go, name.go: whether calls begin here.
//   - calls.go: the loop over calls and what stands between them.
//   - due.go, args.go, after.go: what a call or a list begins with, its
//     arguments, what follows it; broken.go: where one ends that failed.
//   - text.go: calls in a string.
//   - report.go, item.go: what was read, as events.
//   - call.go: one call, reported while it is read.
package pythoncall
