package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The unique keys of a container's definition. */
class UniqueKeyPolicyJsonTest extends MetadataFixture {
  private static final String CHANGED =
      "The unique index cannot be modified. To change the unique index, remove the collection and"
          + " re-create a new one.";

  private static String policy(String json) {
    return "\"uniqueKeyPolicy\":" + json;
  }

  private static String keys(int keys, int paths) {
    return IntStream.range(0, keys)
        .mapToObj(
            key ->
                IntStream.range(0, paths)
                    .mapToObj(path -> "\"/p" + key + "x" + path + "\"")
                    .collect(Collectors.joining(",", "{\"paths\":[", "]}")))
        .collect(Collectors.joining(",", "{\"uniqueKeys\":[", "]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{\"uniqueKeys\":null}", "{\"uniqueKeys\":[]}"})
  void noneAreNotShown(String none) {
    assertThat(created(policy(none)).containsKey("uniqueKeyPolicy")).isFalse();
    replaced(policy(none));
  }

  @Test
  void theyAreKeptUpToTheirLimits() {
    assertThat(created(policy(keys(10, 16))).get("uniqueKeyPolicy")).isEqualTo(parse(keys(10, 16)));
    assertThat(engine.container(DATABASE, "c").definition().uniqueKeys()).hasSize(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"uniqueKeys\":{}}",
        "{\"uniqueKeys\":[{}]}",
        "{\"uniqueKeys\":[{\"paths\":[]}]}",
        "{\"uniqueKeys\":[{\"paths\":[\"a\"]}]}",
        "{\"uniqueKeys\":[{\"paths\":[\"/a/*\"]}]}",
        "{\"uniqueKeys\":[{\"paths\":[5]}]}",
        "{\"uniqueKeys\":[\"/a\"]}",
        "[]"
      })
  void whatIsNotValidIsRefused(String json) {
    assertStatus(400, createContainer(c(policy(json))));
  }

  @Test
  void moreThanTheLimitsAreRefused() {
    assertBad("At most 10", createContainer(c(policy(keys(11, 1)))));
    assertBad("1 to 16 paths", createContainer(c(policy(keys(1, 17)))));
  }

  @Test
  void theyCannotBeChanged() {
    created(policy(keys(2, 1)));
    for (String other : new String[] {keys(1, 1), keys(2, 2), "{\"uniqueKeys\":[]}"}) {
      assertErrors(400, 0, CHANGED, replaceContainer(c(policy(other))));
    }
    replaced(policy(keys(2, 1)));
    replaced(policy("{}"));
    assertThat(replaced("").get("uniqueKeyPolicy")).isEqualTo(parse(keys(2, 1)));
  }
}
