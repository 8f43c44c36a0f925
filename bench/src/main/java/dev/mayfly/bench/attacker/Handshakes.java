package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.MongoConnection;
import java.io.IOException;
import java.net.Socket;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/** What costs a server something before it knows who it is: handshakes, logins, waiting hellos. */
final class Handshakes {
  private static final int THREADS = 8;
  private static final int WAITING = 1000;

  private Handshakes() {}

  static void tls(Arena arena, Port port) {
    arena.threads(
        THREADS,
        thread -> {
          try (Socket socket = arena.open(port)) {
            arena.tally().count("handshake with " + socket.getClass().getSimpleName());
          }
        });
  }

  static void passwords(Arena arena) {
    arena.threads(
        THREADS,
        thread -> {
          try (Socket socket = arena.open(Port.MONGO)) {
            MongoConnection.over(socket).login(arena.target().mongoUser(), "wrong");
            arena.tally().count("logged in with a wrong password");
          } catch (IOException e) {
            arena.tally().count("refused");
          }
        });
  }

  /** Monitoring connections subscribe to topology changes, which needs no login. */
  static void waitingHellos(Arena arena) {
    arena.threads(
        WAITING,
        thread -> {
          try (Socket socket = arena.open(Port.MONGO)) {
            MongoConnection connection = MongoConnection.over(socket);
            BsonDocument first =
                connection.command("admin", new BsonDocument("hello", new BsonInt32(1)));
            BsonDocument waiting =
                new BsonDocument("hello", new BsonInt32(1))
                    .append("helloOk", BsonBoolean.TRUE)
                    .append("topologyVersion", first.get("topologyVersion", BsonBoolean.FALSE))
                    .append("maxAwaitTimeMS", new BsonInt64(60_000));
            socket.setSoTimeout(60_000);
            arena.tally().count("waiting");
            arena.tally().reply(connection.command("admin", waiting));
          }
        });
  }
}
