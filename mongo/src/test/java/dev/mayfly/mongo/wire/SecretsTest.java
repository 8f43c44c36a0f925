package dev.mayfly.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.driver.DriverServer;
import java.io.IOException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passwords that clients send are in no reply. */
class SecretsTest {
  private static final String MARKED = "MARKED-SECRET";
  private static final int COMMANDS = 8;

  private DriverServer server;
  private WireClient root;

  @BeforeEach
  void start() throws IOException {
    server = DriverServer.inMemory(options -> options.withRootUser("boss", MARKED + " of root"));
    root = new WireClient(server.port());
    assertThat(ScramLogin.login(root, "admin", "boss", MARKED + " of root"))
        .doesNotContainKey("code");
  }

  @AfterEach
  void stop() throws IOException {
    root.close();
    server.close();
  }

  @Test
  void whoListsOperationsSeesNoPasswords() throws IOException {
    int seen = 0;
    try (WireClient busy = new WireClient(server.port())) {
      ScramLogin.login(busy, "admin", "boss", MARKED + " of root");
      for (String command :
          List.of(
              "{createUser: 'ann', pwd: '" + MARKED + "', roles: [], $db: 'shop'}",
              "{updateUser: 'ann', pwd: '" + MARKED + "', $db: 'shop'}")) {
        for (int i = 0; i < COMMANDS; i++) {
          busy.send(WireClient.msg(i, 0, WireClient.body(command)));
        }
        for (int i = 0; i < COMMANDS; i++) {
          for (String list :
              List.of(
                  "{currentOp: 1, $db: 'admin'}",
                  "{aggregate: 1, pipeline: [{$currentOp: {allUsers: true}}], cursor: {},"
                      + " $db: 'admin'}")) {
            BsonDocument answer = root.run(list);
            assertThat(answer.toString()).doesNotContain(MARKED);
            seen += answer.toString().contains("\"pwd\": \"xxx\"") ? 1 : 0;
          }
          busy.receive();
        }
      }
    }
    assertThat(seen).as("how often a password was under way").isPositive();
  }

  @Test
  void noReplyContainsAPassword() throws IOException {
    root.run("{createUser: 'ann', pwd: '" + MARKED + "', roles: ['read'], $db: 'shop'}");
    for (String command :
        List.of(
            "{createUser: 'ann', pwd: '" + MARKED + "', roles: ['read'], $db: 'shop'}",
            "{createUser: 'bob', pwd: '" + MARKED + "', roles: ['none'], $db: 'shop'}",
            "{createUser: 'bob', pwd: ['" + MARKED + "'], roles: [], $db: 'shop'}",
            "{createUser: 'bob', pwd: '" + MARKED + "', roles: [], extra: 1, $db: 'shop'}",
            "{updateUser: 'none', pwd: '" + MARKED + "', $db: 'shop'}",
            "{updateUser: 'ann', pwd: '" + MARKED + "\\u0007', $db: 'shop'}",
            "{explain: {createUser: 'bob', pwd: '" + MARKED + "', roles: []}, $db: 'shop'}",
            "{saslStart: 1, mechanism: 'PLAIN', payload: {$binary: {base64:"
                + " 'AGFubgBNQVJLRUQtU0VDUkVU', subType: '00'}}, $db: '$external'}",
            "{usersInfo: {forAllDBs: true}, showPrivileges: true, $db: 'admin'}",
            "{usersInfo: 1, showCredentials: true, $db: 'shop'}",
            "{connectionStatus: 1, showPrivileges: true, $db: 'admin'}",
            "{serverStatus: 1, $db: 'admin'}",
            "{getCmdLineOpts: 1, $db: 'admin'}",
            "{getParameter: '*', $db: 'admin'}",
            "{getLog: 'global', $db: 'admin'}",
            "{getLog: 'startupWarnings', $db: 'admin'}",
            "{profile: -1, $db: 'shop'}",
            "{listDatabases: 1, $db: 'admin'}",
            "{listCollections: 1, $db: 'admin'}",
            "{find: 'system.users', $db: 'admin'}",
            "{currentOp: 1, $all: true, $db: 'admin'}")) {
      assertThat(root.run(command).toString()).as(command).doesNotContain(MARKED);
    }
  }

  /** Unauthenticated clients get the same replies for users that exist and for others. */
  @Test
  void anUnknownUserLooksLikeAKnownOne() throws IOException {
    root.run("{createUser: 'ann', pwd: '" + MARKED + "', roles: ['read'], $db: 'shop'}");
    String[] salts = new String[4];
    for (int i = 0; i < salts.length; i++) {
      String user = i < 2 ? "ann" : "eve";
      try (WireClient stranger = new WireClient(server.port())) {
        BsonDocument[] first = new BsonDocument[1];
        BsonDocument last =
            ScramLogin.login(stranger, "shop", user, "wrong", () -> {}, said -> first[0] = said);
        BsonValue payload = first[0].get("payload");
        String[] parts = new String(payload.asBinary().getData()).split(",");
        salts[i] = parts[1];
        assertThat(parts[2]).isEqualTo("i=15000");
        assertThat(last.getInt32("code").getValue()).isEqualTo(18);
        assertThat(last.getString("errmsg").getValue()).isEqualTo("Authentication failed.");
      }
    }
    assertThat(salts[0]).isEqualTo(salts[1]).hasSameSizeAs(salts[2]).isNotEqualTo(salts[2]);
    assertThat(salts[2]).isEqualTo(salts[3]);
  }
}
