/**
 * Whether the answers that concurrent clients got from single items are those of one item in one
 * place: linearizability. In come the requests of one item ({@link
 * dev.mayfly.testkit.linear.RegisterRequest}), out comes a {@link
 * dev.mayfly.testkit.linear.Verdict}. Start with {@link dev.mayfly.testkit.linear.Linearizability}.
 */
package dev.mayfly.testkit.linear;
