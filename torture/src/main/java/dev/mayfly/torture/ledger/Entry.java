package dev.mayfly.torture.ledger;

/**
 * What a step did to one key.
 *
 * @param doc null: deleted
 */
record Entry(long version, Doc doc, Moment moment) {
  boolean isPresent() {
    return doc != null;
  }

  @Override
  public String toString() {
    return (isPresent() ? "version " : "deletion ")
        + version
        + (isPresent() && doc.ttl() != null ? " with ttl " + doc.ttl() : "")
        + (isPresent() && doc.dateMillis() != null ? " with date " + doc.dateMillis() : "")
        + " ("
        + moment
        + ")";
  }
}
