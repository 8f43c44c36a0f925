package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.session.SessionId;

/**
 * Who opened a cursor: nobody else continues or ends it.
 *
 * @param user the full name; empty if nobody has to log in
 * @param session in which it was opened; null for none
 */
public record CursorOwner(String user, SessionId session) {
  public CursorOwner {
    requireNonNull(user, "user");
  }

  static CursorOwner of(CommandCall call) {
    return new CursorOwner(
        call.client().sessionOwner(), call.session() == null ? null : call.session().id());
  }
}
