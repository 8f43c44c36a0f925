/** Servers as processes of their own: how they are started, pinned and measured from outside. */
package dev.mayfly.bench.process;
