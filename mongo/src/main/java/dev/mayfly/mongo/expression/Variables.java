package dev.mayfly.mongo.expression;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The evaluation context of expressions: the document, user and system variables, and the time of
 * the command. Immutable.
 *
 * @param nowMillis {@code $$NOW}: the same for a whole command
 * @param root {@code $$ROOT}
 * @param current {@code $$CURRENT}
 */
public record Variables(
    long nowMillis, Watch watch, BsonDocument root, BsonValue current, Variable innermost) {
  /** Smaller values are not accounted for. */
  private static final int COUNTED_BYTES_MIN = 2048;

  private record Variable(String name, BsonValue value, Variable outer) {}

  /** Periodic check for interruption. */
  private static final class Watch {
    private static final int STEPS = 16;

    private final Runnable check;
    private final TransientMemory made;
    private int steps;

    Watch(Runnable check, TransientMemory made) {
      this.check = check;
      this.made = made;
    }

    void step() {
      steps++;
      if (steps >= STEPS) {
        steps = 0;
        check.run();
      }
    }
  }

  /** A context without document and variables. */
  public static Variables at(long nowMillis) {
    return new Variables(nowMillis, null, null, null, null);
  }

  /**
   * This context with interruption checks and memory accounting.
   *
   * @param check throws if the command is interrupted; called periodically by expressions over
   *     arrays
   * @param made accounting of transient values
   */
  public Variables watchedBy(Runnable check, TransientMemory made) {
    return new Variables(nowMillis, new Watch(check, made), root, current, innermost);
  }

  /** Charges a transient value, before its creation if it can be large. */
  public void make(long bytes) {
    if (watch != null && bytes >= COUNTED_BYTES_MIN) {
      watch.made.add(bytes);
    }
  }

  /** A mark for {@link #releaseTo}. */
  public long mark() {
    return watch == null ? 0 : watch.made.mark();
  }

  /** Releases the values created since the mark. */
  public void releaseTo(long mark) {
    if (watch != null) {
      watch.made.releaseTo(mark);
    }
  }

  /** Called for each element by loops over arrays. */
  public void step() {
    if (watch != null) {
      watch.step();
    }
  }

  /** This context with another document. */
  public Variables on(BsonDocument document) {
    return new Variables(nowMillis, watch, document, document, innermost);
  }

  /** This context with another {@code $$CURRENT}. */
  public Variables descending(BsonValue newCurrent) {
    return new Variables(nowMillis, watch, root, newCurrent, innermost);
  }

  /**
   * This context with a variable.
   *
   * @param value null if missing
   */
  public Variables with(String name, BsonValue value) {
    return new Variables(nowMillis, watch, root, current, new Variable(name, value, innermost));
  }

  /** The value of a user variable; null if missing. */
  public BsonValue get(String name) {
    for (Variable each = innermost; each != null; each = each.outer()) {
      if (each.name().equals(name)) {
        return each.value();
      }
    }
    return null;
  }
}
