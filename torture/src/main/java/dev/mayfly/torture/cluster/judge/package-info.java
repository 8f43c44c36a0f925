/**
 * What clients of a cluster saw, compared with what they may have seen. In come requests, answers
 * and events as they happen, from any thread; what must not be goes to {@link
 * dev.mayfly.torture.cluster.judge.Findings}. Nothing here knows a driver or a process.
 */
package dev.mayfly.torture.cluster.judge;
