/**
 * A store that several nodes keep, each with all rows, by means of Apache Ratis. One node leads: it
 * decides, and each group of its decisions becomes an entry of the Raft log, which every node
 * applies to its own RocksDB. Start with {@link dev.mayfly.storage.ratis.Replica}.
 */
package dev.mayfly.storage.ratis;
