package dev.mayfly.mongo.expression;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What an expression sees: the document it works on, the variables that were defined around it, and
 * the time of the command. Each change gives a new one.
 */
public final class Variables {
  private final long nowMillis;
  private final BsonDocument root;
  private final BsonValue current;
  private final Variable innermost;

  private record Variable(String name, BsonValue value, Variable outer) {}

  private Variables(long nowMillis, BsonDocument root, BsonValue current, Variable innermost) {
    this.nowMillis = nowMillis;
    this.root = root;
    this.current = current;
    this.innermost = innermost;
  }

  /** No document and no variables yet. */
  public static Variables at(long nowMillis) {
    return new Variables(nowMillis, null, null, null);
  }

  /** The same around another document. */
  public Variables on(BsonDocument document) {
    return new Variables(nowMillis, document, document, innermost);
  }

  /** The same with another {@code $$CURRENT}, the value that plain field paths begin at. */
  public Variables descending(BsonValue newCurrent) {
    return new Variables(nowMillis, root, newCurrent, innermost);
  }

  /**
   * The same with one more variable.
   *
   * @param value null for a missing one
   */
  public Variables with(String name, BsonValue value) {
    return new Variables(nowMillis, root, current, new Variable(name, value, innermost));
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
