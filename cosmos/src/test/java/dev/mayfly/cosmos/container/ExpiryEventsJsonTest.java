package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expiry events as a property of containers, which is our own (rule F3). */
class ExpiryEventsJsonTest extends MetadataFixture {
  private static String events(String value) {
    return "\"mayflyExpiryEvents\":" + value;
  }

  private Retention retention() {
    return engine.container(DATABASE, "c").definition().expiryEvents();
  }

  @Test
  @Rule("F3")
  void eventsAreKeptFromWhenAPropertyAsksUntilOneDoesNot() {
    assertThat(created("").containsKey("mayflyExpiryEvents")).isFalse();
    assertThat(retention()).isNull();
    replaced(events("{\"enabled\":true,\"retentionSeconds\":60,\"retentionBytes\":1000}"));
    assertThat(retention()).isEqualTo(new Retention(60, 1000));
    assertThat(replaced("").get("mayflyExpiryEvents"))
        .isEqualTo(parse("{\"enabled\":true,\"retentionSeconds\":60,\"retentionBytes\":1000}"));
    assertThat(replaced(events("{\"enabled\":false}")).containsKey("mayflyExpiryEvents")).isFalse();
    assertThat(retention()).isNull();
    replaced(events("{\"enabled\":true}"));
    assertThat(retention()).isEqualTo(new Retention(86_400, 1L << 30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "{}",
        "{\"enabled\":1}",
        "{\"enabled\":true,\"retentionSeconds\":0}",
        "{\"enabled\":true,\"retentionBytes\":-1}",
        "{\"enabled\":true,\"retentionSeconds\":1.5}"
      })
  void itIsChecked(String value) {
    assertStatus(400, createContainer(c(events(value))));
  }
}
