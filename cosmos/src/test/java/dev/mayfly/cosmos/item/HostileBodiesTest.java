package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a body is, it is answered, and never as a failure of the server. */
class HostileBodiesTest extends ItemFixture {
  private static final String[] KEY = {"x-ms-documentdb-partitionkey", "[\"p\"]"};
  private static final String[] BATCH = {
    "x-ms-cosmos-is-batch-request", "true",
    "x-ms-cosmos-batch-atomic", "true",
    "x-ms-documentdb-partitionkey", "[\"p\"]",
  };
  private static final String[] BULK = {
    "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-continue-on-error", "true",
  };
  private static final String[] BODIES = {
    "{\"id\":\"a\",\"pk\":\"p\",\"ttl\":5,\"n\":[1.5,null,{\"x\":true}],\"ä\":\"\\u00e4\"}",
    "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n/0\",\"value\":1},{\"op\":\"move\","
        + "\"from\":\"/ttl\",\"path\":\"/x\"}],\"condition\":\"from c where c.n[0] > 0\"}",
    "[{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"p\\\"]\",\"resourceBody\":"
        + "{\"id\":\"a\",\"pk\":\"p\"}},{\"operationType\":\"Read\",\"id\":\"a\","
        + "\"partitionKey\":\"[\\\"p\\\"]\"}]",
  };

  private static byte[] damaged(Random random, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          random.nextBoolean() ? (byte) random.nextInt(256) : bytes[random.nextInt(bytes.length)];
    }
    int length = random.nextInt(8) == 0 ? random.nextInt(bytes.length) : bytes.length;
    return Arrays.copyOf(bytes, length);
  }

  @Test
  void areAnsweredOneWayOrAnother() {
    container(-1);
    created("a", "\"n\":[1]");
    long seed = Seeds.seed(HostileBodiesTest.class);
    Random random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      byte[] body = damaged(random, BODIES[random.nextInt(BODIES.length)]);
      Response response =
          switch (random.nextInt(6)) {
            case 0 -> send("POST", DOCS, body, KEY);
            case 1 -> send("POST", DOCS, body, join(KEY, UPSERT));
            case 2 -> send("PUT", path("a"), body, KEY);
            case 3 -> send("PATCH", path("a"), body, KEY);
            case 4 -> send("POST", DOCS, body, BATCH);
            default -> send("POST", DOCS, body, BULK);
          };
      assertThat(response.status())
          .as(
              "seed %d: %s answered with %s",
              seed, new String(body, StandardCharsets.ISO_8859_1), text(response))
          .isBetween(200, 499);
      if (response.status() == 207) {
        array(response)
            .forEach(
                each ->
                    assertThat(each.asDocument().getNumber("statusCode").intValue())
                        .as("seed %d: %s", seed, new String(body, StandardCharsets.ISO_8859_1))
                        .isLessThan(500));
      }
    }
  }

  @Test
  void areRefusedIfTheyNestTooDeeply() {
    container(-1);
    created("a", "");
    String deep = "{\"x\":".repeat(5000) + "1" + "}".repeat(5000);
    String open = "[".repeat(100_000);
    assertStatus(create(item("b", "\"deep\":" + deep)), 400);
    assertStatus(create(open), 400);
    assertStatus(patch("a", "[{\"op\":\"set\",\"path\":\"/d\",\"value\":" + deep + "}]"), 400);
    assertStatus(send("POST", DOCS, open, BATCH), 400);
    String operation = "{\"operationType\":\"Create\",\"resourceBody\":" + deep + "}";
    assertThat(send("POST", DOCS, "[" + operation + "]", BATCH).status()).isIn(207, 400);
  }
}
