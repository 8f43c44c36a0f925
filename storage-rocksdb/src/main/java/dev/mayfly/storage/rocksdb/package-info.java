/**
 * The storage seam on embedded RocksDB: one column family for each table, one order of writes.
 *
 * <p>{@link dev.mayfly.storage.rocksdb.RocksDbStorage} is the door. Behind it {@code GroupWriter}
 * decides and commits, {@code StagedWrites} holds what a group has staged, {@code Database} owns
 * the native objects, and {@code CallGate} sees to it that no native object is touched after it is
 * gone: a mistake of a caller must end in an exception, never in the end of the process.
 */
package dev.mayfly.storage.rocksdb;
