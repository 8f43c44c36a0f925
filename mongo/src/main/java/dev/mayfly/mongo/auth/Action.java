package dev.mayfly.mongo.auth;

/** What somebody may do with a database or, if it is about no database, with the server. */
public enum Action {
  READ,
  WRITE,
  /** Collections and indexes, and what becomes of whole databases. */
  DATABASE_ADMIN,
  USER_ADMIN,
  /** Look at how the server does. */
  MONITOR,
  /** Change how the server works, and stop what others do. */
  SERVER_ADMIN;

  int bit() {
    return 1 << ordinal();
  }

  static int bits(Action... actions) {
    int bits = 0;
    for (Action each : actions) {
      bits |= each.bit();
    }
    return bits;
  }
}
