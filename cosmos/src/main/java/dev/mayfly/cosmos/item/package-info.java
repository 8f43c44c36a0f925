/**
 * Items: point operations, batches, patches, feeds and the change feed. Calls enter at {@code
 * ItemHandler}, which serves single items and passes batches, feeds and deletes of partitions on to
 * their handlers; {@code StoredItem} gives items the form in which they are returned and queried.
 */
package dev.mayfly.cosmos.item;
