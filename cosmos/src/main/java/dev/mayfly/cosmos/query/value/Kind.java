package dev.mayfly.cosmos.query.value;

/** The types of the language, in the order in which ORDER BY sorts them. */
public enum Kind {
  UNDEFINED,
  NULL,
  BOOLEAN,
  NUMBER,
  STRING,
  ARRAY,
  OBJECT;

  /** Whether values of the type have an order that comparisons ask for. */
  boolean isOrdered() {
    return this == NULL || this == BOOLEAN || this == NUMBER || this == STRING;
  }
}
