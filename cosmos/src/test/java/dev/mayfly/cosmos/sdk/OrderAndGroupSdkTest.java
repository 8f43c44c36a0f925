package dev.mayfly.cosmos.sdk;

import static java.util.Comparator.comparing;
import static java.util.Comparator.nullsFirst;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ORDER BY, DISTINCT, TOP, OFFSET, aggregates and GROUP BY, merged by the SDK or the server. */
class OrderAndGroupSdkTest extends ClauseSdkTest {
  private static final Comparator<Sample> BY_ID = comparing(Sample::id);

  @Test
  void sorts() {
    assertSorted(
        "SELECT VALUE c.id FROM c ORDER BY c.id DESC",
        sorted(BY_ID.reversed(), s -> quoted(s.id())));
    assertSorted(
        "SELECT VALUE c.pk FROM c ORDER BY c.pk DESC",
        sorted(comparing(Sample::pk).reversed(), s -> quoted(s.pk())));
    assertSorted("SELECT VALUE c.n FROM c ORDER BY c.n", sorted(comparing(Sample::n), Sample::n));
    assertSorted(
        "SELECT c.n, c.id FROM c ORDER BY c.n, c.id",
        sorted(
            comparing(Sample::n).thenComparing(BY_ID),
            s -> "{'n':" + s.n() + ",'id':'" + s.id() + "'}"));
    assertSorted(
        "SELECT VALUE c.id FROM c ORDER BY c.s DESC, c.n, c.id",
        sorted(
            comparing(Sample::s, nullsFirst(Comparator.<String>naturalOrder()))
                .reversed()
                .thenComparing(Sample::n)
                .thenComparing(BY_ID),
            s -> quoted(s.id())));
    assertSorted(
        "SELECT VALUE c.id FROM c WHERE c.n < 9 ORDER BY c.id OFFSET 4 LIMIT 11",
        sorted(BY_ID, s -> s.n() < 9 ? quoted(s.id()) : null).subList(4, 15));
    assertSorted(
        "SELECT TOP 9 VALUE c.o.y.z FROM c ORDER BY c.o.y.z",
        sorted(BY_ID.reversed(), s -> -s.i()).subList(0, 9));
    assertSorted(
        "SELECT VALUE t FROM c JOIN t IN c.tags WHERE t = 't1' ORDER BY c.id",
        ALL.stream()
            .flatMap(s -> s.tags().stream())
            .filter("t1"::equals)
            .map(ClauseSdkTest::quoted)
            .toList());
  }

  @Test
  void findsWhatIsDistinct() {
    // Resumed, the SDK forgets the last result where a page had none but duplicates.
    assertMerged(
        "SELECT DISTINCT VALUE c.pk FROM c ORDER BY c.pk",
        List.of("'p0'", "'p1'", "'p2'", "'p3'", "'p4'"));
    assertMerged(
        "SELECT DISTINCT VALUE c.s FROM c", List.copyOf(new TreeSet<>(values(s -> quoted(s.s())))));
    assertMerged(
        "SELECT DISTINCT c.even, c.o.x FROM c",
        List.copyOf(new TreeSet<>(values(s -> "{'even':" + s.even() + ",'x':" + s.i() % 3 + "}"))));
    assertThat(
            container
                .queryItems(
                    "SELECT DISTINCT VALUE c.pk FROM c ORDER BY c.id DESC",
                    new CosmosQueryRequestOptions(),
                    String.class)
                .stream()
                .toList())
        .isEqualTo(List.copyOf(new LinkedHashSet<>(sorted(BY_ID.reversed(), Sample::pk))));
  }

  private static int sum(ToIntFunction<Sample> value) {
    return ALL.stream().mapToInt(value).sum();
  }

  @Test
  void aggregates() {
    assertMerged("SELECT VALUE COUNT(1) FROM c", List.of("30"));
    assertMerged("SELECT VALUE COUNT(c.rare) FROM c", List.of("5"));
    assertMerged("SELECT VALUE SUM(c.n) FROM c", List.of("" + sum(Sample::n)));
    assertMerged("SELECT VALUE AVG(c.rare) FROM c", List.of("14"));
    assertMerged("SELECT VALUE MIN(c.s) FROM c", List.of("'name0'"));
    assertMerged(
        "SELECT VALUE MAX(c.o.y.z) FROM c WHERE c.n > 5",
        List.of(
            "" + ALL.stream().filter(s -> s.n() > 5).mapToInt(s -> -s.i()).max().orElseThrow()));
    assertMerged(
        "SELECT COUNT(1) AS k, SUM(c.n) AS s FROM c WHERE c.even",
        List.of("{'k':15,'s':" + sum(s -> s.even() ? s.n() : 0) + "}"));
    assertMerged(
        "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags", List.of("" + sum(s -> s.tags().size())));
    assertMerged("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.n FROM c)", List.of("11"));
  }

