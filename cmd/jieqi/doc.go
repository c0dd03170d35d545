// Command jieqi plays Jieqi, makes self-play games, trains and quantises networks on them, and
// gates candidates. `jieqi --help` lists the commands; each has its own --help with examples.
//
// Exit status: 0 done, 1 the work failed (one line on standard error says what, where and what to
// do), 2 wrong usage. Results go to standard output, progress and messages to standard error.
package main
