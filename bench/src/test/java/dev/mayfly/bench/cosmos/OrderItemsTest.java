package dev.mayfly.bench.cosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OrderItemsTest {
  @Test
  void anItemHasOneKilobyte() {
    for (int number : new int[] {0, 7, 123_456, 99_999_999}) {
      assertThat(OrderItems.json(number)).hasSize(1024);
    }
  }

  @Test
  void anAnswerMustHoldTheVeryItem() {
    String json = new String(OrderItems.json(7), StandardCharsets.UTF_8);
    String stored = json.substring(0, json.length() - 1) + ",\"_ts\":1}";
    assertThatCode(() -> OrderItems.check(answer(stored), OrderItems.json(7)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> OrderItems.check(answer(stored), OrderItems.json(8)))
        .hasMessageContaining("not the item");
    String other = stored.replace("London", "Lindon");
    assertThatThrownBy(() -> OrderItems.check(answer(other), OrderItems.json(7)))
        .hasMessageContaining("not the item");
  }

  private static Answer answer(String body) {
    byte[] bytes = CosmosClient.utf8(body);
    return new Answer(200, bytes, 0, bytes.length);
  }
}
