/**
 * Logical partitions: what a partition key is, how it is taken from a body, and where it lies in
 * the space of effective partition keys, bit for bit as the Cosmos DB clients compute it.
 */
package dev.mayfly.engine.partition;
