package dev.mayfly.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.RouteAccess;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.mongo.access.CommandAccess;
import dev.mayfly.mongo.access.StageAccess;
import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.BuiltInRole;
import dev.mayfly.mongo.auth.Privilege;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes docs/authorization.md, what every entry of every port needs, and calls the paths of the
 * admin port. A port that is added gets a section here, and a test in its module that calls all of
 * its entries, as RouteAuthorizationTest and AuthorizationTest do.
 */
class AuthorizationTableTest {
  private static final Path TABLE = Path.of("..", "docs", "authorization.md");

  @TempDir private Path backups;

  private Routes routes() {
    return new Routes(new TestTarget().services(backups));
  }

  @Test
  void theTableIsUpToDateAndHasNoEmptyCell() throws IOException {
    String before = Files.exists(TABLE) ? Files.readString(TABLE) : "";
    String now = table();
    if (!now.equals(before)) {
      Files.writeString(TABLE, now);
    }
    assertThat(now.lines().filter(line -> line.startsWith("|")))
        .allSatisfy(line -> assertThat(line).doesNotContainPattern("\\|\\s*\\||null"));
    assertThat(now.equals(before))
        .as("docs/authorization.md was out of date; it is written anew: look at it and commit it")
        .isTrue();
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    table.append("# Who may do what\n\n");
    table.append("Written by the build (`AuthorizationTableTest`) from the code; do not edit.\n");
    table.append("`RouteAuthorizationTest`, `AuthorizationTest` and `AuthorizationTableTest`");
    table.append(
        " call every entry with every kind of\ncredential over the network and compare.\n");
    cosmos(table);
    mongo(table);
    admin(table);
    return table.toString();
  }

  private static void cosmos(StringBuilder table) {
    table.append("\n## The Cosmos DB port\n\n");
    table.append("A primary or secondary key may do everything. No or unknown credentials get");
    table.append(" 401, known ones that are not enough 403.\n");
    table.append("HEAD is GET. `/mayfly-cert.pem`, `/_explorer/emulator.pem` and the redirect");
    table.append(" `/_explorer/index.html` are for everybody.\n");
    table.append("A token with a partition key is only for items of that partition, and not for");
    table.append(" bulk operations.\n");
    table.append("Frames on the port of direct mode need the same.\n");
    table.append("A principal of Microsoft Entra ID with the role reader may read metadata and");
    table.append(" items, one with the role contributor\nalso write items; other principals may");
    table.append(" nothing (`EntraRoleTest`).\n\n");
    table.append("| resource | operation | read-only key | resource token |\n|---|---|---|---|\n");
    RouteAccess.table()
        .forEach(
            (type, lines) ->
                lines.forEach(
                    (operation, access) ->
                        row(
                            table,
                            type == ResourceType.ACCOUNT ? "account" : "`" + type.segment() + "`",
                            operation.text(),
                            access.readOnlyKey() ? "yes" : "no",
                            access.token().text())));
  }

  private static void mongo(StringBuilder table) {
    table.append("\n## The MongoDB port\n\n");
    table.append(
        "Without `mongo-user` and `mongo-auth` everybody on this machine may do everything.");
    table.append(" Otherwise an unauthenticated client gets 13\n(Unauthorized) for all that needs");
    table.append(" a login, and a failed login 18 (AuthenticationFailed). Actions are meant in\n");
    table.append("the database that the command is sent to unless it says otherwise.\n\n");
    table.append("| command | needs |\n|---|---|\n");
    CommandAccess.all().forEach((name, need) -> row(table, "`" + name + "`", need.text()));
    table.append("\n| stage | needs |\n|---|---|\n");
    StageAccess.texts().forEach((name, need) -> row(table, "`" + name + "`", need));
    table.append("\n| role | where | allows |\n|---|---|---|\n");
    for (BuiltInRole role : BuiltInRole.values()) {
      Map<Privilege.Where, Set<String>> byPlace = new TreeMap<>();
      for (Privilege grant : role.grants()) {
        byPlace
            .computeIfAbsent(grant.where(), absent -> new java.util.TreeSet<>())
            .addAll(grant.actions().stream().map(Action::wireName).collect(Collectors.toSet()));
      }
      byPlace.forEach(
          (where, actions) ->
              row(table, "`" + role.wireName() + "`", where.text(), String.join(", ", actions)));
    }
  }

