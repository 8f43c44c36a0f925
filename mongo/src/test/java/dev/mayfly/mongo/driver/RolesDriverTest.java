package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each role allows, for commands that reach beyond the database that they are sent to. */
class RolesDriverTest {
  private static DriverServer server;
  private static MongoClient root;
  private static MongoClient user;

  @BeforeAll
  static void start() {
    server = DriverServer.inMemory(options -> options.withRootUser("boss", "pw"));
    root = client("boss:pw", "admin");
    run(root, "shop", "{createUser: 'ann', pwd: 'pw', roles: ['readWrite', 'dbAdmin']}");
    run(root, "shop", "{create: 'c'}");
    run(root, "other", "{create: 'c'}");
    user = client("ann:pw", "shop");
  }

  @AfterAll
  static void stop() {
    user.close();
    root.close();
    server.close();
  }

  private static MongoClient client(String who, String database) {
    return server.client(
        "mongodb://" + who + "@localhost:" + server.port() + "/?authSource=" + database);
  }

  private static Document run(MongoClient client, String database, String command) {
    return client.getDatabase(database).runCommand(Document.parse(command));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shop | {find: 'c'}",
        "shop | {explain: {find: 'c'}}",
        "shop | {aggregate: 'c', pipeline: [{$out: 'd'}], cursor: {}}",
        "shop | {listCollections: 1}",
        "shop | {collMod: 'c'}",
        "admin | {bulkWrite: 1, nsInfo: [{ns: 'shop.c'}], ops: [{insert: 0, document: {}}]}",
        "admin | {dataSize: 'shop.c'}",
        "admin | {listDatabases: 1}",
        "admin | {ping: 1}"
      })
  void isAllowed(String database, String command) {
    assertThat(run(user, database, command).get("ok")).isEqualTo(1.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other | {find: 'c'}",
        "other | {explain: {find: 'c'}}",
        "other | {listCollections: 1}",
        "shop | {aggregate: 'c', pipeline: [{$out: {db: 'other', coll: 'd'}}], cursor: {}}",
        "shop | {aggregate: 'c', pipeline: [{$merge: {into: {db: 'other', coll: 'd'}}}],"
            + " cursor: {}}",
        "admin | {bulkWrite: 1, nsInfo: [{ns: 'shop.c'}, {ns: 'other.c'}],"
            + " ops: [{insert: 0, document: {}}, {insert: 1, document: {}}]}",
        "admin | {renameCollection: 'shop.c', to: 'other.d'}",
        "admin | {renameCollection: 'other.c', to: 'shop.d'}",
        "admin | {dataSize: 'other.c'}",
        "admin | {shardCollection: 'other.c', key: {a: 1}}",
        "admin | {enableSharding: 'other'}",
        "shop | {createUser: 'eve', pwd: 'pw', roles: []}",
        "shop | {updateUser: 'ann', roles: ['dbOwner']}",
        "admin | {killOp: 1, op: 1}",
        "admin | {setParameter: 1, ttlMonitorEnabled: false}",
        "admin | {currentOp: 1}"
      })
  void isRefused(String database, String command) {
    assertThatThrownBy(() -> run(user, database, command))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(13);
              assertThat(e.getErrorMessage())
                  .startsWith("not authorized on " + database + " to execute command {");
            });
  }
}
