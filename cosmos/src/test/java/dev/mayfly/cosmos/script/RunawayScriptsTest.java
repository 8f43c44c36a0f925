package dev.mayfly.cosmos.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.storage.MemoryStorage;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scripts that use up all they can, through the whole server. */
@LongTest
class RunawayScriptsTest {
  private static final String CONTAINER = "/dbs/d/colls/c";
  private static final int RUNAWAYS = 32;

  private final MovableClock clock = MovableClock.fromWallClock();
  private Engine engine;
  private CosmosServer server;

  @BeforeEach
  void start() throws Exception {
    engine = Engine.open(new MemoryStorage(), clock, EngineOptions.DEFAULT);
    server = CosmosServer.start(engine, CosmosOptions.defaults());
    assertThat(send("POST", "/dbs", "{\"id\":\"d\"}").status()).isEqualTo(201);
    String definition =
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},\"defaultTtl\":-1}";
    assertThat(send("POST", "/dbs/d/colls", definition).status()).isEqualTo(201);
    create("a");
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private CompletableFuture<Response> call(String method, String path, String body) {
    HttpHeaders headers = new DefaultHttpHeaders();
    headers.set("x-ms-documentdb-partitionkey", "[\"p\"]");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return server.call(
        new Request(method, path, "http", "localhost", headers, bytes, "activity"), false);
  }

  private Response send(String method, String path, String body) throws Exception {
    return call(method, path, body).get(120, TimeUnit.SECONDS);
  }

  private void create(String id) throws Exception {
    String item = "{\"id\":\"" + id + "\",\"pk\":\"p\"}";
    assertThat(send("POST", CONTAINER + "/docs", item).status()).isEqualTo(201);
  }

  private void procedure(String id, String body) throws Exception {
    String json = "{\"id\":\"" + id + "\",\"body\":" + ScriptRunner.quoted(body) + "}";
    assertThat(send("POST", CONTAINER + "/sprocs", json).status()).isEqualTo(201);
  }

  private Response execute(String id) throws Exception {
    return send("POST", CONTAINER + "/sprocs/" + id, "[]");
  }

  @Test
  void manyAtOnceLeavePointReadsServed() throws Exception {
    procedure("fine", "() => __.response.setBody('fine')");
    assertThat(text(execute("fine"))).isEqualTo("\"fine\"");
    procedure(
        "loop",
        "function (id) { __.createDocument(__.getSelfLink(), {id: id, pk: 'p'});"
            + " while (true) {} }");
    List<CompletableFuture<Response>> runaways = new ArrayList<>();
    for (int i = 0; i < RUNAWAYS; i++) {
      runaways.add(call("POST", CONTAINER + "/sprocs/loop", "[\"never" + i + "\"]"));
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(runaways.toArray(CompletableFuture[]::new));
    int reads = 0;
    long slowest = 0;
    while (!all.isDone()) {
      long started = System.nanoTime();
      assertThat(send("GET", CONTAINER + "/docs/a", "").status()).isEqualTo(200);
      slowest = Math.max(slowest, System.nanoTime() - started);
      reads++;
    }
    System.out.printf(
        "%d reads beside %d runaway scripts, the slowest took %d ms%n",
        reads, RUNAWAYS, TimeUnit.NANOSECONDS.toMillis(slowest));
    assertThat(reads).isGreaterThan(1000);
    assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofSeconds(2));
    assertThat(runaways).extracting(each -> each.join().status()).containsOnly(408, 503);
    assertThat(runaways).extracting(each -> each.join().status()).contains(408);
    assertThat(text(execute("fine"))).isEqualTo("\"fine\"");
    assertThat(engine.openTransactions()).isZero();
    assertThat(engine.container("d", "c").count()).isEqualTo(1);
  }

  @Test
  void memoryBombsEndAlone() throws Exception {
    procedure("bomb", "function () { const a = []; while (true) a.push(new Array(1000)); }");
    procedure("from", "function () { Array.from({length: 1e9}); }");
    procedure("fine", "() => __.response.setBody('fine')");
    assertThat(execute("bomb").status()).isIn(403, 408);
    assertThat(execute("from").status()).isIn(403, 408);
    assertThat(text(execute("fine"))).isEqualTo("\"fine\"");
  }

  /** An item that dies while a script runs is gone for its next call, and its write is refused. */
  @Test
  void whatDiesDuringAScriptIsGoneForIt() throws Exception {
    String item = "{\"id\":\"dying\",\"pk\":\"p\",\"ttl\":10}";
    assertThat(send("POST", CONTAINER + "/docs", item).status()).isEqualTo(201);
    procedure("fine", "() => 1");
    execute("fine");
    procedure(
        "watch",
        """
        function () {
          function again() {
            __.readDocument(__.getAltLink() + '/docs/dying', (e) => {
              if (!e) return again();
              __.createDocument(__.getSelfLink(), {id: 'dying', pk: 'p', again: true});
              __.response.setBody(e.number);
            });
          }
          again();
        }\
        """);
    CompletableFuture<Response> watching = call("POST", CONTAINER + "/sprocs/watch", "[]");
    Await.until("a script that runs", () -> engine.openTransactions() == 1);
    clock.advance(10);
    Response seen = watching.get(60, TimeUnit.SECONDS);
    assertThat(text(seen)).isEqualTo("404");
    engine.container("d", "c").maintenance().purge(100);
    assertThat(text(send("GET", CONTAINER + "/docs/dying", ""))).contains("\"again\":true");
  }

  private static String text(Response response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
