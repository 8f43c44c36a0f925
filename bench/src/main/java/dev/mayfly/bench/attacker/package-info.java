/**
 * The attacks of {@code bench attack}. They run in a process of their own, from loopback addresses
 * of their own, with raw sockets, and are bounded in connections, bytes and time.
 */
package dev.mayfly.bench.attacker;
