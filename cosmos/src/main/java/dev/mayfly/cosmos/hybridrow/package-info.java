/**
 * The binary form in which the .NET SDK sends batches and expects their results: a stream of
 * records, each a row in the HybridRow format of one of two schemas. {@code BatchOperationRow}
 * reads what was sent, {@code BatchResultWriter} writes what is answered. Nothing else of the
 * format is here, and nothing else in Mayfly uses it.
 */
package dev.mayfly.cosmos.hybridrow;
