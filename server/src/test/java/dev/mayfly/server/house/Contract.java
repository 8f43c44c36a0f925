package dev.mayfly.server.house;

import java.util.LinkedHashMap;
import java.util.Map;

/** All that a test can be named after, in the order of the contract, each with what it says. */
final class Contract {
  /** Rules whose tests come with a part that is not built yet, and why that is no gap today. */
  static final Map<String, String> NOT_YET = Map.of();

  static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    rules();
    matrixAndTables();
    failuresOfOthers();
  }

  private Contract() {}

  private static void rules() {
    NAMES.put("A1", "a container's default: off, -1 or n seconds");
    NAMES.put("A2", "a default outside the domain is refused and changes nothing");
    NAMES.put("A3", "an item's own ttl overrides the default while TTL is on");
    NAMES.put("A4", "an item's ttl that is not valid is refused, whether TTL is on or off");
    NAMES.put("A5", "every write restarts the countdown, no read does");
    NAMES.put("A6", "changing, removing or setting -1 as an item's ttl");
    NAMES.put("A7", "a new default holds at once for old items, in constant time");
    NAMES.put("A8", "off: nothing expires; on again: own ttls are back in force");
    NAMES.put("A9", "only a root property named exactly ttl counts");
    NAMES.put("B1", "expired if and only if now >= _ts + ttl, in 64 bits");
    NAMES.put("B2", "from that second on no operation sees the item");
    NAMES.put("B3", "what clients see does not depend on the purge");
    NAMES.put("B4", "one instant for a read; a write's instant is its _ts");
    NAMES.put("B5", "dead stays dead, whatever the policy becomes");
    NAMES.put("B6", "the clock never runs back and does not believe leaps");
    NAMES.put("B7", "a function of stored data and time, not of messages");
    NAMES.put("C1", "the purge spends only what users left over");
    NAMES.put("C2", "the purge never costs the user anything");
    NAMES.put("C3", "expired items do not count, from the second on");
    NAMES.put("C4", "work in proportion to what is due");
    NAMES.put("C5", "an item rewritten meanwhile is never purged");
    NAMES.put("C6", "fair between containers");
    NAMES.put("C7", "backlog, age and rates are metrics");
    NAMES.put("C8", "without a limit: idle capacity and a guaranteed share");
    NAMES.put("C9", "after a restore the purge waits for a confirmation");
    NAMES.put("C10", "a guard against policy changes that expire too much");
    NAMES.put("D1", "MongoDB: the _ts index sets the default");
    NAMES.put("D2", "MongoDB: _ts is hidden and can't be set");
    NAMES.put("D3", "MongoDB: a document's root ttl overrides");
    NAMES.put("D4", "MongoDB: which ttl values count");
    NAMES.put("D5", "TTL by date fields, hidden at the deadline");
    NAMES.put("D6", "MongoDB: B and C hold; change streams; transactions");
    NAMES.put("D7", "MongoDB: per-document TTL can be switched off");
    NAMES.put("D8", "MongoDB: identity is _id, of any type");
    NAMES.put("E1", "TTL needs an indexing mode other than none");
    NAMES.put("F1", "latest versions: expired items are not delivered");
    NAMES.put("F2", "all versions: one marked delete for each expiry");
    NAMES.put("F3", "expiry events at the deadline, in its order");
    NAMES.put("G1", "a clock that tests can move");
    NAMES.put("G2", "forecast and dry run");
    NAMES.put("G3", "remaining seconds of an item");
  }

  private static void matrixAndTables() {
    NAMES.put("matrix:off/none", "never");
    NAMES.put("matrix:off/-1", "never");
    NAMES.put("matrix:off/m", "never");
    NAMES.put("matrix:-1/none", "never");
    NAMES.put("matrix:-1/-1", "never");
    NAMES.put("matrix:-1/m", "after m seconds");
    NAMES.put("matrix:n/none", "after n seconds");
    NAMES.put("matrix:n/-1", "never");
    NAMES.put("matrix:n/m", "after m seconds");
    NAMES.put("table-1", "default off: none, -1 and 2000 never expire");
    NAMES.put("table-2", "default -1: only 2000 expires");
    NAMES.put("table-3", "default 1000: after 1000, never, after 2000 seconds");
  }

  private static void failuresOfOthers() {
    NAMES.put("ghosts-counted", "expired items counted");
    NAMES.put("ghosts-matched", "expired items in queries and etag checks");
    NAMES.put("revival", "unpurged items back after the default was lifted");
    NAMES.put("frozen-policy", "a TTL that can't change without rewriting");
    NAMES.put("lag-by-bystanders", "expiry later the more items are not due");
    NAMES.put("not-a-number", "a NaN TTL that wipes a collection");
    NAMES.put("starved-purge", "one hot collection starves the others' purge");
    NAMES.put("purged-backup", "a restored old backup purged at once");
    NAMES.put("clock-leap", "a wall clock leap that deletes everything");
  }
}
