package dev.mayfly.engine.deadrange;

/**
 * What a reader sees, compared with other readers.
 *
 * @param second at which it judges items
 * @param version of the container's snapshot by which it judges
 * @param committedBefore so many written rows were committed before its view was taken
 * @param writtenAfter so many had been written when its view had been taken: it has no more
 */
record ReadPoint(long second, long version, long committedBefore, long writtenAfter) {
  /** A point that is not before either of two. */
  ReadPoint latest(ReadPoint other) {
    return new ReadPoint(
        Math.max(second, other.second),
        Math.max(version, other.version),
        Math.max(committedBefore, other.committedBefore),
        Math.max(writtenAfter, other.writtenAfter));
  }
}
