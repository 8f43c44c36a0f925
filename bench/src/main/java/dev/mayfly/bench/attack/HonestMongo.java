package dev.mayfly.bench.attack;

import dev.mayfly.bench.client.MongoConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;

/** A logged in MongoDB client with a session, as drivers have one. */
final class HonestMongo implements AutoCloseable {
  private final MongoConnection connection;
  private final BsonDocument session;

  private HonestMongo(MongoConnection connection) {
    this.connection = connection;
    SplittableRandom random = new SplittableRandom();
    byte[] id = ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(1).array();
    this.session = new BsonDocument("id", new BsonBinary(BsonBinarySubType.UUID_STANDARD, id));
  }

  static HonestMongo login(int port, Account account) throws IOException {
    MongoConnection connection =
        MongoConnection.open(port, InetAddress.getLoopbackAddress(), HonestClients.TIMEOUT_MILLIS);
    try {
      connection.login(Account.OWNER, account.mongoPassword());
      return new HonestMongo(connection);
    } catch (IOException e) {
      connection.close();
      throw e;
    }
  }

  void findById(SplittableRandom random) throws IOException {
    int id = random.nextInt(Preparation.ITEMS);
    expect(1, command("{find: 'honest', filter: {_id: %d}, limit: 1}".formatted(id)));
  }

  void query(SplittableRandom random) throws IOException {
    int from = random.nextInt(Preparation.ITEMS - 10);
    String filter = "{n: {$gte: %d, $lt: %d}}".formatted(from, from + 10);
    expect(10, command("{find: 'honest', filter: " + filter + "}"));
  }

  void write(SplittableRandom random) throws IOException {
    int id = random.nextInt(Preparation.ITEMS);
    BsonDocument reply =
        command(
            "{update: 'honest', updates: [{q: {_id: %d}, u: {$inc: {counter: 1}}}]}".formatted(id));
    if (reply.getNumber("n").intValue() != 1) {
      throw new IOException("The update did not find its document: " + reply.toJson());
    }
  }

  private BsonDocument command(String json) throws IOException {
    BsonDocument command = BsonDocument.parse(json).append("lsid", session);
    return MongoConnection.succeeded(connection.command(Preparation.DATABASE, command));
  }

  private static void expect(int count, BsonDocument reply) throws IOException {
    int found = reply.getDocument("cursor").getArray("firstBatch").size();
    if (found != count) {
      throw new IOException("Found %d documents and not %d".formatted(found, count));
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
