package dev.mayfly.mongo.command.session;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Parses the user and session patterns of the kill commands. */
final class SessionPatterns {
  private SessionPatterns() {}

  /**
   * {@code [{user, db} | {lsid} | {users: [{user, db}]} …]}; an empty array matches all sessions.
   */
  static Predicate<SessionId> of(CommandCall call) {
    BsonValue given = call.body().get(call.name());
    if (!(given instanceof BsonArray array)) {
      throw Fields.wrongType(call, call.name(), given, "array");
    }
    if (array.isEmpty()) {
      return id -> true;
    }
    Predicate<SessionId> any = id -> false;
    for (BsonValue each : array) {
      any = any.or(one(each));
    }
    return any;
  }

  private static Predicate<SessionId> one(BsonValue given) {
    if (given instanceof BsonDocument pattern) {
      if (pattern.get("user") instanceof BsonString user
          && pattern.get("db") instanceof BsonString database) {
        String owner = database.getValue() + "." + user.getValue();
        return id -> id.owner().equals(owner);
      }
      if (pattern.get("lsid") instanceof BsonDocument lsid) {
        return id -> id.toDocument().get("id").equals(lsid.get("id"));
      }
      if (pattern.get("users") instanceof BsonArray users) {
        Predicate<SessionId> any = id -> false;
        for (BsonValue each : users) {
          any = any.or(one(each));
        }
        return any;
      }
    }
    throw new MongoException(
        ErrorCodes.BAD_VALUE, "A pattern must name a user and a db, an lsid, or users");
  }
}