  private void admin(StringBuilder table) {
    table.append("\n## The admin port\n\n");
    table.append("It listens on the loopback interface only. What shows or changes data needs");
    table.append(
        " an account key or a MongoDB user,\nif the server has a key of its own or users;");
    table.append(" without and with wrong ones it is 401, with a read-only key 403\nfor changes.");
    table.append(" All else is for every local process. Other hosts and pages get 403.\n\n");
    table.append("| path | method | needs |\n|---|---|---|\n");
    routes()
        .accessByPathAndMethod()
        .forEach(
            (path, methods) ->
                methods.forEach(
                    (method, access) -> row(table, "`" + path + "`", method, access.needs())));
  }

  private static void row(StringBuilder table, String... cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  @Test
  void everyAdminPathRefusesForeignHostsAndPages() throws IOException {
    List<String> wrong = new ArrayList<>();
    TestTarget target = new TestTarget();
    try (AdminServer server = new AdminServer(0, target.services(backups))) {
      String own = "localhost:" + server.port();
      routes()
          .accessByPathAndMethod()
          .forEach(
              (path, methods) ->
                  methods.forEach(
                      (method, access) -> {
                        int page = access.allowsOtherPages() ? 0 : 403;
                        String from = "Origin: http://evil.example\r\n";
                        String site = "Sec-Fetch-Site: cross-site\r\n";
                        String call = method + " " + path;
                        check(wrong, server, call, "evil.example", "", 403);
                        check(wrong, server, call, own, from, page);
                        check(wrong, server, call, own, site, page);
                        check(wrong, server, call, own, "", 0);
                      }));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void whatShowsOrChangesDataNeedsCredentialsIfThereAreSome() throws IOException {
    List<String> wrong = new ArrayList<>();
    TestTarget target = new TestTarget();
    target.credentials = new TestCredentials(false);
    try (AdminServer server = new AdminServer(0, target.services(backups))) {
      String own = "localhost:" + server.port();
      routes()
          .accessByPathAndMethod()
          .forEach(
              (path, methods) ->
                  methods.forEach(
                      (method, access) -> {
                        int without = access.needsCredentials() ? 401 : 0;
                        int reader = access == Access.WRITE ? 403 : 0;
                        String call = method + " " + path;
                        check(wrong, server, call, own, "", without);
                        check(wrong, server, call, own, basic("", "wrong"), without);
                        check(wrong, server, call, own, basic("root", "wrong"), without);
                        check(wrong, server, call, own, "Authorization: x\r\n", without);
                        String readOnly = basic("", TestCredentials.READ_ONLY_KEY);
                        check(wrong, server, call, own, readOnly, reader);
                        check(wrong, server, call, own, basic("", TestCredentials.KEY), 0);
                        String user = basic(TestCredentials.USER, TestCredentials.PASSWORD);
                        check(wrong, server, call, own, user, 0);
                      }));
    }
    assertThat(wrong).isEmpty();
  }

  private static String basic(String name, String secret) {
    byte[] pair = (name + ":" + secret).getBytes(StandardCharsets.UTF_8);
    return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair) + "\r\n";
  }

  /**
   * @param expected 0 for anything but a refusal
   */
  private static void check(
      List<String> wrong,
      AdminServer server,
      String call,
      String host,
      String headers,
      int expected) {
    String request =
        call + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "Connection: close\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int status = Integer.parseInt(answer.split(" ")[1]);
      boolean refused = status == 401 || status == 403 || status == 405;
      // Forms of paths name nothing that exists; an unknown path lists all paths.
      boolean unknown = status == 404 && answer.contains("there is no such path");
      if ((refused || unknown ? status : 0) != expected) {
        wrong.add(request + " got " + answer);
      }
    } catch (IOException e) {
      wrong.add(request + " failed: " + e);
    }
  }
}
