package dev.mayfly.testkit.linear;

import static java.util.Objects.requireNonNull;

/**
 * What a client asked of one item, and what it was answered. Every write writes a value that no
 * other writes, so that a value names its write, as an etag does.
 *
 * @param client for people
 * @param kind what was asked
 * @param outcome what became of it
 * @param expected the value that a swap or a checked deletion asks for
 * @param value what a write writes, and what a read has found; {@link #ABSENT} where there is none
 * @param began a time before it was sent
 * @param ended a time after its answer; {@link #OPEN} for one whose outcome is not known
 */
public record RegisterRequest(
    String client, Kind kind, Outcome outcome, long expected, long value, long began, long ended) {
  /** The value of an item that is not there. */
  public static final long ABSENT = 0;

  /** The end of a request whose outcome is not known: it may take effect at any later time. */
  public static final long OPEN = Long.MAX_VALUE;

  /** What can be asked of an item. */
  public enum Kind {
    READ,
    /** Writes, whatever is there. */
    PUT,
    /** Writes if nothing is there. */
    CREATE,
    /** Writes if the expected value is there. */
    SWAP,
    /** Deletes whatever is there. */
    DELETE
  }

  /** What became of a request. */
  public enum Outcome {
    DONE,
    /** Nothing was done, because the item was not as the request asked for. */
    REFUSED,
    /** Done at some time after it began, or never. */
    UNKNOWN
  }

  public RegisterRequest {
    requireNonNull(client, "client");
    requireNonNull(kind, "kind");
    requireNonNull(outcome, "outcome");
    boolean writes = kind == Kind.PUT || kind == Kind.CREATE || kind == Kind.SWAP;
    if (writes && value == ABSENT) {
      throw new IllegalArgumentException("a write needs a value");
    }
    if (kind == Kind.SWAP && expected == ABSENT) {
      throw new IllegalArgumentException("a swap needs an expected value; use CREATE");
    }
    if (outcome == Outcome.UNKNOWN ? ended != OPEN : ended < began || ended == OPEN) {
      throw new IllegalArgumentException("began " + began + " and ended " + ended);
    }
    if (outcome == Outcome.REFUSED && (kind == Kind.READ || kind == Kind.PUT)) {
      throw new IllegalArgumentException(kind + " asks for nothing that could be missing");
    }
  }

  /** No answer came, or one that does not say what was done. */
  public RegisterRequest unknown() {
    return new RegisterRequest(client, kind, Outcome.UNKNOWN, expected, value, began, OPEN);
  }

  @Override
  public String toString() {
    return client
        + " "
        + kind
        + (kind == Kind.SWAP ? " " + expected + "->" + value : "")
        + (kind == Kind.PUT || kind == Kind.CREATE ? " " + value : "")
        + (kind == Kind.READ && outcome == Outcome.DONE ? " found " + value : " " + outcome)
        + " ["
        + began
        + ", "
        + (ended == OPEN ? "open" : ended)
        + "]";
  }
}
