/**
 * Fault runs: the real server and the engine are killed, cut off from power, starved and damaged,
 * and what they show afterwards is compared with what they had acknowledged. Nothing that is
 * shipped depends on this.
 */
package dev.mayfly.torture;
