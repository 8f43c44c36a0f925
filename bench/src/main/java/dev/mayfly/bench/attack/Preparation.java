package dev.mayfly.bench.attack;

import dev.mayfly.bench.attacker.Target;
import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.Connection;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.MongoConnection;
import dev.mayfly.bench.process.MayflyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the honest client and the attacker work with, and the attacker's user. */
final class Preparation {
  /** Of the honest client, on each API. */
  static final int ITEMS = 1000;

  /** Of the honest client's MongoDB documents; both APIs see the same databases. */
  static final String DATABASE = "honest";

  private static final int ATTACKED_ITEMS = 2000;
  private static final int ATTACKED_DOCUMENTS = 20_000;
  private static final int BATCH = 1000;
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final String FILLER = "mayfly ".repeat(60);

  private Preparation() {}

  static void run(MayflyServer server, Account account) throws IOException {
    mongo(server, account);
    try (CosmosClient client = cosmos(server, account, CosmosClient.CONTAINER)) {
      client.createDatabase();
      client.createContainer("");
      for (int i = 0; i < ITEMS; i++) {
        created(client.create("p" + i % 10, CosmosClient.utf8(item(i))));
      }
    }
    try (CosmosClient client = cosmos(server, account, Target.CONTAINER)) {
      client.createContainer("");
      for (int i = 0; i < ATTACKED_ITEMS; i++) {
        created(client.create("p" + i % 10, CosmosClient.utf8(item(i))));
      }
    }
  }

  private static CosmosClient cosmos(MayflyServer server, Account account, String container)
      throws IOException {
    return CosmosClient.over(
        Connection.open(server.cosmosPort(), false),
        server.cosmosPort(),
        account.cosmosKey(),
        container);
  }

  private static void created(Answer answer) {
    CosmosClient.expect(201, answer);
  }

  static String item(int number) {
    return "{\"id\":\"%d\",\"pk\":\"p%d\",\"n\":%d,\"a\":[%s],\"filler\":\"%s\"}"
        .formatted(number, number % 10, number, numbers(), FILLER);
  }

  private static String numbers() {
    return IntStream.range(0, 40).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  private static void mongo(MayflyServer server, Account account) throws IOException {
    try (MongoConnection connection =
        MongoConnection.open(
            server.mongoPort(), InetAddress.getLoopbackAddress(), TIMEOUT_MILLIS)) {
      connection.login(Account.OWNER, account.mongoPassword());
      connection.succeed(
          "admin",
          """
          {createUser: '%s', pwd: '%s', roles: ['readWriteAnyDatabase', 'dbAdminAnyDatabase']}\
          """
              .formatted(Account.ATTACKER, account.attackersKey()));
      connection.succeed(
          DATABASE, "{createIndexes: 'honest', indexes: [{key: {n: 1}, name: 'n'}]}");
      insert(connection, DATABASE, "honest", ITEMS);
      insert(connection, Target.DATABASE, Target.COLLECTION, ATTACKED_DOCUMENTS);
    }
  }

  private static void insert(
      MongoConnection connection, String database, String collection, int count)
      throws IOException {
    for (int from = 0; from < count; from += BATCH) {
      String documents =
          IntStream.range(from, from + BATCH)
              .mapToObj(
                  i ->
                      "{_id: %d, n: %d, next: [%d, %d], a: [%s], filler: '%s'}"
                          .formatted(i, i, 2 * i + 1, 2 * i + 2, numbers(), FILLER))
              .collect(Collectors.joining(","));
      connection.succeed(
          database, "{insert: '%s', documents: [%s]}".formatted(collection, documents));
    }
  }
}
