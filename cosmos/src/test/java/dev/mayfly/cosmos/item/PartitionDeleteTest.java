package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PartitionDeleteTest extends ItemFixture {
  private static final String PATH = "/dbs/d/colls/c/operations/partitionkeydelete";
  private static final String KEY = "x-ms-documentdb-partitionkey";

  @BeforeEach
  void createItems() {
    container(null);
    created("a", "");
    created("b", "");
    send("POST", DOCS, "{\"id\":\"a\",\"pk\":\"q\"}", KEY, "[\"q\"]");
  }

  @Test
  void removesThePartitionFromSightAtOnce() {
    Response response = send("POST", PATH, "", KEY, "[\"p\"]");
    assertStatus(response, 200);
    assertThat(response.chargeCentiRu()).isPositive();
    assertThat(response.headers().get("x-ms-session-token")).matches("0:-1#[0-9]+");
    assertStatus(get("a"), 404);
    assertStatus(delete("b"), 404);
    assertThat(ids(send("GET", DOCS, ""))).containsExactly("a");
    assertThat(ids(send("GET", DOCS, "", "A-IM", "Incremental feed"))).containsExactly("a");
    assertStatus(create(item("a", "")), 201);
    assertStatus(get("a"), 200);
  }

  @Test
  void needsAWholeKey() {
    assertRefused(send("POST", PATH, ""), 400, 0, "fewer components");
    assertStatus(send("GET", PATH, "", KEY, "[\"p\"]"), 405);
    assertStatus(get("a"), 200);
  }
}