  @Test
  void groups() {
    List<String> byKind = new ArrayList<>();
    for (int pk = 0; pk < 5; pk++) {
      int wanted = pk;
      List<Sample> group = ALL.stream().filter(s -> s.i() % 5 == wanted).toList();
      byKind.add(
          "{'pk':'p%d','k':%d,'s':%d,'lo':%d,'hi':%d}"
              .formatted(
                  pk,
                  group.size(),
                  group.stream().mapToInt(Sample::n).sum(),
                  group.stream().mapToInt(Sample::n).min().orElseThrow(),
                  group.stream().mapToInt(Sample::n).max().orElseThrow()));
    }
    assertMerged(
        "SELECT c.pk, COUNT(1) AS k, SUM(c.n) AS s, MIN(c.n) AS lo, MAX(c.n) AS hi FROM c"
            + " GROUP BY c.pk",
        byKind);
    assertMerged(
        "SELECT AVG(c.i ?? 1) AS one, c.even FROM c GROUP BY c.even",
        List.of("{'one':1,'even':true}", "{'one':1,'even':false}"));
    assertMerged("SELECT VALUE COUNT(1) FROM c GROUP BY c.o.x", List.of("10", "10", "10"));
    assertMerged(
        "SELECT c.s FROM c GROUP BY c.s",
        List.of("{}", "{'s':'name0'}", "{'s':'name1'}", "{'s':'name2'}", "{'s':'name3'}"));
    assertMerged(
        "SELECT c.even, c.o.x, COUNT(1) AS k FROM c GROUP BY c.even, c.o.x",
        IntStream.range(0, 6)
            .mapToObj(i -> "{'even':" + (i % 2 == 0) + ",'x':" + i / 2 + ",'k':5}")
            .toList());
  }

  /** With a partition key the server merges, and its tokens resume every kind of query. */
  @Test
  void withinAPartitionEverythingResumes() {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p2"));
    for (int pageItems = 1; pageItems <= 3; pageItems++) {
      assertThat(inPartition("SELECT VALUE c.id FROM c ORDER BY c.id DESC", pageItems, options))
          .containsExactly("'i27'", "'i22'", "'i17'", "'i12'", "'i07'", "'i02'");
      assertThat(inPartition("SELECT DISTINCT VALUE c.even FROM c", pageItems, options))
          .containsExactlyInAnyOrder("true", "false");
      assertThat(
              inPartition("SELECT DISTINCT VALUE c.even FROM c ORDER BY c.id", pageItems, options))
          .containsExactly("true", "false");
      assertThat(
              inPartition(
                  "SELECT c.even, COUNT(1) AS k FROM c GROUP BY c.even", pageItems, options))
          .containsExactlyInAnyOrder("{'even':true,'k':3}", "{'even':false,'k':3}");
      assertThat(inPartition("SELECT VALUE SUM(c.o.y.z) FROM c", pageItems, options))
          .containsExactly("-87");
    }
  }

  private List<String> inPartition(String query, int pageItems, CosmosQueryRequestOptions options) {
    List<String> results = new ArrayList<>();
    String token = null;
    do {
      FeedResponse<JsonNode> page = page(spec(query), pageItems, token, options);
      page.getResults().forEach(each -> results.add(text(each)));
      token = page.getContinuationToken();
    } while (token != null);
    return results;
  }

  @Rule("B4")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE c.id FROM c",
        "SELECT VALUE c.id FROM c WHERE c.n >= 0 AND c.id LIKE 'm%'",
        "SELECT VALUE c.id FROM c ORDER BY c.id",
        "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
        "SELECT VALUE c.id FROM c JOIN t IN c.tags",
        "SELECT VALUE r FROM (SELECT VALUE c.id FROM c) AS r",
        "SELECT DISTINCT VALUE c.id FROM c ORDER BY c.id",
      })
  void whatDiesBetweenThePagesIsNotThere(String query) {
    Set<String> living = new HashSet<>();
    for (int i = 0; i < 24; i++) {
      String id = "m" + (i < 10 ? "0" : "") + i;
      var item = item(id).put("pk", "p" + i % 5).put("n", i % 4);
      item.putArray("tags").add("only");
      if (i % 3 == 0) {
        item.put("ttl", 10);
      } else {
        living.add(id);
      }
      container.createItem(item);
    }
    Set<String> seen = new HashSet<>();
    String token = null;
    int pages = 0;
    do {
      FeedResponse<JsonNode> page = page(spec(query), 3, token, new CosmosQueryRequestOptions());
      for (JsonNode each : page.getResults()) {
        String id = each.asText();
        if (id.startsWith("m")) {
          assertThat(seen.add(id)).as(id).isTrue();
          assertThat(pages == 0 || living.contains(id)).as("%s on page %d", id, pages).isTrue();
        }
      }
      if (pages++ == 0) {
        clock().advance(10);
      }
      token = page.getContinuationToken();
    } while (token != null);
    assertThat(seen).containsAll(living);
    assertThat(pages).isGreaterThan(5);
  }
}
