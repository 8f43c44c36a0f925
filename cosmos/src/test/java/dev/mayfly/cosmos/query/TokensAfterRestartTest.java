package dev.mayfly.cosmos.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query resumes where it was, with another server over the same store for each page. */
class TokensAfterRestartTest extends QueryRequests {
  private static final String SOME = "7";
  private static final String ALL = "-1";

  @BeforeEach
  void fillMore() {
    for (int i = 6; i < 1200; i++) {
      item(
          "{\"id\":\"%d\",\"pk\":\"%s\",\"n\":%d,\"t\":[%d,%d]}"
              .formatted(i, i % 3, i % 40, i % 5, 10 + i % 4));
    }
  }

  private Response page(String query, String size, String token) {
    String[] headers = join(EVERYWHERE, "x-ms-max-item-count", size);
    Response page =
        send(spec(query), token == null ? headers : join(headers, "x-ms-continuation", token));
    assertThat(page.status()).as(query).isEqualTo(200);
    return page;
  }

  private static List<BsonValue> results(Response page) {
    return json(page).getArray("Documents").getValues();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT c.id FROM c WHERE c.n = 7",
        "SELECT c.id FROM c WHERE c.n >= 38",
        "SELECT c.id FROM c WHERE c.n IN (3, 17, 35)",
        "SELECT c.id FROM c WHERE c.n = 3 OR c.n = 4",
        "SELECT c.id FROM c WHERE ARRAY_CONTAINS(c.t, 13) AND c.n < 8",
        "SELECT c.id, t FROM c JOIN t IN c.t WHERE c.n = 5",
        "SELECT c.id FROM c WHERE c.n > 37 ORDER BY c.n DESC",
        "SELECT c.id FROM c WHERE c.n > 37 ORDER BY c.n OFFSET 3 LIMIT 40",
        "SELECT c.id FROM c WHERE c.n = 9 OFFSET 5 LIMIT 20",
        "SELECT TOP 20 c.id FROM c ORDER BY c.n",
        "SELECT DISTINCT c.n FROM c WHERE c.n < 30",
        "SELECT c.n, COUNT(1) AS k FROM c WHERE c.n < 30 GROUP BY c.n",
      })
  void pagesFollowOverRestarts(String query) {
    page(query, ALL, null);
    engine.background().catchUp();
    List<BsonValue> atOnce = results(page(query, ALL, null));
    List<BsonValue> inPages = new ArrayList<>();
    String token = null;
    int pages = 0;
    do {
      Response page = page(query, SOME, token);
      inPages.addAll(results(page));
      token = page.headers().get("x-ms-continuation");
      pages++;
      restart();
    } while (token != null);

    assertThat(pages).isGreaterThan(2);
    assertThat(atOnce).as("not all results are the same").hasSizeGreaterThan(14);
    if (query.contains("ORDER BY")) {
      assertThat(inPages).isEqualTo(atOnce);
    } else {
      assertThat(inPages).containsExactlyInAnyOrderElementsOf(atOnce);
    }
  }
}
