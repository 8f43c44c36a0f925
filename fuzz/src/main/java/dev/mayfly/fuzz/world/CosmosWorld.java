package dev.mayfly.fuzz.world;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.fuzz.world.HttpConnection.Answer;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.bson.BsonDocument;

/**
 * The Cosmos DB front end over storage in memory, with the same items in a container with indexes
 * and in one without. It can be put back to where it began.
 */
public final class CosmosWorld {
  /** The path of the container with indexes. */
  public static final String INDEXED = "/dbs/db/colls/items";

  /** The path of the container with the same items, whose indexes are never built. */
  public static final String PLAIN = "/dbs/db/colls/plain";

  private static final int CLEAN_RESETS_MAX = 2000;

  private static final List<String> ITEMS =
      List.of(
          "{'id':'1','pk':'p','a':1,'b':'x','c':[1,2,3],'d':{'e':1,'f':'u'},'n':null}",
          "{'id':'2','pk':'p','a':2.5,'b':'X','c':[],'d':{'e':2},'t':true}",
          "{'id':'3','pk':'p','a':'s','b':'','c':[{'k':1},{'k':2}],'d':{'e':null}}",
          "{'id':'4','pk':'q','a':null,'b':'abc','c':['x','y'],'l':[1,[2]]}",
          "{'id':'5','pk':'q','a':-7,'b':'ab%_c','c':{'z':1},'d':[]}",
          "{'id':'6','pk':'q','b':'\u00e9\ud83d\ude00','c':[null,true],'d':{'e':1e300}}",
          "{'id':'7','pk':'r','a':9007199254740991,'b':'2024-01-01T00:00:00Z','t':false}",
          "{'id':'8','pk':'r','a':[1],'g':{'type':'Point','coordinates':[1.5,2.5]},'ttl':1000}");

  /** Each makes the planner ask for an index. */
  private static final List<String> WARM_UP =
      List.of(
          "SELECT * FROM c WHERE c.a = 1",
          "SELECT * FROM c WHERE c.b > 'a'",
          "SELECT * FROM c WHERE c.d.e = 1",
          "SELECT * FROM c WHERE ARRAY_CONTAINS(c.c, 1)",
          "SELECT c.id FROM c JOIN x IN c.c WHERE x.k = 1",
          "SELECT * FROM c WHERE c.t = true",
          "SELECT * FROM c ORDER BY c.a",
          "SELECT * FROM c ORDER BY c.b DESC",
          "SELECT * FROM c ORDER BY c.a, c.b");

  private static final String DEFINITION =
      "{'id':'%s','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2},'defaultTtl':-1,"
          + "'indexingPolicy':{'compositeIndexes':[[{'path':'/a'},{'path':'/b'}]]}}";

  private Engine engine;
  private CosmosServer server;
  private HttpConnection connection;
  private SSLContext tls;
  private int resets;

  public CosmosWorld() {
    build();
  }

  private void build() {
    LoggedFailures.forget();
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.frozenAt(Signature.NOW.getEpochSecond()),
            EngineOptions.DEFAULT.withoutBackground());
    try {
      server =
          CosmosServer.start(
              engine, CosmosOptions.defaults().withWallClock(InstantSource.fixed(Signature.NOW)));
      connection = connect();
      tls = FrameConnection.trusting(server.certificate().identity().join().chain().get(0));
    } catch (IOException e) {
      throw new IllegalStateException("the server does not start", e);
    }
    resets = 0;
    fill();
  }

  private void fill() {
    require("POST", "/dbs", "{'id':'db'}");
    for (String container : List.of(INDEXED, PLAIN)) {
      String name = container.substring(container.lastIndexOf('/') + 1);
      require("POST", "/dbs/db/colls", String.format(DEFINITION, name));
      ITEMS.forEach(item -> put(engine.container("db", name), json(item)));
    }
    for (String query : WARM_UP) {
      requireSuccess(query(INDEXED, query, Map.of("x-ms-max-item-count", "100")), query);
    }
    engine.background().catchUp();
  }

  /** Straight into the engine, which is many times faster than by requests. */
  private static void put(Container container, String json) {
    BsonDocument item = Json.parse(json.getBytes(UTF_8));
    byte[] body = BsonBytes.encode(item);
    PartitionKey key = PartitionKey.fromBody(container.definition().partitionKey(), body);
    container.upsert(new ItemKey(key, ItemId.of(item.getString("id").getValue())), body);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private void require(String method, String path, String body) {
    requireSuccess(ask(method, path, Map.of(), json(body).getBytes(UTF_8)), path);
  }

  private static void requireSuccess(Answer answer, String what) {
    if (answer.status() / 100 != 2) {
      throw new IllegalStateException(
          what + " was answered with " + answer.status() + new String(answer.body(), UTF_8));
    }
  }

  /** Puts back what inputs may have changed. */
  public void reset() {
    if (++resets >= CLEAN_RESETS_MAX) {
      connection.close();
      server.close();
      engine.close();
      build();
      return;
    }
    List<String> names = new ArrayList<>();
    for (Database database : engine.databases()) {
      names.add(database.name());
    }
    names.forEach(engine::deleteDatabase);
    fill();
  }

  /** A new connection to the port of direct mode. */
  public FrameConnection connectDirect() throws IOException {
    return new FrameConnection(server.directPort().getAsInt(), tls);
  }

  /** A new connection to the port. */
  public HttpConnection connect() throws IOException {
    return new HttpConnection(server.port());
  }

  /** Sends a signed request on the connection that all inputs share. */
  public Answer ask(String method, String path, Map<String, String> headers, byte[] body) {
    return ask(Signature.header(method, path), method, path, headers, body);
  }

  /** Sends a request with that authorization. */
  public Answer ask(
      String authorization, String method, String path, Map<String, String> headers, byte[] body) {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nhost: localhost\r\n");
    head.append("x-ms-date: ").append(Signature.DATE).append("\r\n");
    head.append("authorization: ").append(authorization).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("content-length: ").append(body.length).append("\r\n\r\n");
    try {
      connection.send(head.toString().getBytes(ISO_8859_1));
      connection.send(body);
      Answer answer = connection.read();
      if ("close".equalsIgnoreCase(answer.headers().get("connection"))) {
        reconnect();
      }
      return answer;
    } catch (IOException e) {
      try {
        reconnect();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw new AssertionError("the server did not answer " + method + " " + path, e);
    }
  }

  private void reconnect() throws IOException {
    connection.close();
    connection = connect();
  }

  /** Sends a query over all partitions of a container. */
  public Answer query(String container, String text, Map<String, String> more) {
    Map<String, String> headers = new TreeMap<>(more);
    headers.put("x-ms-documentdb-isquery", "True");
    headers.put("x-ms-documentdb-query-enablecrosspartition", "True");
    headers.put("content-type", "application/query+json");
    return ask("POST", container + "/docs", headers, QueryBody.of(text));
  }
}
