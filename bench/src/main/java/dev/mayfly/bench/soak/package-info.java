/** A mixed load of both APIs for a long time, to see whether anything grows. */
package dev.mayfly.bench.soak;
