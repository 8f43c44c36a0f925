/** A mixed load on the Cosmos endpoint for a long time, to see whether anything grows. */
package dev.mayfly.bench.soak;
