package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The command about TTL, against a server in this process. */
class TtlCommandTest {
  private static final String KEY = "bWF5Zmx5IGZpcnN0IGtleSBvZiBhbGw=";
  private static final String READ_ONLY = "bWF5Zmx5IHRoaXJkIGtleSBvZiBhbGwu";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static RunningServer start(Map<Setting, String> more) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Setting port :
        List.of(
            Setting.ADMIN_PORT,
            Setting.COSMOS_PORT,
            Setting.COSMOS_DIRECT_PORT,
            Setting.MONGO_PORT)) {
      given.put(port, "0");
    }
    given.put(Setting.EPHEMERAL, "true");
    given.putAll(more);
    ServerConfig config = ConfigLoader.load(given, Optional.empty(), Map.of());
    return RunningServer.start(config, new EngineStores());
  }

  private static void create(RunningServer server, String key) throws Exception {
    SignedRequests cosmos = new SignedRequests("http://localhost:" + server.cosmosPort(), key);
    cosmos.post("", "dbs", "{\"id\":\"shop\"}");
    String container =
        "{\"id\":\"carts\",\"partitionKey\":{\"paths\":[\"/p\"],\"kind\":\"Hash\"},"
            + "\"defaultTtl\":1000}";
    assertThat(cosmos.post("dbs/shop", "colls", container).statusCode()).isEqualTo(201);
    for (int i = 0; i < 3; i++) {
      cosmos.post(
          "dbs/shop/colls/carts",
          "docs",
          "{\"id\":\"" + i + "\",\"p\":\"p\"}",
          "x-ms-documentdb-partitionkey",
          "[\"p\"]");
    }
  }

  private int run(RunningServer server, Map<String, String> environment, String... args) {
    return run(server, environment, "ttl", args);
  }

  private int run(
      RunningServer server, Map<String, String> environment, String command, String[] args) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(args));
    all.addAll(List.of("--admin-port", Integer.toString(server.adminPort())));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.commandLine(
            new EngineStores(), environment, new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  @Test
  void theDefaultIsShownAndSet() throws Exception {
    try (RunningServer server = start(Map.of())) {
      create(server, AccountKeys.EMULATOR.primary());
      assertThat(run(server, Map.of(), "show", "shop", "carts")).as(err.toString()).isZero();
      assertThat(out.toString()).contains("on, 1000 seconds", "expire within a day: 3 items");
      assertThat(run(server, Map.of(), "set", "--dry-run", "shop", "carts", "off")).isZero();
      assertThat(out.toString()).contains("would expire at once: 0 items");
      assertThat(run(server, Map.of(), "set", "shop", "carts", "off")).isZero();
      assertThat(run(server, Map.of(), "show", "shop", "carts")).isZero();
      assertThat(out.toString()).contains("time to live off", "expire within a week: 0 items");
      assertThat(run(server, Map.of(), "set", "shop", "carts", "0")).isEqualTo(1);
      assertThat(err.toString()).startsWith("mayfly: default is '0'");
      assertThat(run(server, Map.of(), "show", "shop", "none")).isEqualTo(1);
      assertThat(err.toString()).contains("there is no container 'none'");
    }
  }

  private String expiries(RunningServer server, String... args) {
    assertThat(run(server, Map.of(), "expiries", args)).as(err.toString()).isZero();
    return out.toString();
  }

  @Test
  void forecastsAndRemainingSecondsAreShown() throws Exception {
    try (RunningServer server = start(Map.of())) {
      create(server, AccountKeys.EMULATOR.primary());
      assertThat(run(server, Map.of(), "list")).as(err.toString()).isZero();
      assertThat(out.toString()).contains("shop/carts: time to live on, 1000 seconds; 3 items");
      for (String[] of : new String[][] {{"shop", "carts"}, {"shop"}}) {
        List<String> args = new ArrayList<>(List.of("forecast"));
        args.addAll(List.of(of));
        args.addAll(List.of("--horizon", "2000", "--step", "2000"));
        assertThat(run(server, Map.of(), args.toArray(String[]::new))).as(err.toString()).isZero();
        assertThat(out.toString()).contains(": 3 items").hasLineCount(1);
      }
      assertThat(run(server, Map.of(), "remaining", "shop", "carts", "0", "[\"p\"]")).isZero();
      assertThat(out.toString()).matches("(99[0-9]|1000) seconds\\R");
      assertThat(run(server, Map.of(), "set", "--dry-run", "--date", "at", "shop", "carts", "5"))
          .isEqualTo(1);
      assertThat(err.toString()).contains("is not a collection of MongoDB");
    }
  }

  @Test
  void expiryEventsAreSwitchedFollowedAndSentElsewhere() throws Exception {
    try (RunningServer server = start(Map.of())) {
      create(server, AccountKeys.EMULATOR.primary());
      assertThat(expiries(server, "on", "shop", "carts")).contains("are on");
      assertThat(run(server, Map.of(), "set", "shop", "carts", "1")).isZero();
      assertThat(expiries(server, "follow", "shop", "carts", "--all", "--count", "3"))
          .contains("\"id\":\"0\"", "\"id\":\"2\"")
          .hasLineCount(3);
      assertThat(expiries(server, "webhook", "shop", "carts")).contains("sent nowhere");
      assertThat(expiries(server, "webhook", "shop", "carts", "--set", "http://localhost:9/x"))
          .contains("events go to http://localhost:9/x", "secret, shown only now: ");
      assertThat(expiries(server, "webhook", "shop", "carts")).contains("delivered since");
      assertThat(expiries(server, "webhook", "shop", "carts", "--remove")).contains("nowhere");
      assertThat(expiries(server, "off", "shop", "carts")).contains("are off");
      String[] wrong = {"webhook", "shop", "carts", "--set", "file:///x"};
      assertThat(run(server, Map.of(), "expiries", wrong)).isEqualTo(1);
      assertThat(err.toString()).contains("https://");
    }
  }

  @Test
  void aServerWithCredentialsAsksForThem() throws Exception {
    Map<Setting, String> keys =
        Map.of(
            Setting.COSMOS_KEY,
            KEY,
            Setting.COSMOS_READ_ONLY_KEY,
            READ_ONLY,
            Setting.MONGO_USER,
            "boss",
            Setting.MONGO_PASSWORD,
            "secret");
    try (RunningServer server = start(keys)) {
      create(server, KEY);
      String[] show = {"show", "shop", "carts"};
      String[] set = {"set", "shop", "carts", "-1"};
      assertThat(run(server, Map.of(), show)).isEqualTo(1);
      assertThat(err.toString()).contains("MAYFLY_COSMOS_KEY");
      assertThat(run(server, Map.of("MAYFLY_COSMOS_KEY", "d3Jvbmc="), show)).isEqualTo(1);
      Map<String, String> readOnly = Map.of("MAYFLY_COSMOS_KEY", READ_ONLY);
      assertThat(run(server, readOnly, show)).isZero();
      assertThat(run(server, readOnly, set)).isEqualTo(1);
      assertThat(err.toString()).contains("may only read");
      assertThat(run(server, Map.of("MAYFLY_COSMOS_KEY", KEY), set)).isZero();
      assertThat(run(server, user("boss", "secret"), show)).isZero();
      assertThat(run(server, user("boss", "wrong"), show)).isEqualTo(1);
      assertThat(run(server, user("nobody", "secret"), show)).isEqualTo(1);
    }
  }

  private static Map<String, String> user(String name, String password) {
    return Map.of("MAYFLY_MONGO_USER", name, "MAYFLY_MONGO_PASSWORD", password);
  }

  @Test
  void withoutAServerOneLineSaysSo() {
    int code =
        Main.commandLine(
                new EngineStores(),
                Map.of(),
                new PrintWriter(out, true),
                new PrintWriter(err, true))
            .execute("ttl", "show", "a", "b", "--admin-port", "1");
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("no server answers on 127.0.0.1:1").hasLineCount(1);
  }
}
