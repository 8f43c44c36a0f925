/**
 * Attacks a server while honest clients of each API work beside it, and reports how they were
 * served and what the server needed.
 */
package dev.mayfly.bench.attack;
