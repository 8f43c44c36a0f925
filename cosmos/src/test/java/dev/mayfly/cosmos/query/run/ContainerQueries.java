package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.testkit.suite.EngineFixture;
import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.MemoryStores;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Queries over containers of an engine in memory whose clock stands still. */
abstract class ContainerQueries extends EngineFixture {
  static final int CHECK = 7;
  private static final MemoryPool MEMORY = MemoryPool.ofHeap();

  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }

  /** Writes an item; its id and partition key are in the JSON. */
  static void put(Container container, String json) {
    BsonDocument document = Json.parse(json.getBytes(StandardCharsets.UTF_8));
    byte[] body = BsonBytes.encode(document);
    PartitionKey key = PartitionKey.fromBody(container.definition().partitionKey(), body);
    container.upsert(new ItemKey(key, ItemId.of(document.getString("id").getValue())), body);
  }

  /** Puts a query to a container, page by page. */
  static final class Pages {
    private final Container container;
    private final CompiledQuery query;
    private final Parameters parameters;
    private final Scope scope;
    private final PageLimits limits;
    MemoryPool pool = MEMORY;
    Runnable onItem = () -> {};
    String token;
    QueryPage last;

    Pages(Container container, String text, Parameters parameters, Scope scope, PageLimits limits) {
      this.container = container;
      this.parameters = parameters;
      this.query = QueryCompiler.compile(QueryParser.query(text), parameters);
      this.scope = scope;
      this.limits = limits;
    }

    CompiledQuery query() {
      return query;
    }

    /** The results of the next page. */
    List<BsonValue> next() {
      try (RequestMemory memory =
          pool.open(refusal -> new IllegalStateException("too much: " + refusal))) {
        last = page(memory);
      }
      assertThat(pool.reservedBytes()).isZero();
      token = last.token();
      return Json.parse(last.body()).getArray("Documents").getValues();
    }

    private QueryPage page(RequestMemory memory) {
      return new QueryExecution(
              container,
              item -> {
                onItem.run();
                return StoredItem.of(container).document(item);
              },
              query,
              parameters,
              scope,
              CHECK,
              token,
              null,
              limits,
              memory,
              container::beginQuery,
              null)
          .page();
    }

    /** The results of all pages that are left. */
    List<BsonValue> all() {
      List<BsonValue> results = new ArrayList<>();
      do {
        results.addAll(next());
      } while (token != null);
      return results;
    }
  }

  static Pages pages(Container container, String text, long pageItems) {
    return new Pages(
        container,
        text,
        Parameters.NONE,
        Scope.all(container.definition().partitionKey()),
        PageLimits.items(pageItems, AnswerTime.HTTP));
  }

  static List<String> results(Container container, String text, long pageItems) {
    return texts(pages(container, text, pageItems).all());
  }

  /** Values as JSON. */
  static List<String> texts(List<BsonValue> values) {
    List<String> texts = new ArrayList<>();
    for (BsonValue value : values) {
      String wrapped = new String(Json.bytes(new BsonDocument("v", value)), StandardCharsets.UTF_8);
      texts.add(wrapped.substring("{\"v\":".length(), wrapped.length() - 1));
    }
    return texts;
  }
}
