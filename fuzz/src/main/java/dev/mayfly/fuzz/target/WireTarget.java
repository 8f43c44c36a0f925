package dev.mayfly.fuzz.target;

import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.LoggedFailures;
import dev.mayfly.fuzz.world.MongoWorld;
import dev.mayfly.fuzz.world.WireConnection;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Bytes on a new connection to the MongoDB port, which is then half closed. */
public final class WireTarget implements Target {
  private static final int SECONDS_MAX = 20;

  private MongoWorld world;

  @Override
  public String name() {
    return "wire";
  }

  @Override
  public String about() {
    return "bytes to the MongoDB port: answered or closed, and others are still served";
  }

  @Override
  public List<String> instrumented() {
    return List.of(
        "dev.mayfly.mongo.wire",
        "dev.mayfly.mongo.compress",
        "dev.mayfly.mongo.command",
        "dev.mayfly.mongo.auth",
        "dev.mayfly.net",
        "dev.mayfly.engine.bson");
  }

  @Override
  public int bytesMax() {
    return 4096;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new MongoWorld();
    }
    Limits.inProcess(SECONDS_MAX, () -> send(input));
  }

  private void send(byte[] input) throws IOException {
    LoggedFailures.forget();
    boolean changed = false;
    try (WireConnection connection = world.connect()) {
      connection.send(input);
      connection.endOutput();
      for (BsonDocument reply = receive(connection); reply != null; reply = receive(connection)) {
        Replies.requireNoDefect(reply);
        changed |= Replies.isOk(reply);
      }
      BsonDocument ping =
          new BsonDocument("ping", new BsonInt32(1)).append("$db", new BsonString("admin"));
      if (!Replies.isOk(world.ask(ping))) {
        throw new AssertionError("another client is not served any more");
      }
      LoggedFailures.requireNone();
    } finally {
      if (changed) {
        world.reset();
      }
    }
  }

  /** A connection that the server resets is closed too. */
  private static BsonDocument receive(WireConnection connection) throws IOException {
    try {
      return connection.receive();
    } catch (SocketException e) {
      return null;
    }
  }
}
