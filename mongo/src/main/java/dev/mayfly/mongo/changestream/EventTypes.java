package dev.mayfly.mongo.changestream;

import java.util.Set;
import java.util.TreeSet;

/** The types of events, as {@code operationType} has them. */
public final class EventTypes {
  static final String INSERT = "insert";
  static final String UPDATE = "update";
  static final String REPLACE = "replace";
  static final String DELETE = "delete";
  static final String CREATE = "create";
  static final String CREATE_INDEXES = "createIndexes";
  static final String DROP_INDEXES = "dropIndexes";
  static final String MODIFY = "modify";
  static final String RENAME = "rename";
  static final String DROP = "drop";
  static final String DROP_DATABASE = "dropDatabase";
  static final String INVALIDATE = "invalidate";

  private EventTypes() {}

  public static Set<String> names() {
    return new TreeSet<>(
        Set.of(
            INSERT,
            UPDATE,
            REPLACE,
            DELETE,
            CREATE,
            CREATE_INDEXES,
            DROP_INDEXES,
            MODIFY,
            RENAME,
            DROP,
            DROP_DATABASE,
            INVALIDATE));
  }
}
