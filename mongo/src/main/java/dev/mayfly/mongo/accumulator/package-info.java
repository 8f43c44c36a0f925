/**
 * Accumulators of {@code $group}, {@code $bucket} and window functions. Output field specifications
 * enter, {@link dev.mayfly.mongo.accumulator.AccumulationStatement}s leave, which create an
 * accumulator for each group. Start reading at {@link dev.mayfly.mongo.accumulator.Accumulators}.
 */
package dev.mayfly.mongo.accumulator;
