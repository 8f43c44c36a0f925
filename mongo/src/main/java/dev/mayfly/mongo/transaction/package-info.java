/**
 * Snapshot reads ({@link dev.mayfly.mongo.transaction.SnapshotReads}) and multi-document
 * transactions: which commands may be part of one, the state of each session's transaction, its
 * limits, and the error labels by which drivers repeat it. Start reading at {@link
 * dev.mayfly.mongo.transaction.Transactions}; the engine's transaction does the work.
 */
package dev.mayfly.mongo.transaction;
