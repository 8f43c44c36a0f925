/** How soon a server answers after its start, and what it holds while it is idle. */
package dev.mayfly.bench.start;
