package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.testkit.LongTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Aggregations that hold more than the heap has: refused, while others are served. */
@Timeout(120)
@LongTest
class MongoMemoryAttackTest {
  /** What a stage may hold, and what a request or all requests may. */
  private static final List<Integer> REFUSED = List.of(292, 146);

  /** A refusal, or a result that no reply can carry. */
  private static final List<Integer> REFUSED_OR_TOO_LARGE = List.of(292, 146, 10334, 4568);

  @TempDir private static Path temporary;
  private static AttackedServer server;
  private static MongoDatabase database;
  private static MongoCollection<Document> large;
  private static MongoCollection<Document> small;

  @BeforeAll
  static void start() throws Exception {
    server = new AttackedServer(temporary);
    database = server.client().getDatabase("attacked");
    large = database.getCollection("large");
    String pad = "x".repeat(500_000);
    for (int i = 0; i < 180; i++) {
      large.insertOne(new Document("_id", i).append("pad", pad));
    }
    small = database.getCollection("small");
    List<Document> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add(
          new Document("_id", i).append("n", i * 7919 % 1_000).append("pad", "y".repeat(4_000)));
    }
    small.insertMany(rows);
  }

  @BeforeEach
  void begin() throws Exception {
    server.begin();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  /** 0 for a result, or the code of the error. */
  private static Callable<Integer> aggregation(MongoCollection<Document> on, Document... stages) {
    return () -> {
      try {
        on.aggregate(List.of(stages)).into(new ArrayList<>());
        return 0;
      } catch (MongoCommandException e) {
        return e.getErrorCode();
      }
    };
  }

  private static <T> List<T> times(int count, T each) {
    return Collections.nCopies(count, each);
  }

  @Test
  void facetOfManyBranches() throws Exception {
    Document branches = new Document();
    for (int i = 0; i < 200; i++) {
      branches.append(
          "branch" + i,
          List.of(
              Document.parse("{$limit: 1}"),
              Document.parse("{$project: {r: {$range: [0, 20000]}}}"),
              Document.parse("{$unwind: '$r'}"),
              Document.parse("{$group: {_id: '$r', n: {$sum: 1}}}")));
    }
    List<Integer> codes =
        server.attack(List.of(aggregation(small, new Document("$facet", branches))));
    assertThat(codes).allMatch(REFUSED::contains);
    server.assertMemoryIsBack();
  }

  @Test
  void commandsOfVeryManySmallValues() throws Exception {
    List<List<?>> values = Collections.nCopies(1_000_000, List.of());
    Callable<Integer> find =
        () -> {
          try {
            small.find(new Document("a", new Document("$in", values))).into(new ArrayList<>());
            return 0;
          } catch (MongoCommandException e) {
            return e.getCode();
          }
        };
    List<Integer> codes = server.attack(times(6, find));
    // 462: several such messages at once are also more than the port reads at a time.
    assertThat(codes).allMatch(code -> REFUSED.contains(code) || code == 462);
    server.assertMemoryIsBack();
  }

  @Test
  void groupsThatKeepWholeDocuments() throws Exception {
    double refusals = server.refusals();
    Document group = Document.parse("{$group: {_id: null, all: {$push: '$$ROOT'}}}");
    List<Integer> codes =
        server.attack(
            times(
                4, aggregation(large, group, Document.parse("{$project: {n: {$size: '$all'}}}"))));
    assertThat(codes).allMatch(code -> code == 0 || REFUSED.contains(code)).contains(146);
    assertThat(server.refusals()).isGreaterThan(refusals);
    server.assertMemoryIsBack();
  }

  @Test
  void setsAndSortsOfWholeDocuments() throws Exception {
    List<Callable<Integer>> attackers = new ArrayList<>();
    attackers.add(
        aggregation(
            large,
            Document.parse(
                "{$group: {_id: '$_id', a: {$addToSet: '$pad'}, b: {$first: '$pad'}}}")));
    attackers.add(aggregation(large, Document.parse("{$sort: {pad: -1, _id: 1}}")));
    attackers.add(
        aggregation(
            large,
            Document.parse(
                "{$bucketAuto: {groupBy: '$_id', buckets: 3, output: {a: {$push: '$pad'}}}}")));
    attackers.add(
        aggregation(
            large,
            Document.parse(
                "{$setWindowFields: {sortBy: {_id: 1}, output: {all: {$push: '$pad', window:"
                    + " {documents: ['unbounded', 'current']}}}}}")));
    List<Integer> codes = server.attack(attackers);
    // 43: a cursor between two batches gives way to requests that need its memory.
    assertThat(codes)
        .allMatch(code -> code == 0 || code == 43 || REFUSED_OR_TOO_LARGE.contains(code));
    server.assertMemoryIsBack();
  }

  @Test
  void openCursorsOfSortedDocuments() throws Exception {
    List<MongoCursor<Document>> open = Collections.synchronizedList(new ArrayList<>());
    Callable<Integer> opener =
        () -> {
          for (int i = 0; i < 50; i++) {
            MongoCursor<Document> cursor =
                small.find().sort(new Document("pad", 1)).batchSize(2).iterator();
            cursor.next();
            open.add(cursor);
          }
          return 0;
        };
    assertThat(server.attack(times(4, opener))).containsOnly(0);
    assertThat(server.heldBytes()).isPositive();
    for (MongoCursor<Document> each : open) {
      each.close();
    }
    server.assertMemoryIsBack();
  }

  @Test
  void lookupsThatExplode() throws Exception {
    Document[] stages =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    new Document(
                        "$lookup",
                        new Document("from", "small")
                            .append("let", new Document("x", "$_id"))
                            .append("pipeline", List.of())
                            .append("as", "all" + i)))
            .toArray(Document[]::new);
    List<Integer> codes = server.attack(times(2, aggregation(small, stages)));
    assertThat(codes).allMatch(REFUSED::contains);
    server.assertMemoryIsBack();
  }

  @Test
  void expressionsThatMakeArrays() throws Exception {
    Document[] ranges =
        IntStream.range(0, 60)
            .mapToObj(i -> Document.parse("{$set: {r" + i + ": {$range: [0, 500000]}}}"))
            .toArray(Document[]::new);
    Document[] maps =
        IntStream.range(0, 30)
            .mapToObj(
                i ->
                    Document.parse(
                        "{$set: {r"
                            + i
                            + ": {$map: {input: {$range: [0, 200000]}, in: {a: '$$this'}}}}}"))
            .toArray(Document[]::new);
    Document[] doubled =
        IntStream.range(0, 40)
            .mapToObj(i -> Document.parse("{$set: {pad: {$concatArrays: [['$pad'], ['$pad']]}}}"))
            .toArray(Document[]::new);
    List<Integer> codes =
        server.attack(
            List.of(
                aggregation(small, ranges),
                aggregation(small, maps),
                aggregation(small, ranges),
                aggregation(small, doubled)));
    assertThat(codes).allMatch(REFUSED_OR_TOO_LARGE::contains);
    server.assertMemoryIsBack();
  }
}
