package dev.mayfly.engine.partition;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.bson.Bodies.json;
import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static dev.mayfly.engine.error.ErrorCode.TOO_LARGE;
import static dev.mayfly.engine.error.ErrorCode.WRONG_PARTITION_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.partition.PartitionKeyDefinition.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionKeyTest {
  private static final PartitionKeyDefinition HASH = PartitionKeyDefinition.hash("/a/pk");

  private static PartitionKey fromBody(String body) {
    return PartitionKey.fromBody(HASH, json(body));
  }

  @Test
  void isTakenFromTheBody() {
    assertThat(fromBody("{'a': {'pk': 'x'}}")).isEqualTo(PartitionKey.of("x"));
    assertThat(fromBody("{'a': {'pk': 5}}")).isEqualTo(PartitionKey.of(5.0));
    assertThat(fromBody("{'a': {'pk': {'$numberLong': '5'}}}")).isEqualTo(PartitionKey.of(5L));
    assertThat(fromBody("{'a': {'pk': -0.0}}")).isEqualTo(PartitionKey.of(0));
    assertThat(fromBody("{'a': {'pk': true}}")).isEqualTo(PartitionKey.of(true));
    assertThat(fromBody("{'a': {'pk': null}}")).isEqualTo(PartitionKey.of((Object) null));
    assertThat(fromBody("{'a': {}}")).isEqualTo(PartitionKey.of(PartitionKey.UNDEFINED));
    assertThat(fromBody("{'a': 1}")).isEqualTo(PartitionKey.of(PartitionKey.UNDEFINED));
    assertThat(fromBody("{}")).isEqualTo(PartitionKey.of(PartitionKey.UNDEFINED));
    assertThat(fromBody("{'a': {'pk': {}}}")).isEqualTo(PartitionKey.of(PartitionKey.UNDEFINED));
    assertThat(fromBody("{'a': {'pk': [1]}}")).isEqualTo(PartitionKey.of(PartitionKey.UNDEFINED));
    assertThat(PartitionKey.fromBody(PartitionKeyDefinition.NONE, json("{'a': 1}")))
        .isEqualTo(PartitionKey.NONE);
  }

  @Test
  void hasOneValueForEachLevel() {
    PartitionKeyDefinition levels = PartitionKeyDefinition.multiHash("/t", "/u", "/v");
    assertThat(PartitionKey.fromBody(levels, json("{'v': 3, 't': 'x'}")))
        .isEqualTo(PartitionKey.of("x", PartitionKey.UNDEFINED, 3))
        .isNotEqualTo(PartitionKey.of("x", null, 3))
        .hasToString("[\"x\",{},3]");
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"$oid\": \"0123456789abcdef01234567\"}', objectId",
    "'{\"$numberDecimal\": \"1\"}', decimal",
    "'{\"$date\": {\"$numberLong\": \"1\"}}', date",
    "'{\"$numberDouble\": \"NaN\"}', NaN",
    "'{\"$numberDouble\": \"-Infinity\"}', -Infinity",
  })
  void otherTypesAreRefusedWithPathAndType(String value, String type) {
    assertRefused(WRONG_PARTITION_KEY, () -> fromBody("{'a': {'pk': " + value + "}}"))
        .hasMessageContaining("/a/pk")
        .hasMessageContaining(type);
  }

  @Test
  void valuesAreBounded() {
    assertThat(PartitionKey.of("x".repeat(2048)).components()).hasSize(1);
    assertRefused(TOO_LARGE, () -> PartitionKey.of("x".repeat(2049))).hasMessageContaining("2049");
    assertRefused(TOO_LARGE, () -> PartitionKey.of("\u00e9".repeat(1025)));
    String body = "{'a': {'pk': '" + "x".repeat(3000) + "'}}";
    assertRefused(TOO_LARGE, () -> fromBody(body));
    assertRefused(WRONG_PARTITION_KEY, () -> PartitionKey.of(1, 2, 3, 4));
    assertRefused(BAD_REQUEST, () -> PartitionKey.of(Double.NaN));
    assertRefused(BAD_REQUEST, () -> PartitionKey.of("\ud800"));
    assertRefused(BAD_REQUEST, () -> PartitionKey.of(List.of())).hasMessageContaining("List");
  }

  @Test
  void isWrittenAsJson() {
    assertThat(PartitionKey.NONE).hasToString("[]");
    assertThat(PartitionKey.of("a\"\\\n\u00e9", 5, -5.5))
        .hasToString("[\"a\\\"\\\\\\u000a\u00e9\",5,-5.5]");
    assertThat(PartitionKey.of(1e300, true, null)).hasToString("[1.0E300,true,null]");
  }

  @Test
  void knowsWhetherItIsComplete() {
    assertThat(PartitionKey.of("a").isComplete(HASH)).isTrue();
    assertThat(PartitionKey.NONE.isComplete(HASH)).isFalse();
    assertThat(PartitionKey.NONE.isComplete(PartitionKeyDefinition.NONE)).isTrue();
    assertRefused(WRONG_PARTITION_KEY, () -> PartitionKey.NONE.requireComplete(HASH))
        .hasMessageContaining("[/a/pk]");
  }

  @Test
  void definitionsAreChecked() {
    FieldPath a = FieldPath.ofSlashed("/a");
    FieldPath b = FieldPath.ofSlashed("/b");
    FieldPath c = FieldPath.ofSlashed("/c");
    FieldPath d = FieldPath.ofSlashed("/d");
    assertThat(new PartitionKeyDefinition(Kind.MULTI_HASH, List.of(a), 2).paths()).hasSize(1);
    refused("exactly one path, not 0", Kind.HASH, List.of(), 2);
    refused("exactly one path, not 2", Kind.HASH, List.of(a, b), 2);
    refused("1 to 3 paths, not 0", Kind.MULTI_HASH, List.of(), 2);
    refused("1 to 3 paths, not 4", Kind.MULTI_HASH, List.of(a, b, c, d), 2);
    refused("needs version 2", Kind.MULTI_HASH, List.of(a, b), 1);
    refused("twice", Kind.MULTI_HASH, List.of(a, a), 2);
    refused("no paths", Kind.NONE, List.of(a), 2);
    refused("version is 3", Kind.HASH, List.of(a), 3);
  }

  private static void refused(String why, Kind kind, List<FieldPath> paths, int version) {
    assertRefused(BAD_REQUEST, () -> new PartitionKeyDefinition(kind, paths, version))
        .hasMessageContaining(why);
  }
}
