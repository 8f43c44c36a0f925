package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partial updates. What the operations do is the business of the JSON package. */
class PatchTest extends ItemFixture {
  private String etag;

  @BeforeEach
  void createItem() {
    container(null);
    etag = created("a", "\"n\":1,\"list\":[1]");
  }

  private static String incrementIf(String condition) {
    return "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}],\"condition\":\""
        + condition
        + "\"}";
  }

  @Test
  void answersWithTheChangedItem() {
    Response response =
        patch(
            "a",
            "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":2},"
                + "{\"op\":\"add\",\"path\":\"/list/-\",\"value\":2}]");
    assertStatus(response, 200);
    assertThat(text(response)).startsWith("{\"id\":\"a\",\"pk\":\"p\",\"n\":3,\"list\":[1,2],\"_r");
    assertThat(text(get("a"))).isEqualTo(text(response));
    assertThat(response.headers().get("etag")).isNotEqualTo(etag);
    Response minimal = patch("a", "[{\"op\":\"remove\",\"path\":\"/n\"}]", MINIMAL);
    assertStatus(minimal, 200);
    assertThat(minimal.body()).isEmpty();
  }

  @Test
  void holdsToItsConditionAndEtag() {
    assertStatus(patch("a", incrementIf("from c where c.n = 1")), 200);
    assertRefused(patch("a", incrementIf("from c where c.n = 1")), 412, 0, "precondition");
    assertStatus(patch("a", incrementIf("select from where")), 400);
    assertStatus(patch("a", incrementIf("from c where c.n = 2 AND c._ts >= " + START)), 200);
    String set = "[{\"op\":\"set\",\"path\":\"/n\",\"value\":9}]";
    assertRefused(patch("a", set, "If-Match", etag), 412, 0, "precondition");
    assertThat(json(get("a")).getNumber("n").intValue()).isEqualTo(3);
    assertStatus(patch("a", set, "If-Match", "*"), 200);
  }

  @Test
  void leavesTheItemAsItIsIfAnOperationFails() {
    String before = text(get("a"));
    assertStatus(
        patch(
            "a",
            "[{\"op\":\"set\",\"path\":\"/n\",\"value\":5},"
                + "{\"op\":\"remove\",\"path\":\"/none\"}]"),
        400);
    assertStatus(patch("a", "[]"), 400);
    assertStatus(patch("a", "{"), 400);
    assertRefused(
        patch("missing", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":5}]"),
        404,
        0,
        "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found");
    assertThat(text(get("a"))).isEqualTo(before);
  }

  @Test
  void keepsTheIdAndThePartitionKey() {
    for (String path : new String[] {"/id", "/pk", "/pk/x", "/_ts", "/_etag"}) {
      Response response =
          patch("a", "[{\"op\":\"set\",\"path\":\"" + path + "\",\"value\":\"q\"}]");
      assertRefused(response, 400, 0, "cannot be patched");
    }
    assertRefused(
        patch("a", "[{\"op\":\"move\",\"from\":\"/pk\",\"path\":\"/x\"}]"),
        400,
        0,
        "cannot be patched");
  }

  @Test
  void keepsNestedPartitionKeys() {
    create(named("n").partitionKey("/deep/er"));
    String docs = "/dbs/d/colls/n/docs";
    String[] key = {"x-ms-documentdb-partitionkey", "[\"p\"]"};
    assertStatus(send("POST", docs, "{\"id\":\"a\",\"deep\":{\"er\":\"p\",\"n\":1}}", key), 201);
    for (String path : new String[] {"/deep", "/deep/er"}) {
      String set = "[{\"op\":\"set\",\"path\":\"" + path + "\",\"value\":{\"er\":\"p\"}}]";
      assertRefused(send("PATCH", docs + "/a", set, key), 400, 0, "cannot be patched");
    }
    String set = "[{\"op\":\"set\",\"path\":\"/deep/n\",\"value\":2}]";
    assertStatus(send("PATCH", docs + "/a", set, key), 200);
  }

  @Test
  void answersWithLargeItemsToo() {
    String filling = "x".repeat(100_000);
    Response response =
        patch("a", "[{\"op\":\"set\",\"path\":\"/f\",\"value\":\"" + filling + "\"}]");
    assertStatus(response, 200);
    assertThat(text(response)).contains(filling);
  }

  @Test
  void refusesToGrowAnItemBeyondTheLimit() {
    String half = "\"" + "x".repeat(1_500_000) + "\"";
    assertStatus(patch("a", "[{\"op\":\"set\",\"path\":\"/f\",\"value\":" + half + "}]"), 200);
    assertRefused(
        patch("a", "[{\"op\":\"set\",\"path\":\"/g\",\"value\":" + half + "}]"),
        413,
        0,
        "Request size is too large");
  }
}
