package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Which index a query reads, and how few items it looks at then. */
class IndexPlanTest extends ContainerQueries {
  private static final int ITEMS = 600;
  private static final String COMPOSITE =
      "{'indexingPolicy':{'compositeIndexes':["
          + "[{'path':'/kind','order':'ascending'},{'path':'/n','order':'descending'}]]}}";

  private Container container;

  private void fill(ContainerDefinition.Builder definition) {
    container = create(definition.partitionKey("/pk"));
    for (int i = 0; i < ITEMS; i++) {
      put(
          container,
          ("{\"id\":\"%03d\",\"pk\":%d,\"n\":%d,\"kind\":\"k%d\",\"even\":%s,"
                  + "\"tags\":[\"t%d\",\"all\"],\"lines\":[{\"sku\":%d}]%s}")
              .formatted(i, i % 2 == 0 ? 0 : i, i, i % 50, i % 2 == 0, i % 100, i, rare(i)));
    }
  }

  private static String rare(int i) {
    return i % 200 == 7 ? ",\"rare\":null" : "";
  }

  private void fill() {
    fill(named("c"));
  }

  private Pages ready(String query, long pageItems) {
    results(container, query, pageItems);
    engine.background().catchUp();
    return pages(container, query, pageItems);
  }

  private static List<String> used(Pages pages) {
    List<String> used = new java.util.ArrayList<>();
    used.addAll(IndexNames.of(pages.last.indexes().indexes(), false));
    used.addAll(IndexNames.of(pages.last.indexes().indexes(), true));
    return used;
  }

  private void assertReads(String query, int results, int items, String... indexes) {
    Pages pages = ready(query, 100);
    assertThat(pages.next()).as(query).hasSize(results);
    assertThat(pages.last.retrieved()).as(query).isEqualTo(items);
    assertThat(used(pages)).as(query).containsExactly(indexes);
  }

  @Test
  void onlyWhatTheIndexNamesIsRead() {
    fill();
    assertReads("SELECT * FROM c WHERE c.kind = 'k7'", 12, 12, "/kind/?");
    assertReads("SELECT * FROM c WHERE 'k7' = c.kind AND c.n > 100", 10, 12, "/kind/?");
    assertReads("SELECT * FROM c WHERE c.n > 100 AND c.n <= 130", 30, 30, "/n/?");
    assertReads("SELECT * FROM c WHERE c.n BETWEEN 5 AND 9", 5, 5, "/n/?");
    assertReads("SELECT * FROM c WHERE c.n IN (3, 3.0, 5, 'x')", 2, 2, "/n/?");
    assertReads("SELECT * FROM c WHERE c.n = 3 OR c.n > 598", 2, 2, "/n/?");
    assertReads("SELECT * FROM c WHERE c.n = 3 OR c.kind = 'k3'", 12, 12, "/kind/?", "/n/?");
    assertReads("SELECT * FROM c WHERE STARTSWITH(c.kind, 'k49')", 12, 12, "/kind/?");
    assertReads("SELECT * FROM c WHERE c.kind LIKE 'k4_' AND c.n < 45", 5, 45, "/n/?");
    assertReads("SELECT * FROM c WHERE IS_DEFINED(c.rare)", 3, 3, "/rare/?");
    assertReads("SELECT * FROM c WHERE c.rare = null", 3, 3, "/rare/?");
    assertReads("SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, 't5')", 6, 6, "/tags/[]/?");
    assertReads(
        "SELECT * FROM c WHERE ARRAY_CONTAINS(c.lines, {'sku': 5}, true)", 1, 1, "/lines/sku/[]/?");
    assertReads(
        "SELECT * FROM c WHERE EXISTS(SELECT 1 FROM l IN c.lines WHERE l.sku = 9)",
        1,
        1,
        "/lines/sku/[]/?");
    assertReads("SELECT VALUE l FROM c JOIN l IN c.lines WHERE l.sku < 3", 3, 3, "/lines/sku/[]/?");
    assertReads("SELECT VALUE MAX(c.n) FROM c WHERE c.kind = 'k7'", 1, 12, "/kind/?");
  }

  @Test
  void itemsAreCountedWithoutALookAtThem() {
    fill();
    assertReads("SELECT VALUE COUNT(1) FROM c WHERE c.kind = 'k7'", 1, 0, "/kind/?");
    assertReads("SELECT VALUE COUNT(1) FROM c WHERE c.n > 10 AND c.n < 500", 1, 0, "/n/?");
    assertThat(results(container, "SELECT VALUE COUNT(1) FROM c WHERE c.n IN (1, 5, 1.0)", 1))
        .containsExactly("2");
    assertThat(results(container, "SELECT COUNT(1) AS a, COUNT(2) AS b FROM c WHERE c.even", 1))
        .containsExactly("{\"a\":300,\"b\":300}");
    assertReads("SELECT VALUE COUNT(1) FROM c WHERE c.n < 9 AND c.id != '003'", 1, 9, "/n/?");
    assertReads("SELECT VALUE COUNT(1) FROM c WHERE c.kind LIKE 'k4_9%'", 1, 132, "/kind/?");
    // EXISTS needs a row too, and a defined result of it.
    for (String rows : List.of("1 FROM l IN c.absent", "VALUE c.absent FROM l IN c.lines")) {
      String count =
          "SELECT VALUE COUNT(1) FROM c WHERE EXISTS(SELECT " + rows + " WHERE c.kind = 'k7')";
      assertThat(results(container, count, 1)).as(rows).containsExactly("0");
    }
    // Where the orders of texts differ, the keys of a range are more than what it means.
    for (String condition : List.of("BETWEEN 'k😀' AND 'kz'", ">= 'k😀'", "IN ('k😀')")) {
      String count = "SELECT VALUE COUNT(1) FROM c WHERE c.kind " + condition;
      assertThat(results(container, count, 1)).as(condition).containsExactly("0");
    }
  }

