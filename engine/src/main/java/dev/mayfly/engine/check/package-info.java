/**
 * The verifier: reads all rows of a store and reports inconsistencies. It reads and never writes,
 * needs no open engine, and keeps no more in memory than the counts by time bucket.
 *
 * <p>Where that is cheap it goes by what {@code docs/format.md} says and not by the code that wrote
 * the rows, so that a mistake there is found here.
 */
package dev.mayfly.engine.check;
