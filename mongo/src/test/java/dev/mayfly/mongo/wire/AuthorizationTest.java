package dev.mayfly.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.CommandNames;
import dev.mayfly.mongo.access.CommandAccess;
import dev.mayfly.mongo.access.StageAccess;
import dev.mayfly.mongo.aggregate.stage.Stages;
import dev.mayfly.mongo.aggregate.stage.UnsupportedStages;
import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.BuiltInRole;
import dev.mayfly.mongo.auth.Privilege;
import dev.mayfly.mongo.driver.DriverServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls every command and stage over the wire without authentication, with a wrong password and
 * with each built-in role, in the role's database, in another one and in config, and compares with
 * what is documented. The expectations are written by hand, independently of the code: roles.txt
 * and access.txt.
 */
class AuthorizationTest {
  private static final int UNAUTHORIZED = 13;
  private static final int AUTHENTICATION_FAILED = 18;
  private static final List<String> DATABASES = List.of("shop", "other", "config");
  private static final DocumentedRoles ROLES = new DocumentedRoles();
  private static final List<Line> LINES =
      DocumentedRoles.lines("access.txt").stream().map(Line::parse).toList();

  private static DriverServer server;
  private static WireClient root;

  /** A call and what it needs. */
  private record Line(String name, String needs, String database, String command) {
    static Line parse(String line) {
      String[] parts = line.split(" \\| ");
      return new Line(parts[0], parts[1], parts[2], parts[3]);
    }

    BsonDocument body(String me, String target) {
      return BsonDocument.parse(command.replaceAll("\\bME\\b", me).replaceAll("\\bDB\\b", target))
          .append("$db", new BsonString(database.replace("DB", target)));
    }

    boolean isMet(String role, String target) {
      return Arrays.stream(needs.split(" / "))
          .anyMatch(
              way ->
                  Arrays.stream(way.split(" \\+ "))
                      .allMatch(each -> isMetEach(role, each, target)));
    }

    private boolean isMetEach(String role, String need, String target) {
      int at = need.indexOf('@');
      String action = at < 0 ? need : need.substring(0, at);
      String where = at < 0 ? target : need.substring(at + 1).replace("DB", target);
      return switch (action) {
        case "nothing", "login" -> true;
        case "anything" -> ROLES.allowAnything(role, where);
        default ->
            where.equals("all")
                ? ROLES.allowEverywhere(role, action)
                : ROLES.allow(role, action, where);
      };
    }
  }

  @BeforeAll
  static void start() throws IOException {
    server = DriverServer.inMemory(options -> options.withRootUser("boss", "pw"));
    root = login("boss");
    for (BuiltInRole role : BuiltInRole.values()) {
      String database = role.isOf("shop") ? "shop" : "admin";
      run(
          root,
          BsonDocument.parse(
              "{createUser: '%s', pwd: 'pw', roles: [{role: '%s', db: '%s'}], $db: 'admin'}"
                  .formatted(role.wireName(), role.wireName(), database)));
    }
  }

  @AfterAll
  static void stop() throws IOException {
    root.close();
    server.close();
  }

  private static WireClient login(String user) throws IOException {
    WireClient client = new WireClient(server.port());
    assertThat(ScramLogin.login(client, "admin", user, "pw").getNumber("ok").intValue())
        .isEqualTo(1);
    return client;
  }

  private static BsonDocument run(WireClient client, BsonDocument body) throws IOException {
    return client.ask(WireClient.msg(1, 0, WireClient.body(body))).document();
  }

  private static int code(BsonDocument answer) {
    return answer.containsKey("code") ? answer.getNumber("code").intValue() : 0;
  }

  static Set<String> roles() {
    return ROLES.names();
  }

