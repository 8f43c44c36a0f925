package dev.mayfly.mongo.command.session;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the sessions that a command names: an array of {@code {id: UUID}}. */
final class SessionList {
  private static final int MOST = 10_000;

  private SessionList() {}

  static List<SessionId> of(CommandCall call) {
    BsonValue given = call.body().get(call.name());
    if (!(given instanceof BsonArray array)) {
      throw Fields.wrongType(call, call.name(), given, "array");
    }
    if (array.size() > MOST) {
      throw new MongoException(
          ErrorCodes.INVALID_LENGTH, "At most " + MOST + " sessions can be named at once");
    }
    List<SessionId> ids = new ArrayList<>(array.size());
    for (BsonValue each : array) {
      if (!(each instanceof BsonDocument document)) {
        throw Fields.wrongType(call, call.name(), each, "object");
      }
      ids.add(id(document, call.client().sessionOwner()));
    }
    return ids;
  }

  private static SessionId id(BsonDocument lsid, String owner) {
    LazyDocument raw =
        lsid instanceof LazyDocument lazy ? lazy : new LazyDocument(BsonBytes.of(lsid));
    return SessionId.of(raw.raw(), owner);
  }
}