  @Test
  void aLongCountResumesAlsoIfTheIndexGoes() {
    fill();
    String query = "SELECT VALUE COUNT(1) FROM c WHERE c.n IN (1, 2, 3, 500)";
    ready(query, 1);
    Pages pages =
        new Pages(
            container,
            query,
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            new PageLimits(1, System.nanoTime(), 0, TimeUnit.MINUTES.toNanos(1)));
    assertThat(pages.next()).isEmpty();
    assertThat(pages.token).isNotNull();
    change(
        container,
        definition ->
            definition.indexing(
                new IndexingPolicy(IndexingPolicy.Mode.CONSISTENT, List.of(), List.of("/*"))));
    assertThat(texts(pages.all())).containsExactly("4");
  }

  @Test
  void whatHasMostItemsIsScanned() {
    fill();
    Pages half = ready("SELECT VALUE MAX(c.n) FROM c WHERE c.even", 100);
    half.next();
    assertThat(half.last.retrieved()).isEqualTo(ITEMS);
    assertThat(used(half)).isEmpty();
  }

  @Test
  void anOrderedWalkEndsWithItsPage() {
    fill();
    assertReads("SELECT TOP 10 * FROM c ORDER BY c.n", 10, 11, "/n/?");
    assertReads("SELECT TOP 10 * FROM c ORDER BY c.n DESC", 10, 11, "/n/?");
    assertReads("SELECT * FROM c ORDER BY c.n OFFSET 20 LIMIT 10", 10, 31, "/n/?");
    assertReads("SELECT TOP 5 * FROM c WHERE c.n >= 300 ORDER BY c.n", 5, 6, "/n/?");
    assertReads("SELECT TOP 5 * FROM c WHERE c.n < 300 ORDER BY c.n DESC", 5, 6, "/n/?");
  }

  @Test
  void compositeIndexesServeEqualityWithARangeOrAnOrder() {
    fill(named("c").opaque(new BsonDocument("cosmos", BsonDocument.parse(COMPOSITE))));
    String both = "/kind ASC, /n DESC";
    assertReads("SELECT * FROM c WHERE c.kind = 'k7' AND c.n > 500", 2, 2, both);
    assertReads("SELECT * FROM c WHERE c.kind IN ('k7', 'k8') AND c.n = 58", 1, 1, both);
    assertReads("SELECT TOP 3 * FROM c WHERE c.kind = 'k7' ORDER BY c.n", 3, 4, both);
    assertReads("SELECT TOP 3 * FROM c ORDER BY c.kind, c.n DESC", 3, 13, both);
  }

  @Test
  void aQueryResumesAsItBegan() {
    fill();
    String query = "SELECT VALUE c.id FROM c WHERE c.kind = 'k7'";
    Pages scanned = pages(container, query, 5);
    scanned.next();
    assertThat(used(scanned)).isEmpty();
    engine.background().catchUp();
    Pages indexed = pages(container, query, 5);
    indexed.next();
    assertThat(used(indexed)).containsExactly("/kind/?");
    assertThat(scanned.all()).hasSize(7);
    assertThat(used(scanned)).isEmpty();
    assertThat(indexed.all()).hasSize(7);
    assertThat(used(indexed)).containsExactly("/kind/?");
  }

  @Test
  void whatThePolicyExcludesIsScanned() {
    fill(
        named("c")
            .indexing(
                new IndexingPolicy(
                    IndexingPolicy.Mode.CONSISTENT, List.of("/*"), List.of("/kind/?"))));
    Pages pages = ready("SELECT * FROM c WHERE c.kind = 'k7'", 100);
    assertThat(pages.next()).hasSize(12);
    assertThat(pages.last.retrieved()).isEqualTo(ITEMS);
    assertThat(container.indexes()).isEmpty();
  }

  private Pages inPartition(String query, int partition) {
    PartitionKeyDefinition definition = container.definition().partitionKey();
    PartitionKey key = new PartitionKey(List.of(new PartitionKeyComponent.Numeric(partition)));
    Scope scope = new Scope(definition, EpkRange.of(definition, key), key, 0);
    return new Pages(
        container, query, Parameters.NONE, scope, PageLimits.items(100, AnswerTime.HTTP));
  }

  @Test
  void aSmallPartitionIsScannedAndALargeOneIsNot() {
    fill();
    String query = "SELECT * FROM c WHERE c.kind = 'k8'";
    ready(query, 100);
    Pages small = inPartition(query, 1);
    assertThat(small.next()).isEmpty();
    assertThat(small.last.retrieved()).isEqualTo(1);
    assertThat(used(small)).isEmpty();
    Pages large = inPartition(query, 0);
    assertThat(large.next()).hasSize(12);
    assertThat(large.last.retrieved()).isEqualTo(12);
    assertThat(used(large)).containsExactly("/kind/?");
    Pages range = inPartition("SELECT * FROM c WHERE c.n < 20", 0);
    assertThat(range.next()).hasSize(10);
    assertThat(used(range)).isEmpty();
  }

  @Test
  void anIndexCostsLess() {
    fill();
    String query = "SELECT * FROM c WHERE c.kind = 'k7'";
    Pages scanned = pages(container, query, 100);
    scanned.next();
    Pages indexed = ready(query, 100);
    indexed.next();
    assertThat(indexed.last.chargeCentiRu() * 10).isLessThan(scanned.last.chargeCentiRu());
  }
}
