package dev.mayfly.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.driver.DriverServer;
import java.io.IOException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A login is that of one user with one password; cursors and sessions belong to their user. */
class LoginIdentityTest {
  private static final int UNAUTHORIZED = 13;
  private static final String LSID = "lsid: {id: UUID('00112233-4455-6677-8899-aabbccddeeff')}";

  private DriverServer server;
  private WireClient root;

  @BeforeEach
  void start() throws IOException {
    server = DriverServer.inMemory(options -> options.withRootUser("boss", "pw"));
    root = login("admin", "boss", "pw");
    for (String name : new String[] {"ann", "bob"}) {
      ok(root, "{createUser: '" + name + "', pwd: 'old', roles: ['readWrite'], $db: 'shop'}");
    }
    ok(root, "{insert: 'c', documents: [{}, {}, {}, {}], $db: 'shop'}");
  }

  @AfterEach
  void stop() throws IOException {
    root.close();
    server.close();
  }

  private WireClient login(String database, String user, String password) throws IOException {
    WireClient client = new WireClient(server.port());
    BsonDocument answer = ScramLogin.login(client, database, user, password);
    assertThat(answer.getNumber("ok").intValue()).as(answer.toString()).isEqualTo(1);
    return client;
  }

  private static BsonDocument ok(WireClient client, String command) throws IOException {
    BsonDocument answer = client.run(command);
    assertThat(answer.getNumber("ok").intValue()).as(command + " " + answer).isEqualTo(1);
    return answer;
  }

