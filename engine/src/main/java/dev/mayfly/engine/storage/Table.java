package dev.mayfly.engine.storage;

/** The homes of rows. A storage keeps each table sorted by unsigned key bytes. */
public enum Table {
  /** Format, clock, LSN ceiling, databases, containers, policies. Small. */
  META,
  /** One row for each item: header and body. */
  ITEMS,
  /** Items by log sequence number: the change feed and the expiry queue of inheriting items. */
  FEED,
  /** Items by deadline or by date: the other expiry queues. */
  QUEUES,
  /** Unique key values and who owns them. */
  UNIQUE,
  /** Item and byte counts in time buckets, and the deltas not yet folded into them. */
  COUNTS,
  /** All versions and deletes, for containers that asked for them. */
  LOG,
  /** Expiry events at the deadline, for containers that asked for them. */
  EVENTS,
  /** Index keys and the items that have them. */
  INDEX,
}
