package dev.mayfly.bench.vector;

import dev.mayfly.cosmos.container.ContainerJson;
import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.run.PageLimits;
import dev.mayfly.cosmos.query.run.QueryExecution;
import dev.mayfly.cosmos.query.run.QueryPage;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import dev.mayfly.vector.DistanceFunction;
import dev.mayfly.vector.VectorField;
import dev.mayfly.vector.VectorIndexes;
import dev.mayfly.vector.VectorSnapshot;
import dev.mayfly.vector.VectorSpace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Items with vectors in an engine on disk, and queries as the endpoint runs them. */
final class MayflySubject implements AutoCloseable {
  private static final String DATABASE = "bench";
  private static final long SPACE_BYTES = 16L << 30;
  private static final int CHECK = 1;

  private final Engine engine;
  private final Container container;
  private final VectorIndexes indexes;
  private final VectorField field;
  private final MemoryPool memory = MemoryPool.ofHeap();
  private final PreparedQueries queries = new PreparedQueries(() -> 0);

  MayflySubject(Path directory, MovableClock clock, int dimensions) throws Exception {
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
    engine =
        Engine.open(
            RocksDbStorage.open(directory.resolve("store"), options), clock, EngineOptions.DEFAULT);
    engine.background().pause();
    engine.createDatabase(DATABASE);
    String definition =
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},"
            + "\"defaultTtl\":-1,\"vectorEmbeddingPolicy\":{\"vectorEmbeddings\":[{\"path\":\"/v\","
            + "\"dataType\":\"float32\",\"distanceFunction\":\"cosine\",\"dimensions\":"
            + dimensions
            + "}]},\"indexingPolicy\":{\"vectorIndexes\":"
            + "[{\"path\":\"/v\",\"type\":\"diskANN\"}]}}";
    container =
        engine.createContainer(
            DATABASE, ContainerJson.create(definition.getBytes(StandardCharsets.UTF_8)));
    field = new VectorField(FieldPath.ofSlashed("/v"), dimensions, DistanceFunction.COSINE);
    indexes = new VectorIndexes(VectorSpace.in(directory.resolve("vectors"), SPACE_BYTES));
  }

  /** Writes an item that lives so many seconds; -1 for ever. */
  void write(int number, float[] vector, int ttlSeconds) {
    BsonArray elements = new BsonArray();
    for (float element : vector) {
      elements.add(new BsonDouble(element));
    }
    String id = Integer.toString(number);
    BsonDocument document =
        new BsonDocument("id", new BsonString(id))
            .append("pk", new BsonString(id))
            .append("ttl", new BsonInt32(ttlSeconds))
            .append("v", elements);
    ItemKey key = new ItemKey(PartitionKey.of(id), ItemId.of(id));
    container.write(WriteRequest.upsert(key, BsonBytes.encode(document)));
  }

  /** Waits until the index has all items. */
  void build() throws InterruptedException {
    while (!indexes.isCurrent(container, field)) {
      VectorSnapshot index = indexes.open(container, field);
      if (index != null) {
        index.close();
      }
      Thread.sleep(10);
    }
  }

  /** The numbers of the nearest items. */
  List<Integer> search(float[] target, int count, boolean exact) {
    List<Value> elements = new ArrayList<>(target.length);
    for (float element : target) {
      elements.add(Value.of((double) element));
    }
    Parameters parameters = new Parameters(Map.of("@v", Value.of(elements)));
    String text =
        "SELECT TOP "
            + count
            + " VALUE c.id FROM c ORDER BY VectorDistance(c.v, @v, "
            + exact
            + ")";
    List<Integer> numbers = new ArrayList<>(count);
    try (PreparedQueries.Prepared query =
            queries.prepare(text, parameters, container.definition());
        RequestMemory held = memory.open(refusal -> new IllegalStateException("no memory"))) {
      QueryPage page =
          new QueryExecution(
                  container,
                  StoredItem.of(container)::document,
                  query.compiled(),
                  parameters,
                  Scope.all(container.definition().partitionKey()),
                  CHECK,
                  null,
                  null,
                  PageLimits.items(count, AnswerTime.HTTP),
                  held,
                  container::beginQuery,
                  indexes)
              .page();
      for (BsonValue id : Json.parse(page.body()).getArray("Documents")) {
        numbers.add(Integer.parseInt(id.asString().getValue()));
      }
    }
    return numbers;
  }

  @Override
  public void close() {
    indexes.close();
    engine.close();
  }
}