  private static void refused(WireClient client, String command, String why) throws IOException {
    BsonDocument answer = client.run(command);
    assertThat(answer.get("code")).as(command + " " + answer).isNotNull();
    assertThat(answer.getInt32("code").getValue()).as(command).isEqualTo(UNAUTHORIZED);
    assertThat(answer.getString("errmsg").getValue()).contains(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{dropUser: 'ann', $db: 'shop'}", "{dropAllUsersFromDatabase: 1, $db: 'shop'}"})
  void whoWasDroppedStaysOutWhenTheNameIsMadeAnew(String drop) throws IOException {
    try (WireClient ann = login("shop", "ann", "old")) {
      ok(ann, "{find: 'c', $db: 'shop'}");
      ok(root, drop);
      refused(ann, "{find: 'c', $db: 'shop'}", "requires authentication");

      ok(root, "{createUser: 'ann', pwd: 'new', roles: ['readWrite'], $db: 'shop'}");

      refused(ann, "{find: 'c', $db: 'shop'}", "requires authentication");
      assertThat(
              ok(ann, "{connectionStatus: 1, $db: 'shop'}")
                  .getDocument("authInfo")
                  .getArray("authenticatedUsers"))
          .isEmpty();
      ScramLogin.login(ann, "shop", "ann", "new");
      ok(ann, "{find: 'c', $db: 'shop'}");
    }
  }

  @Test
  void aNewPasswordEndsTheOtherLoginsOfTheUser() throws IOException {
    try (WireClient changing = login("shop", "ann", "old");
        WireClient other = login("shop", "ann", "old");
        WireClient bob = login("shop", "bob", "old")) {
      ok(changing, "{updateUser: 'ann', pwd: 'new', $db: 'shop'}");

      refused(other, "{find: 'c', $db: 'shop'}", "requires authentication");
      ok(changing, "{find: 'c', $db: 'shop'}");
      ok(bob, "{find: 'c', $db: 'shop'}");
      assertThat(ScramLogin.login(other, "shop", "ann", "old").getInt32("code").getValue())
          .isEqualTo(18);

      ok(root, "{updateUser: 'ann', pwd: 'newest', $db: 'shop'}");
      refused(changing, "{find: 'c', $db: 'shop'}", "requires authentication");
    }
  }

  @Test
  void theConfiguredUserGetsANewPasswordWhileTheServerRuns() throws IOException {
    server.server().replaceRootUser("boss", "other");

    refused(root, "{serverStatus: 1, $db: 'admin'}", "requires authentication");
    assertThat(ScramLogin.login(root, "admin", "boss", "pw").getInt32("code").getValue())
        .isEqualTo(18);
    ScramLogin.login(root, "admin", "boss", "other");
    ok(root, "{serverStatus: 1, $db: 'admin'}");
  }

  @Test
  void aLoginThatTheDropOvertookFails() throws IOException {
    try (WireClient ann = new WireClient(server.port())) {
      BsonDocument answer =
          ScramLogin.login(
              ann,
              "shop",
              "ann",
              "old",
              () -> {
                ok(root, "{dropUser: 'ann', $db: 'shop'}");
                ok(root, "{createUser: 'ann', pwd: 'old', roles: ['readWrite'], $db: 'shop'}");
              });
      assertThat(answer.getInt32("code").getValue()).isEqualTo(18);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{updateUser: 'ann', roles: ['read'], $db: 'shop'}",
        "{revokeRolesFromUser: 'ann', roles: ['readWrite'], $db: 'shop'}"
      })
  void otherRolesHoldAtOnceOnOpenConnections(String change) throws IOException {
    try (WireClient ann = login("shop", "ann", "old")) {
      ok(ann, "{insert: 'c', documents: [{}], $db: 'shop'}");
      ok(root, change);
      refused(ann, "{insert: 'c', documents: [{}], $db: 'shop'}", "not authorized on shop");
      ok(root, "{grantRolesToUser: 'ann', roles: ['readWrite'], $db: 'shop'}");
      ok(ann, "{insert: 'c', documents: [{}], $db: 'shop'}");
    }
  }

  private static long cursor(BsonDocument answer) {
    long id = answer.getDocument("cursor").getInt64("id").getValue();
    assertThat(id).isNotZero();
    return id;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{find: 'c', batchSize: 1, $db: 'shop'}",
        "{aggregate: 'c', pipeline: [], cursor: {batchSize: 1}, $db: 'shop'}"
      })
  void aCursorWithoutASessionIsItsUsers(String open) throws IOException {
    try (WireClient ann = login("shop", "ann", "old");
        WireClient annToo = login("shop", "ann", "old");
        WireClient bob = login("shop", "bob", "old")) {
      long id = cursor(ok(ann, open));
      String more = "{getMore: {$numberLong: '" + id + "'}, collection: 'c', batchSize: 1, ";
      String kill = "{killCursors: 'c', cursors: [{$numberLong: '" + id + "'}], ";

      refused(bob, more + "$db: 'shop'}", "was not created by the authenticated user");
      refused(bob, more + LSID + ", $db: 'shop'}", "was not created by the authenticated user");
      refused(bob, kill + "$db: 'shop'}", "of another user");

      ok(annToo, more + "$db: 'shop'}");
      ok(annToo, kill + "$db: 'shop'}");
    }
  }

  @Test
  void cursorsEndWithTheirUser() throws IOException {
    try (WireClient ann = login("shop", "ann", "old")) {
      long id = cursor(ok(ann, "{find: 'c', batchSize: 1, $db: 'shop'}"));
      long inSession = cursor(ok(ann, "{find: 'c', batchSize: 1, " + LSID + ", $db: 'shop'}"));
      ok(root, "{dropUser: 'ann', $db: 'shop'}");
      ok(root, "{createUser: 'ann', pwd: 'new', roles: ['readWrite'], $db: 'shop'}");
      ScramLogin.login(ann, "shop", "ann", "new");
      String more = "{getMore: {$numberLong: '%d'}, collection: 'c', %s $db: 'shop'}";
      assertThat(ann.run(more.formatted(id, "")).getInt32("code").getValue()).isEqualTo(43);
      assertThat(ann.run(more.formatted(inSession, LSID + ",")).getInt32("code").getValue())
          .isEqualTo(43);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{endSessions: [{id: UUID('00112233-4455-6677-8899-aabbccddeeff')}], $db: 'admin'}",
        "{killSessions: [{id: UUID('00112233-4455-6677-8899-aabbccddeeff')}], $db: 'admin'}",
        "{killSessions: [], $db: 'admin'}"
      })
  void theSessionsOfOthersGoOn(String end) throws IOException {
    try (WireClient ann = login("shop", "ann", "old");
        WireClient bob = login("shop", "bob", "old")) {
      long id = cursor(ok(ann, "{find: 'c', batchSize: 1, " + LSID + ", $db: 'shop'}"));
      String more = "{getMore: {$numberLong: '" + id + "'}, collection: 'c', batchSize: 1, ";
      ok(bob, end);
      ok(bob, "{refreshSessions: [{id: UUID('00112233-4455-6677-8899-aabbccddeeff')}], $db: 'a'}");
      refused(bob, more + LSID + ", $db: 'shop'}", "was not created by the authenticated user");
      ok(ann, more + LSID + ", $db: 'shop'}");
      ok(ann, end);
      assertThat(ann.run(more + LSID + ", $db: 'shop'}").getInt32("code").getValue()).isEqualTo(43);
    }
  }
}