  @ParameterizedTest
  @MethodSource("roles")
  void eachRoleMayDoWhatIsDocumentedAndNothingElse(String role) throws IOException {
    List<String> wrong = new ArrayList<>();
    try (WireClient client = login(role)) {
      for (Line line : LINES) {
        if (line.needs().equals("nothing")) {
          continue;
        }
        for (String target : DATABASES) {
          BsonDocument answer = run(client, line.body(role, target));
          boolean allowed = code(answer) != UNAUTHORIZED;
          if (allowed != line.isMet(role, target)) {
            wrong.add((allowed ? "allowed: " : "refused: ") + line.body(role, target) + answer);
          }
        }
      }
    }
    assertThat(wrong).as("what %s may do otherwise than documented", role).isEmpty();
  }

  @Test
  void whoHasNotLoggedInMayOnlyLogIn() throws IOException {
    List<String> wrong = new ArrayList<>();
    try (WireClient anonymous = new WireClient(server.port());
        WireClient failed = new WireClient(server.port())) {
      assertThat(code(ScramLogin.login(failed, "admin", "root", "wrong")))
          .isEqualTo(AUTHENTICATION_FAILED);
      assertThat(code(ScramLogin.login(failed, "admin", "unknown", "pw")))
          .isEqualTo(AUTHENTICATION_FAILED);
      for (WireClient client : List.of(anonymous, failed)) {
        for (Line line : LINES) {
          BsonDocument answer = run(client, line.body("root", "shop"));
          boolean open = line.needs().equals("nothing");
          String expected =
              "Command " + line.body("", "").getFirstKey() + " requires authentication";
          if (open
              ? code(answer) == UNAUTHORIZED
              : code(answer) != UNAUTHORIZED
                  || !answer.getString("errmsg").getValue().equals(expected)) {
            wrong.add(line + " " + answer);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyCommandAndStageHasALine() {
    Set<String> called = LINES.stream().map(Line::name).collect(Collectors.toSet());
    Set<String> there = new TreeSet<>(CommandNames.withOthers());
    assertThat(CommandAccess.all().keySet())
        .as("lines of CommandAccess, and commands")
        .containsExactlyInAnyOrderElementsOf(there);
    there.addAll(Stages.names());
    assertThat(called).as("calls in access.txt").containsExactlyInAnyOrderElementsOf(there);
    there.removeAll(CommandAccess.all().keySet());
    there.addAll(UnsupportedStages.names());
    assertThat(StageAccess.texts().keySet()).containsExactlyInAnyOrderElementsOf(there);
    assertThat(StageAccess.texts()).as("stages without a line").doesNotContainValue(null);
  }

  @ParameterizedTest
  @MethodSource("roles")
  void rolesAllowTheActionsThatAreDocumented(String name) {
    BuiltInRole role = BuiltInRole.named(name);
    Set<String> known =
        Arrays.stream(Action.values()).map(Action::wireName).collect(Collectors.toSet());
    Map<String, Set<String>> expected = new TreeMap<>();
    ROLES
        .grants(name)
        .forEach(
            (where, actions) -> {
              Set<String> here = new TreeSet<>(actions);
              if (here.remove(DocumentedRoles.ALL)) {
                boolean cluster = where.equals("cluster");
                Arrays.stream(Action.values())
                    .filter(action -> action.isOfCluster() == cluster)
                    .forEach(action -> here.add(action.wireName()));
              }
              here.retainAll(known);
              expected.put(where, here);
            });
    Map<String, Set<String>> actual = new TreeMap<>();
    for (Privilege grant : role.grants()) {
      String where =
          switch (grant.where()) {
            case ITS_DATABASE -> "its";
            case ANY_DATABASE -> "any";
            case EVERY_DATABASE -> "every";
            case CONFIG -> "config";
            case LOCAL -> "local";
            case CLUSTER -> "cluster";
          };
      grant
          .actions()
          .forEach(
              action ->
                  actual.computeIfAbsent(where, absent -> new TreeSet<>()).add(action.wireName()));
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void thereAreNoOtherRoles() {
    assertThat(ROLES.names())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(BuiltInRole.values()).map(BuiltInRole::wireName).toList());
  }
}
