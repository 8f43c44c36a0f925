package dev.mayfly.torture.ledger;

/**
 * A write of one document.
 *
 * @param doc null: delete it
 */
public record Write(String key, Doc doc) {
  public static Write put(Doc doc) {
    return new Write(doc.key(), doc);
  }

  public static Write delete(String key) {
    return new Write(key, null);
  }
}
