package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** SELECT, FROM and WHERE in all their forms. */
class SelectSdkTest extends ClauseSdkTest {

  @Test
  void selects() {
    assertFound("SELECT VALUE c.id FROM c", values(s -> quoted(s.id())));
    assertFound(
        "SELECT c.id, c.o.x AS x, c.s FROM c",
        values(
            s ->
                "{'id':'"
                    + s.id()
                    + "','x':"
                    + s.i() % 3
                    + (s.s() == null ? "" : ",'s':'" + s.s() + "'")
                    + "}"));
    assertFound("SELECT VALUE c.s FROM c", values(s -> quoted(s.s())));
    assertFound(
        "SELECT [c.n, {'e': c.even}] AS v FROM c WHERE c.n = 3",
        values(s -> s.n() == 3, s -> "{'v':[3,{'e':" + s.even() + "}]}"));
    assertFound("SELECT VALUE c.o.y.z FROM c", values(s -> -s.i()));
    assertFound("SELECT 1 AS one FROM c WHERE c.even", values(Sample::even, s -> "{'one':1}"));
    assertThat(resumed(spec("SELECT * FROM c"), 4)).hasSize(Sample.COUNT);
    assertThat(resumed(spec("SELECT TOP 8 * FROM c"), 3)).hasSize(8).doesNotHaveDuplicates();
    assertThat(
            container
                .queryItems(
                    "SELECT VALUE c.id FROM c OFFSET 25 LIMIT 9",
                    new CosmosQueryRequestOptions(),
                    String.class)
                .stream())
        .hasSize(5)
        .doesNotHaveDuplicates();
  }

  @Test
  void from() {
    assertFound("SELECT VALUE z FROM c.o.y.z", values(s -> -s.i()));
    assertFound("SELECT VALUE o.x FROM c.o", values(s -> s.i() % 3));
    List<String> tags = ALL.stream().flatMap(s -> s.tags().stream()).map(t -> quoted(t)).toList();
    assertFound("SELECT VALUE t FROM t IN c.tags", tags);
    assertFound("SELECT VALUE t FROM c JOIN t IN c.tags", tags);
    List<String> pairs = new ArrayList<>();
    for (Sample sample : ALL) {
      for (String tag : sample.tags()) {
        for (int line = 1; line <= sample.tags().size(); line++) {
          pairs.add("{'id':'" + sample.id() + "','t':'" + tag + "','c':" + line + "}");
        }
      }
    }
    assertFound("SELECT c.id, t, l.c FROM c JOIN t IN c.tags JOIN l IN c.lines", pairs);
    assertFound(
        "SELECT VALUE r.n FROM (SELECT VALUE c FROM c WHERE c.n > 8) AS r",
        values(s -> s.n() > 8, Sample::n));
    assertFound(
        "SELECT VALUE x.t FROM c JOIN (SELECT t FROM t IN c.tags WHERE t != 't0') AS x",
        tags.stream().filter(t -> !t.equals("'t0'")).toList());
  }

