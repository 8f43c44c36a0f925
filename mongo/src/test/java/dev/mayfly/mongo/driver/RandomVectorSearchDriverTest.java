package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.SearchIndexType;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.Hold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random searches beside a model that knows all vectors, while documents are written and die. */
class RandomVectorSearchDriverTest {
  private static final int DIMENSIONS = 12;
  private static final int DOCUMENTS = 2_500;
  private static final int CENTERS = 30;
  private static final double RECALL_MIN = 0.95;

  private final Random random = Seeds.random(RandomVectorSearchDriverTest.class);
  private final double[][] centers = new double[CENTERS][];
  private final Map<Integer, Known> model = new HashMap<>();
  private MongoCollection<Document> collection;
  private long second;

  /** A document as the model knows it. */
  private record Known(double[] vector, int n, long diesAt) {}

  private record Scored(int id, double score) {}

  private double[] vector() {
    double[] vector = centers[random.nextInt(CENTERS)].clone();
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] += 0.3 * random.nextGaussian();
    }
    return vector;
  }

  private Document make(int id) {
    int ttl = 1 + random.nextInt(40);
    Known known = new Known(vector(), random.nextInt(50), second + ttl);
    model.put(id, known);
    return new Document("_id", id)
        .append("v", DoubleStream.of(known.vector()).boxed().toList())
        .append("n", known.n())
        .append("ttl", ttl);
  }

  private static double score(String similarity, double[] left, double[] right) {
    double dot = 0;
    double distance = 0;
    double lengths = 0;
    double others = 0;
    for (int i = 0; i < left.length; i++) {
      dot += left[i] * right[i];
      distance += Math.pow(left[i] - right[i], 2);
      lengths += left[i] * left[i];
      others += right[i] * right[i];
    }
    return switch (similarity) {
      case "cosine" -> (1 + dot / Math.sqrt(lengths) / Math.sqrt(others)) / 2;
      case "dotProduct" -> (1 + dot) / 2;
      default -> 1 / (1 + Math.sqrt(distance));
    };
  }

  private List<Scored> expected(String similarity, double[] target, int below, int limit) {
    List<Scored> all = new ArrayList<>();
    model.forEach(
        (id, known) -> {
          if (known.diesAt() > second && known.n() < below) {
            all.add(new Scored(id, score(similarity, target, known.vector())));
          }
        });
    all.sort(Comparator.comparingDouble(Scored::score).reversed());
    return all.subList(0, Math.min(limit, all.size()));
  }

  private List<Scored> found(double[] target, int below, int limit, Integer candidates) {
    Document search =
        new Document("index", "i")
            .append("path", "v")
            .append("queryVector", DoubleStream.of(target).boxed().toList())
            .append("limit", limit);
    if (below < 50) {
      search.append("filter", new Document("n", new Document("$lt", below)));
    }
    search.append(
        candidates == null ? "exact" : "numCandidates", candidates == null ? true : candidates);
    List<Scored> found = new ArrayList<>();
    collection
        .aggregate(
            List.of(
                new Document("$vectorSearch", search),
                new Document(
                    "$project", new Document("s", new Document("$meta", "vectorSearchScore")))))
        .forEach(each -> found.add(new Scored(each.getInteger("_id"), each.getDouble("s"))));
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"cosine", "dotProduct", "euclidean"})
  void aSearchFindsWhatTheModelKnows(String similarity) {
    Arrays.setAll(centers, i -> random.doubles(DIMENSIONS, -1, 1).toArray());
    try (DriverServer server = DriverServer.inMemory(options -> options)) {
      collection = server.client().getDatabase("d").getCollection("c");
      collection.createIndex(
          new Document("_ts", 1), new IndexOptions().expireAfter(1000L, TimeUnit.SECONDS));
      second = server.clock().epochSecond();
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        documents.add(make(i));
      }
      collection.insertMany(documents);
      Document definition = VectorSearchDriverTest.definition(similarity, DIMENSIONS);
      collection.createSearchIndexes(
          List.of(new SearchIndexModel("i", definition, SearchIndexType.vectorSearch())));
      Await.until(
          "the graph",
          () -> collection.listSearchIndexes().first().getString("status").equals("READY"));
      int wanted = 0;
      int hits = 0;
      for (int round = 0; round < 30; round++) {
        change(server, round);
        double[] target = vector();
        int below = random.nextInt(4) == 0 ? 1 + random.nextInt(10) : 50;
        List<Scored> expected = expected(similarity, target, below, 10);
        assertThat(found(target, below, 10, null))
            .hasSize(expected.size())
            .satisfies(
                exact -> {
                  for (int i = 0; i < exact.size(); i++) {
                    assertThat(exact.get(i).score())
                        .isCloseTo(expected.get(i).score(), within(1e-9));
                  }
                });
        List<Scored> approximate = found(target, below, 10, 100);
        assertThat(approximate).hasSize(expected.size());
        Set<Integer> ids = new HashSet<>();
        for (Scored each : approximate) {
          Known known = model.get(each.id());
          assertThat(known).isNotNull();
          assertThat(known.diesAt()).isGreaterThan(second);
          assertThat(each.score())
              .isCloseTo(score(similarity, target, known.vector()), within(1e-9));
          ids.add(each.id());
        }
        wanted += expected.size();
        hits += (int) expected.stream().filter(each -> ids.contains(each.id())).count();
      }
      assertThat((double) hits / wanted).as("recall").isGreaterThanOrEqualTo(RECALL_MIN);
    }
  }

  private void change(DriverServer server, int round) {
    switch (random.nextInt(4)) {
      case 0 -> {
        server.clock().advance(1);
        second = server.clock().epochSecond();
      }
      case 1 -> {
        int gone = random.nextInt(DOCUMENTS);
        collection.deleteOne(Filters.eq(gone));
        model.remove(gone);
      }
      default -> {
        for (int i = 0; i < 40; i++) {
          int id = random.nextInt(DOCUMENTS + 50 * round);
          Document changed = make(id);
          collection.deleteOne(Filters.eq(id));
          collection.insertOne(changed);
        }
      }
    }
  }

  /** Of the command before, on the only connection. */
  private static double lastCharge(DriverServer server) {
    return server
        .client()
        .getDatabase("d")
        .runCommand(new Document("getLastRequestStatistics", 1))
        .getDouble("RequestCharge");
  }

  /** The build is held at its first page, and shown wherever builds are. */
  @Test
  void aBuildIsShown() {
    Arrays.setAll(centers, i -> random.doubles(DIMENSIONS, -1, 1).toArray());
    StoppingStorage storage = new StoppingStorage();
    try (DriverServer server = DriverServer.over(storage)) {
      collection = server.client().getDatabase("d").getCollection("c");
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        documents.add(make(i));
      }
      collection.insertMany(documents);
      Hold hold = storage.stopIn("VectorIndex.follow");
      collection.createSearchIndexes(
          List.of(
              new SearchIndexModel(
                  "i",
                  VectorSearchDriverTest.definition("cosine", DIMENSIONS),
                  SearchIndexType.vectorSearch())));
      hold.awaitReached();
      assertThat(collection.listSearchIndexes().first())
          .containsEntry("status", "BUILDING")
          .containsEntry("queryable", true);
      List<Document> operations =
          server
              .client()
              .getDatabase("admin")
              .runCommand(new Document("currentOp", 1))
              .getList("inprog", Document.class);
      assertThat(operations)
          .filteredOn(each -> "IndexBuild".equals(each.getString("desc")))
          .singleElement()
          .satisfies(
              build -> {
                assertThat(build.getString("ns")).isEqualTo("d.c");
                assertThat(build.get("command").toString())
                    .contains("createSearchIndexes", "name=i");
                assertThat(build.getString("msg")).endsWith("0/2500 0%");
                assertThat(build.get("progress", Document.class)).containsEntry("total", 2500L);
              });
      assertThat(server.engine().container("d", "c").builds()).hasSize(1);
      double[] target = vector();
      List<Scored> during = found(target, 50, 10, 100);
      assertThat(during).isEqualTo(found(target, 50, 10, null));
      double scan = lastCharge(server);
      hold.release();
      Await.until(
          "the graph",
          () -> collection.listSearchIndexes().first().getString("status").equals("READY"));
      assertThat(server.engine().container("d", "c").builds()).isEmpty();
      assertThat(found(target, 50, 10, 100)).hasSize(10);
      assertThat(lastCharge(server)).as("the charge with the graph").isLessThan(scan / 10);
      collection.dropSearchIndex("i");
    }
  }
}
