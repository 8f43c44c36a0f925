package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Groups and aggregates look at items in a place where the next one will lie: what they keep of one
 * must not become what another has.
 */
class FleetingItemsTest extends ContainerQueries {
  private static final int ITEMS = 60;

  private Container container;

  @BeforeEach
  void fill() {
    container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < ITEMS; i++) {
      put(
          container,
          String.format(
              Locale.ROOT,
              "{\"id\":\"%03d\",\"pk\":%d,\"long\":\"%s\","
                  + "\"l\":[%d,\"x\"],\"o\":{\"k\":%d},\"n\":%d}",
              i,
              i % 3,
              String.valueOf(i % 6).repeat(300 + i % 6),
              i % 5,
              i % 4,
              i));
    }
  }

  private List<String> sorted(String query) {
    return results(container, query, 1000).stream().sorted().toList();
  }

  @Test
  void groupsKeepTheirKeys() {
    assertThat(sorted("SELECT c.l, COUNT(1) AS n FROM c GROUP BY c.l"))
        .containsExactlyElementsOf(
            IntStream.range(0, 5).mapToObj(i -> "{\"l\":[" + i + ",\"x\"],\"n\":12}").toList());
    assertThat(sorted("SELECT c.o, MAX(c.id) AS m, MIN(c.long) AS s FROM c GROUP BY c.o"))
        .hasSize(4)
        .element(3)
        .isEqualTo("{\"o\":{\"k\":3},\"m\":\"059\",\"s\":\"" + "1".repeat(301) + "\"}");
    assertThat(sorted("SELECT c.long, COUNT(1) AS n FROM c GROUP BY c.long"))
        .containsExactlyElementsOf(
            IntStream.range(0, 6)
                .mapToObj(i -> String.valueOf(i).repeat(300 + i))
                .map(text -> "{\"long\":\"" + text + "\",\"n\":10}")
                .toList());
  }

  @Test
  void groupsKeepWhatIsMadeOfTheirKeys() {
    assertThat(
            sorted(
                "SELECT g.a, g.b, COUNT(1) AS n FROM (SELECT c.o AS a, [c.l] AS b FROM c) AS g"
                    + " GROUP BY g.a, g.b"))
        .hasSize(20)
        .element(6)
        .isEqualTo("{\"a\":{\"k\":1},\"b\":[[1,\"x\"]],\"n\":3}");
    assertThat(sorted("SELECT e, COUNT(1) AS n FROM c JOIN e IN c.l GROUP BY e"))
        .containsExactly(
            "{\"e\":\"x\",\"n\":60}",
            "{\"e\":0,\"n\":12}",
            "{\"e\":1,\"n\":12}",
            "{\"e\":2,\"n\":12}",
            "{\"e\":3,\"n\":12}",
            "{\"e\":4,\"n\":12}");
  }

  @Test
  void listsKeepTheirValues() {
    assertThat(elements("SELECT VALUE MAKELIST(c.o.k + c.n) FROM c")).hasSize(ITEMS);
    assertThat(elements("SELECT VALUE MAKELIST({\"o\": c.o, \"n\": c.n}) FROM c"))
        .containsExactlyElementsOf(
            IntStream.range(0, ITEMS)
                .mapToObj(i -> "{\"o\":{\"k\":" + i % 4 + "},\"n\":" + i + "}")
                .sorted()
                .toList());
    assertThat(elements("SELECT VALUE MAKESET(c.l) FROM c"))
        .containsExactly("[0,\"x\"]", "[1,\"x\"]", "[2,\"x\"]", "[3,\"x\"]", "[4,\"x\"]");
    assertThat(elements("SELECT VALUE MAKELIST(c) FROM c WHERE c.n < 5"))
        .hasSize(5)
        .element(2)
        .asString()
        .startsWith("{\"id\":\"002\"")
        .contains("\"_rid\"");
  }

  private List<String> elements(String query) {
    List<BsonValue> results = pages(container, query, 10).all();
    assertThat(results).hasSize(1);
    return texts(results.get(0).asArray().getValues()).stream().sorted().toList();
  }

  @Test
  void extremesKeepTheirTexts() {
    assertThat(results(container, "SELECT MIN(c.id) AS a, MAX(c.long) AS b FROM c", 10))
        .containsExactly("{\"a\":\"000\",\"b\":\"" + "5".repeat(305) + "\"}");
  }
}
