package dev.mayfly.mongo.expression;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What an expression sees: the document it works on, the variables that were defined around it, and
 * the time of the command. Each change gives a new one.
 */
public final class Variables {
  /** Smaller values are not counted one by one. */
  private static final int COUNTED_BYTES_MIN = 2048;

  private final long nowMillis;
  private final Watch watch;
  private final BsonDocument root;
  private final BsonValue current;
  private final Variable innermost;

  private record Variable(String name, BsonValue value, Variable outer) {}

  /** Asks now and then whether a long computation may go on. */
  private static final class Watch {
    private static final int STEPS = 16;

    private final Runnable check;
    private final MadeValues made;
    private int steps;

    Watch(Runnable check, MadeValues made) {
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

  private Variables(
      long nowMillis, Watch watch, BsonDocument root, BsonValue current, Variable innermost) {
    this.nowMillis = nowMillis;
    this.watch = watch;
    this.root = root;
    this.current = current;
    this.innermost = innermost;
  }

  /** No document and no variables yet. */
  public static Variables at(long nowMillis) {
    return new Variables(nowMillis, null, null, null, null);
  }

  /**
   * The same in a command whose time may be over.
   *
   * @param check throws if it is; called now and then by expressions that go through arrays
   * @param made counts what expressions make
   */
  public Variables watchedBy(Runnable check, MadeValues made) {
    return new Variables(nowMillis, new Watch(check, made), root, current, innermost);
  }

  /** Counts heap bytes of a value that an expression makes, before it does if it can be large. */
  public void make(long bytes) {
    if (watch != null && bytes >= COUNTED_BYTES_MIN) {
      watch.made.add(bytes);
    }
  }

  /** How much was made so far. */
  public long mark() {
    return watch == null ? 0 : watch.made.mark();
  }

  /** What was made since is not used any more. */
  public void releaseTo(long mark) {
    if (watch != null) {
      watch.made.releaseTo(mark);
    }
  }

  /** Called for each element by what goes through an array. */
  public void step() {
    if (watch != null) {
      watch.step();
    }
  }

  /** The same around another document. */
  public Variables on(BsonDocument document) {
    return new Variables(nowMillis, watch, document, document, innermost);
  }

  /** The same with another {@code $$CURRENT}, the value that plain field paths begin at. */
  public Variables descending(BsonValue newCurrent) {
    return new Variables(nowMillis, watch, root, newCurrent, innermost);
  }

  /**
   * The same with one more variable.
   *
   * @param value null for a missing one
   */
  public Variables with(String name, BsonValue value) {
    return new Variables(nowMillis, watch, root, current, new Variable(name, value, innermost));
  }

  /** {@code $$NOW}: the same for a whole command. */
  public long nowMillis() {
    return nowMillis;
  }

  /** {@code $$ROOT}. */
  public BsonDocument root() {
    return root;
  }

  /** {@code $$CURRENT}. */
  public BsonValue current() {
    return current;
  }

  /** A variable that was defined by {@code let} or the like; null if it is missing. */
  public BsonValue get(String name) {
    for (Variable each = innermost; each != null; each = each.outer()) {
      if (each.name().equals(name)) {
        return each.value();
      }
    }
    return null;
  }
}
