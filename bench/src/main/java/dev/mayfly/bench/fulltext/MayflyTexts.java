package dev.mayfly.bench.fulltext;

import dev.mayfly.cosmos.container.ContainerJson;
import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.query.run.PageLimits;
import dev.mayfly.cosmos.query.run.QueryExecution;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The texts in a container with a time to live, searched by queries without a network between. */
final class MayflyTexts implements AutoCloseable {
  private static final String DATABASE = "bench";
  private static final String CONTAINER =
      """
      {"id":"texts","partitionKey":{"paths":["/pk"],"kind":"Hash","version":2},"defaultTtl":1000000,
       "fullTextPolicy":{"defaultLanguage":"en-US","fullTextPaths":[{"path":"/t"}]},
       "indexingPolicy":{"fullTextIndexes":[{"path":"/t"}]}}""";
  private static final int AT_ONCE = 1_000;

  private final Engine engine;
  private final Container container;
  private final MemoryPool memory = MemoryPool.ofHeap();
  private final FullTextCorpora corpora = new FullTextCorpora();
  private final PreparedQueries queries = new PreparedQueries(System::currentTimeMillis);

  private MayflyTexts(Engine engine) {
    this.engine = engine;
    engine.createDatabase(DATABASE);
    container =
        engine.createContainer(
            DATABASE, ContainerJson.create(CONTAINER.getBytes(StandardCharsets.UTF_8)));
  }

  static MayflyTexts of(Path path, List<String> texts) {
    MayflyTexts subject =
        new MayflyTexts(
            Engine.open(
                RocksDbStorage.open(path, RocksDbOptions.defaults()),
                new SystemTtlClock(),
                EngineOptions.DEFAULT));
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      writes.add(subject.write("i" + i, "p" + i % AT_ONCE, texts.get(i)));
      if (writes.size() == AT_ONCE) {
        writes.forEach(CompletableFuture::join);
        writes.clear();
      }
    }
    writes.forEach(CompletableFuture::join);
    return subject;
  }

  private CompletableFuture<?> write(String id, String key, String text) {
    BsonDocument item =
        new BsonDocument("id", new BsonString(id))
            .append("pk", new BsonString(key))
            .append("t", new BsonString(text));
    return container.submit(WriteRequest.upsert(ItemKey.of(key, id), BsonBytes.encode(item)));
  }

  /** The ids of the first texts. */
  List<String> search(List<String> terms, int top) {
    StringBuilder text = new StringBuilder("SELECT TOP @top c.id FROM c ORDER BY RANK ");
    text.append("FullTextScore(c.t");
    Map<String, Value> parameters = new HashMap<>();
    parameters.put("@top", Value.of(top));
    for (int i = 0; i < terms.size(); i++) {
      text.append(", @t").append(i);
      parameters.put("@t" + i, Value.of(terms.get(i)));
    }
    List<String> ids = new ArrayList<>();
    for (BsonValue each : query(text.append(")").toString(), new Parameters(parameters))) {
      ids.add(each.asDocument().getString("id").getValue());
    }
    return ids;
  }

  private List<BsonValue> query(String text, Parameters parameters) {
    try (PreparedQueries.Prepared query = queries.prepare(text, parameters);
        RequestMemory held = memory.open(refusal -> new IllegalStateException("too much"))) {
      query.compiled().texts().use(corpora);
      byte[] body =
          new QueryExecution(
                  container,
                  StoredItem.of(container)::document,
                  query.compiled(),
                  parameters,
                  Scope.all(container.definition().partitionKey()),
                  0,
                  null,
                  null,
                  PageLimits.items(1_000, AnswerTime.HTTP),
                  held,
                  container::beginQuery,
                  null)
              .page()
              .body();
      return Json.parse(body).getArray("Documents").getValues();
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
