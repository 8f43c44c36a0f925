package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools and drivers ask about the server. */
class ServerCommandsDriverTest {
  private final DriverServer server = DriverServer.shared();
  private final MongoDatabase admin = server.client().getDatabase("admin");

  private Document run(String command) {
    return admin.runCommand(Document.parse(command));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ping: 1}",
        "{hostInfo: 1}",
        "{whatsmyuri: 1}",
        "{getCmdLineOpts: 1}",
        "{listCommands: 1}",
        "{features: 1}",
        "{connPoolStats: 1}",
        "{getDefaultRWConcern: 1}",
        "{getFreeMonitoringStatus: 1}",
        "{top: 1}",
        "{logApplicationMessage: 'x'}",
        "{getLog: 'startupWarnings'}",
        "{getLog: '*'}",
        "{getParameter: '*'}",
        "{getParameter: 1, logComponentVerbosity: 1}",
        "{getParameter: {showDetails: true}, ttlMonitorEnabled: 1}",
        "{setFeatureCompatibilityVersion: '8.0', confirm: true}",
        "{connectionStatus: 1, showPrivileges: true}",
        "{rolesInfo: 1, showBuiltinRoles: true}",
        "{usersInfo: 1}",
        "{logout: 1}",
        "{startSession: 1}",
        "{refreshSessions: []}",
        "{killSessions: []}",
        "{killAllSessions: [{user: 'a', db: 'b'}]}",
        "{killAllSessionsByPattern: [{users: [{user: 'a', db: 'b'}]}]}",
        "{endSessions: []}",
        "{currentOp: 1}",
        "{killOp: 1, op: 123456789}",
        "{profile: -1}",
        "{profile: 0, slowms: 50}",
        "{fsync: 1}",
        "{planCacheClear: 'c'}",
        "{invalidateUserCache: 1}"
      })
  void isAnswered(String command) {
    assertThat(run(command).get("ok")).isEqualTo(1.0);
  }

  /** The shell's db.commandHelp. */
  @Test
  void helpDoesNotExecuteTheCommand() {
    MongoDatabase database = server.client().getDatabase("helped");
    database.getCollection("c").insertOne(new Document("_id", 1));

    Document help = database.runCommand(Document.parse("{dropDatabase: 1, help: true}"));

    assertThat(help.getString("help")).startsWith("help for: dropDatabase");
    assertThat(database.runCommand(Document.parse("{find: 1, help: 1}"))).containsKey("help");
    assertThat(database.getCollection("c").countDocuments()).isEqualTo(1);
    database.runCommand(Document.parse("{dropDatabase: 1, help: false}"));
    assertThat(database.getCollection("c").countDocuments()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{getParameter: 'foo'} | 72 | no option found to get",
        "{getParameter: 1, foo: 1} | 72 | no option found to get",
        "{atlasVersion: 1} | 59 | no such command: 'atlasVersion'",
        "{replSetInitiate: {}} | 23 | already initialized",
        "{isdbgrid: 1} | 59 | no such command: 'isdbgrid'",
        "{profile: 1} | 115 | There is no profiler here: the level can only be 0.",
        "{fsync: 1, lock: true} | 115 |"
            + " Writes are not locked out here: take a backup by the admin port.",
        "{mapReduce: 'c', map: 'x', reduce: 'y', out: {inline: 1}} | 115 |"
            + " mapReduce is not supported, as no JavaScript runs here: use an aggregation.",
        "{find: 'c', limit: -1} | 51024 |"
            + " BSON field 'find.limit' value must be >= 0, actual value '-1'",
        "{getLog: 'x'} | 96 | no RamLog named: x",
        "{createUser: 'a', pwd: 'b'} | 40414 |"
            + " BSON field 'createUser.roles' is missing but a required field",
        "{createUser: 'a', pwd: 'b', roles: [], x: 1} | 40415 |"
            + " BSON field 'createUser.x' is an unknown field.",
        "{createUser: 'a', pwd: 'b', roles: [], mechanisms: ['X']} | 2 |"
            + " Unknown auth mechanism 'X'",
        "{createUser: 'a', pwd: 'b', roles: [], digestPassword: false} | 2 |"
            + " Use of SCRAM-SHA-256 requires undigested passwords",
        "{createUser: 'a', pwd: 'b', roles: [],"
            + " authenticationRestrictions: [{clientSource: ['10.0.0.0/8']}]} | 115 |"
            + " authenticationRestrictions are not supported by this server: a user may log in"
            + " from wherever the port can be reached.",
        "{dropUser: 'nobody'} | 11 | User 'nobody@admin' not found",
        "{setFeatureCompatibilityVersion: '3.0'} | 2 |"
            + " Invalid feature compatibility version value '3.0'; expected '8.0'",
        "{ping: 1, maxTimeMS: 1.5} | 2 | maxTimeMS has non-integral value",
        "{ping: 1, maxTimeMS: -1} | 2 | -1 value for maxTimeMS is out of range [0, 2147483647]",
        "{ping: 1, apiVersion: '2'} | 322 | API version must be \"1\"",
        "{ping: 1, apiStrict: true} | 4886600 |"
            + " Provided apiStrict and/or apiDeprecationErrors without passing apiVersion",
        "{top: 1, apiVersion: '1', apiStrict: true} | 323 |"
            + " Provided apiStrict:true, but the command top is not in API Version 1",
        "{commitTransaction: 1} | 125 | This command must be run within a transaction."
      })
  void isRefused(String command, int code, String text) {
    assertThatThrownBy(() -> run(command))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorMessage()).isEqualTo(text);
              assertThat(e.getErrorCode()).isEqualTo(code);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{createSearchIndexes: 'c', indexes: [{name: 's', definition: {mappings: {}}}]}",
        "{createSearchIndexes: 'c', indexes: [{type: 'search', definition: {mappings: {}}}]}",
        "{aggregate: 'c', pipeline: [{$search: {}}], cursor: {}}",
        "{aggregate: 'c', pipeline: [{$rankFusion: {}}], cursor: {}}"
      })
  void searchesOfAnotherKindAreRefusedByName(String command) {
    String first = BsonDocument.parse(command).getFirstKey();
    String name = first.equals("aggregate") ? command.replaceAll(".*[{]([$]\\w+):.*", "$1") : first;
    assertThatThrownBy(() -> run(command))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorMessage()).contains(name);
              assertThat(e.getErrorCode()).isEqualTo(31082);
              assertThat(e.getErrorCodeName()).isEqualTo("SearchNotEnabled");
            });
  }

  @Test
  void theVersionIsTheSameInAllReplies() {
    Document build = run("{buildInfo: 1}");
    assertThat(build.getString("version")).isEqualTo("8.0.0");
    assertThat(build.getList("versionArray", Integer.class)).startsWith(8, 0, 0);
    assertThat(run("{getParameter: 1, featureCompatibilityVersion: 1}"))
        .containsEntry("featureCompatibilityVersion", new Document("version", "8.0"));
    assertThat(run("{serverStatus: 1}").getString("version")).isEqualTo("8.0.0");
  }

  @Test
  void theStatusCounts() {
    Document before = run("{serverStatus: 1}");
    run("{ping: 1}");
    Document after = run("{serverStatus: 1}");

    assertThat(commands(after)).isGreaterThanOrEqualTo(commands(before) + 2);
    assertThat(after.get("connections", Document.class).getInteger("current")).isPositive();
    assertThat(after.get("network", Document.class).getLong("bytesIn"))
        .isGreaterThan(before.get("network", Document.class).getLong("bytesIn"));
  }

  private static long commands(Document status) {
    return status.get("opcounters", Document.class).getLong("command");
  }

  @Test
  void theStatusCountsPurgedDocuments() {
    try (DriverServer own = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase database = own.client().getDatabase("admin");
      own.engine().createDatabase("d");
      var container =
          own.engine()
              .createContainer(
                  "d", ContainerDefinition.named("c").partitionKey("/id").defaultTtl(5).build());
      for (int i = 0; i < 10; i++) {
        String id = "i" + i;
        container.create(
            ItemKey.of(id, id), BsonBytes.of(BsonDocument.parse("{id: '" + id + "'}")));
      }
      assertThat(ttl(database).getLong("deletedDocuments")).isZero();

      own.clock().advance(10);
      Await.until("the purge", () -> ttl(database).getLong("deletedDocuments") >= 10);

      assertThat(ttl(database).getLong("passes")).isPositive();
    }
  }

  private static Document ttl(MongoDatabase database) {
    return database
        .runCommand(new Document("serverStatus", 1))
        .get("metrics", Document.class)
        .get("ttl", Document.class);
  }

  @Test
  void theTtlMonitorCanBeSwitchedOffAndOn() {
    try (DriverServer own = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase database = own.client().getDatabase("admin");
      Document off = new Document("setParameter", 1).append("ttlMonitorEnabled", false);
      assertThat(database.runCommand(off)).containsEntry("was", true);
      assertThat(own.engine().background().isPaused()).isTrue();
      Document on = new Document("setParameter", 1).append("ttlMonitorEnabled", true);
      assertThat(database.runCommand(on)).containsEntry("was", false);
      assertThat(own.engine().background().isPaused()).isFalse();
      Document sleep = new Document("setParameter", 1).append("ttlMonitorSleepSecs", 1L);
      assertThat(database.runCommand(sleep)).containsEntry("was", 60);
      Document batches = new Document("setParameter", 1).append("ttlMonitorBatchDeletes", false);
      assertThat(database.runCommand(batches)).containsEntry("was", true);
      Document target = new Document("setParameter", 1).append("ttlIndexDeleteTargetDocs", 7);
      assertThat(database.runCommand(target)).containsEntry("was", 50_000);
      Document all = database.runCommand(new Document("getParameter", "*"));
      assertThat(all)
          .containsEntry("ttlMonitorBatchDeletes", false)
          .containsEntry("ttlMonitorSubPassTargetSecs", 60)
          .containsEntry("ttlIndexDeleteTargetDocs", 7)
          .containsEntry("ttlIndexDeleteTargetTimeMS", 1000)
          .containsEntry("enableTestCommands", false);
    }
  }

  @Test
  void aTtlPassIsCountedOnceASecondOfTheClock() {
    try (DriverServer own = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase database = own.client().getDatabase("admin");
      Await.until("pass 1", () -> passes(database) == 1);
      own.engine().background().wakeUp();
      own.engine().background().wakeUp();
      own.clock().advance(5);
      Await.until("pass 2", () -> passes(database) == 2);
      assertThat(own.engine().background().roundsTotal()).isGreaterThanOrEqualTo(2);
      own.clock().advance(1);
      Await.until("pass 3", () -> passes(database) == 3);
    }
  }

  private static long passes(MongoDatabase database) {
    return database
        .runCommand(new Document("serverStatus", 1))
        .get("metrics", Document.class)
        .get("ttl", Document.class)
        .getLong("passes");
  }

  @Test
  void openCursorsAreCounted() {
    try (DriverServer own = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase database = own.client().getDatabase("shop");
      database.getCollection("c").insertMany(List.of(new Document(), new Document()));
      database.runCommand(Document.parse("{find: 'c', batchSize: 1, noCursorTimeout: true}"));
      database.runCommand(Document.parse("{find: 'c', batchSize: 1}"));
      Document cursors =
          database
              .runCommand(new Document("serverStatus", 1))
              .get("metrics", Document.class)
              .get("cursor", Document.class);
      assertThat(cursors.toJson())
          .isEqualTo(
              "{\"timedOut\": 0, \"totalOpened\": 2, \"open\": {\"noTimeout\": 1, \"total\": 2}}");
    }
  }

  @Test
  void anAggregationListsSessions() {
    try (DriverServer own = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase database = own.client().getDatabase("admin");
      Document session =
          database.runCommand(new Document("startSession", 1)).get("id", Document.class);
      List<Document> found =
          database
              .aggregate(List.of(Document.parse("{$listLocalSessions: {allUsers: true}}")))
              .into(new ArrayList<>());
      assertThat(found)
          .anySatisfy(
              each -> {
                assertThat(each.get("_id", Document.class).get("id")).isEqualTo(session.get("id"));
                assertThat(each.getDate("lastUse")).isNotNull();
              });
    }
  }

  @Test
  void getLastErrorIsGone() {
    assertThatThrownBy(() -> admin.runCommand(new Document("getLastError", 1)))
        .hasMessageContaining("no such command: 'getLastError'");
  }

  @Test
  void anAggregationListsRunningOperations() {
    List<Document> operations =
        admin
            .aggregate(List.of(Document.parse("{$currentOp: {allUsers: true}}")))
            .into(new ArrayList<>());

    assertThat(operations)
        .filteredOn(each -> each.get("command", new Document()).containsKey("aggregate"))
        .singleElement()
        .satisfies(
            own -> {
              assertThat(own.getString("op")).isEqualTo("command");
              assertThat(own.getInteger("opid")).isPositive();
              assertThat(own.getBoolean("active")).isTrue();
            });
  }

  @Test
  void sessionsBeginAndEnd() {
    try (DriverServer own = DriverServer.inMemory(UnaryOperator.identity())) {
      MongoDatabase database = own.client().getDatabase("admin");
      Document session =
          database.runCommand(new Document("startSession", 1)).get("id", Document.class);
      int before = sessions(database);
      database.runCommand(new Document("refreshSessions", List.of(session)));
      assertThat(sessions(database)).isEqualTo(before);
      database.runCommand(new Document("endSessions", List.of(session)));
      assertThat(sessions(database)).isEqualTo(before - 1);
      assertThatThrownBy(
              () -> database.runCommand(new Document("endSessions", List.of(new Document()))))
          .hasMessageContaining("is missing but a required field");
    }
  }

  private static int sessions(MongoDatabase database) {
    return database
        .runCommand(new Document("serverStatus", 1))
        .get("logicalSessionRecordCache", Document.class)
        .getInteger("activeSessionsCount");
  }
}
