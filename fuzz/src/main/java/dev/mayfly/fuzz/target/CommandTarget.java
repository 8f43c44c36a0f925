package dev.mayfly.fuzz.target;

import dev.mayfly.fuzz.world.LoggedFailures;
import dev.mayfly.fuzz.world.MongoWorld;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Commands of MongoDB, several in a row, to a real server. */
public final class CommandTarget extends MongoTarget {
  private static final int COMMANDS_MAX = 6;
  private static final int TIME_LIMIT_MILLIS = 2000;

  /** A cursor id of this value stands for the last one that the server returned. */
  private static final long LAST_CURSOR = 5;

  private static final Set<String> READING =
      Set.of(
          "find",
          "count",
          "distinct",
          "listCollections",
          "listIndexes",
          "listDatabases",
          "ping",
          "hello",
          "buildInfo",
          "explain",
          "collStats",
          "dbStats",
          "dataSize",
          "validate");

  public CommandTarget() {
    super(COMMANDS_MAX);
  }

  @Override
  public String name() {
    return "command";
  }

  @Override
  public String about() {
    return "MongoDB commands to a real server: answered in time, never with an internal error";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.mongo", "dev.mayfly.query", "dev.mayfly.engine.index");
  }

  @Override
  void run(MongoWorld world, List<BsonDocument> commands) {
    LoggedFailures.forget();
    boolean reading = true;
    try {
      BsonInt64 cursor = new BsonInt64(0);
      for (BsonDocument command : commands) {
        if (command.isEmpty()) {
          continue;
        }
        reading &= READING.contains(command.getFirstKey());
        BsonDocument reply = world.ask(sent(command, cursor));
        if (reply == null) {
          throw new AssertionError("the server closed the connection after " + command);
        }
        Replies.requireNoDefect(reply);
        cursor = cursor(reply, cursor);
      }
      LoggedFailures.requireNone();
    } finally {
      if (!reading) {
        world.reset();
      }
    }
  }

  private static BsonDocument sent(BsonDocument command, BsonInt64 cursor) {
    BsonDocument sent = command.clone();
    String name = sent.getFirstKey();
    if (name.equals("getMore") && sent.get(name).equals(new BsonInt64(LAST_CURSOR))) {
      sent.put(name, cursor);
    }
    if (!sent.containsKey("$db")) {
      sent.append("$db", new BsonString(MongoWorld.DATABASE));
    }
    if (!sent.containsKey("maxTimeMS") && !name.equals("getMore")) {
      sent.append("maxTimeMS", new BsonInt32(TIME_LIMIT_MILLIS));
    }
    return sent;
  }

  private static BsonInt64 cursor(BsonDocument reply, BsonInt64 before) {
    return reply.isDocument("cursor") && reply.getDocument("cursor").isInt64("id")
        ? reply.getDocument("cursor").getInt64("id")
        : before;
  }
}
