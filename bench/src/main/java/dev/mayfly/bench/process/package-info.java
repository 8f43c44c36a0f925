/** Servers as processes of their own: how they are started, pinned and looked at from outside. */
package dev.mayfly.bench.process;
