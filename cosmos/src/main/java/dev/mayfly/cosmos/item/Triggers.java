package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;

/** Runs the triggers that a request names. */
public interface Triggers {
  /** What a request does to an item, as triggers know it. */
  enum Operation {
    CREATE("Create"),
    UPSERT("Upsert"),
    REPLACE("Replace"),
    DELETE("Delete");

    private final String text;

    Operation(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /**
   * Finds the triggers of a request.
   *
   * @param items what the triggers write to, in the same transaction as the request
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if there is none of a name, or it is not for
   *     such requests
   */
  Run open(
      Call call,
      Container container,
      Transaction transaction,
      ScriptedItems items,
      Operation operation);

  /** The triggers of one request. */
  interface Run {
    /** What the pre-trigger makes of a body. */
    byte[] before(byte[] body);

    /**
     * Runs the post-trigger.
     *
     * @param stored the item as it was written, as JSON; empty if there is none
     * @return the body of the response if the trigger has set one, or else null
     */
    String after(byte[] body, byte[] stored);

    /** What they cost beside their operations on items. */
    long chargeCentiRu();

    /** Whether a call of them lost against another writer, so that all must be repeated. */
    boolean hasConflict();
  }
}
