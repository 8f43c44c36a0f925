package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For how long all versions are kept. */
class ChangeFeedPolicyJsonTest extends MetadataFixture {
  private static String minutes(String value) {
    return "\"changeFeedPolicy\":{\"retentionDuration\":" + value + "}";
  }

  private Container c() {
    return engine.container(DATABASE, "c");
  }

  @Test
  void versionsAreKeptWhereThePolicyAsks() {
    assertThat(created(minutes("10")).get("changeFeedPolicy"))
        .isEqualTo(parse("{\"retentionDuration\":10}"));
    assertThat(c().definition().allVersions().seconds()).isEqualTo(600);
    put(c(), "a");
    put(c(), "a");
    c().delete(key("a"));
    assertThat(c().allVersions(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT).entries())
        .hasSize(3);
  }

  @Test
  void itStaysUntilItIsChanged() {
    assertThat(created("").containsKey("changeFeedPolicy")).isFalse();
    assertThat(c().definition().allVersions()).isNull();
    replaced(minutes("5"));
    assertThat(replaced("").get("changeFeedPolicy")).isEqualTo(parse("{\"retentionDuration\":5}"));
    assertThat(replaced(minutes("0")).containsKey("changeFeedPolicy")).isFalse();
    assertThat(c().definition().allVersions()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "2147483648", "1.5", "\"5\"", "true"})
  void itIsChecked(String value) {
    assertStatus(400, createContainer(c(minutes(value))));
  }
}
