/** Holds what the Cosmos endpoint makes of queries against recorded results, plans and errors. */
package dev.mayfly.bench.conformance;