  @Test
  void where() {
    assertFound(
        "SELECT VALUE c.id FROM c WHERE c.n BETWEEN 3 AND 5",
        values(s -> s.n() >= 3 && s.n() <= 5, s -> quoted(s.id())));
    assertFound(
        "SELECT VALUE c.id FROM c WHERE c.n NOT IN (1, 2, 3) AND NOT c.even",
        values(s -> (s.n() < 1 || s.n() > 3) && !s.even(), s -> quoted(s.id())));
    assertFound(
        "SELECT VALUE c.id FROM c WHERE c.s LIKE 'name[12]' OR c.id LIKE '%9'",
        values(
            s -> "name1".equals(s.s()) || "name2".equals(s.s()) || s.id().endsWith("9"),
            s -> quoted(s.id())));
    assertFound(
        "SELECT VALUE c.id FROM c WHERE IS_DEFINED(c.rare) AND c.rare % 2 = 0",
        values(s -> s.rare() != null && s.rare() % 2 == 0, s -> quoted(s.id())));
    assertFound(
        "SELECT VALUE c.id FROM c WHERE (c.s ?? 'none') = 'none'",
        values(s -> s.s() == null, s -> quoted(s.id())));
    assertFound(
        "SELECT VALUE (c.even ? c.id || '!' : c.n) FROM c",
        values(s -> s.even() ? quoted(s.id() + "!") : "" + s.n()));
    assertFound(
        "SELECT VALUE c.id FROM c WHERE c.pk IN ('p1', 'p3') AND c.n > 4",
        values(s -> (s.i() % 5 == 1 || s.i() % 5 == 3) && s.n() > 4, s -> quoted(s.id())));
    assertFound("SELECT VALUE c.id FROM c WHERE c.o = {'y': {'z': -9}, 'x': 0}", List.of("'i09'"));
    assertFound(
        "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 't2')",
        values(s -> s.tags().contains("t2"), s -> quoted(s.id())));
    assertFound(
        spec(
            "SELECT VALUE c.id FROM c WHERE c.n > @n AND c.s IN (@s, 'name3') AND c.pk != @o.pk",
            "@n",
            2,
            "@s",
            "name0",
            "@o",
            JSON.createObjectNode().put("pk", "p0")),
        values(
            s -> s.n() > 2 && ("name0".equals(s.s()) || "name3".equals(s.s())) && s.i() % 5 != 0,
            s -> quoted(s.id())));
  }

  @Test
  void subqueries() {
    assertFound(
        "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 't3')",
        values(s -> s.tags().contains("t3"), s -> quoted(s.id())));
    assertFound(
        "SELECT ARRAY(SELECT VALUE l.c * 2 FROM l IN c.lines WHERE l.c > 1) AS v FROM c",
        values(
            s ->
                "{'v':"
                    + Stream.of(4, 6)
                        .filter(two -> two <= 2 * s.tags().size())
                        .toList()
                        .toString()
                        .replace(" ", "")
                    + "}"));
    assertFound(
        "SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.tags) FROM c",
        values(s -> s.tags().size()));
    assertFound(
        "SELECT c.id, (SELECT VALUE SUM(l.c) FROM l IN c.lines) AS sum FROM c WHERE c.n = 1",
        values(
            s -> s.n() == 1,
            s ->
                "{'id':'"
                    + s.id()
                    + "','sum':"
                    + s.tags().size() * (s.tags().size() + 1) / 2
                    + "}"));
    assertFound(
        "SELECT VALUE FIRST(SELECT VALUE t FROM t IN c.tags) FROM c",
        values(s -> s.tags().isEmpty() ? null : quoted(s.tags().get(0))));
  }

  /** There is one range, but clients may ask for parts of it. */
  @Test
  void partsOfTheRange() {
    List<String> found = new ArrayList<>();
    for (String[] part : new String[][] {{"", "0F"}, {"0F", "25"}, {"25", "FF"}}) {
      String json =
          ("{\"Range\":{\"min\":\"%s\",\"max\":\"%s\",\"isMinInclusive\":true,"
                  + "\"isMaxInclusive\":false}}")
              .formatted(part[0], part[1]);
      CosmosQueryRequestOptions options =
          new CosmosQueryRequestOptions()
              .setFeedRange(
                  FeedRange.fromString(
                      Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8))));
      List<String> sorted = new ArrayList<>();
      String token = null;
      do {
        var page = page(spec("SELECT VALUE c.id FROM c ORDER BY c.id"), 3, token, options);
        for (JsonNode each : page.getResults()) {
          sorted.add(text(each));
        }
        token = page.getContinuationToken();
      } while (token != null);
      assertThat(sorted).isSorted();
      found.addAll(sorted);
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(values(s -> quoted(s.id())));
  }
}
