package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.session.SessionId;

/**
 * The owner of a cursor; only it may continue or kill the cursor.
 *
 * @param user full name; empty without authentication
 * @param session null for none
 * @param transaction number of the transaction that it was opened in; -1 for none
 */
public record CursorOwner(String user, SessionId session, long transaction) {
  private static final long NONE = -1;

  public CursorOwner {
    requireNonNull(user, "user");
  }

  static CursorOwner of(CommandCall call) {
    return new CursorOwner(
        call.client().sessionOwner(),
        call.session() == null ? null : call.session().id(),
        call.arguments().isInTransaction() ? call.arguments().txnNumber() : NONE);
  }

  boolean isInTransaction() {
    return transaction != NONE;
  }

  boolean isOf(SessionId other, long number) {
    return transaction == number && other.equals(session);
  }
}
