package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Rule;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The times to live of a container's definition. */
class ContainerTtlTest extends MetadataFixture {
  private static final String NONE = "\"indexingPolicy\":{\"indexingMode\":\"none\"}";
  private static final String CLASH =
      "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the collection";

  private Container c() {
    return engine.container(DATABASE, "c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1", "10", "10.0", "1e1", "2147483647", "-1.0"})
  @Rule("A1")
  void aValidDefaultComesBackAsAWholeNumber(String value) {
    BsonValue expected = parse(Integer.toString((int) Double.parseDouble(value)));
    assertThat(created("\"defaultTtl\":" + value).get("defaultTtl")).isEqualTo(expected);
    assertThat(get(C).get("defaultTtl")).isEqualTo(expected);
    assertThat(c().definition().defaultTtl()).isEqualTo((int) Double.parseDouble(value));
    assertThat(replaced("\"defaultTtl\":7").get("defaultTtl")).isEqualTo(parse("7"));
    assertThat(replaced("\"defaultTtl\":" + value).get("defaultTtl")).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"defaultTtl\":null"})
  @Rule("A1")
  void absentOrNullIsOff(String off) {
    assertThat(created(off).containsKey("defaultTtl")).isFalse();
    assertThat(c().definition().defaultTtl()).isNull();
    replaced("\"defaultTtl\":5");
    assertThat(replaced(off).containsKey("defaultTtl")).isFalse();
    assertThat(get(C).containsKey("defaultTtl")).isFalse();
    assertThat(c().definition().defaultTtl()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "0.0",
        "-2",
        "-10",
        "2147483648",
        "9223372036854775807",
        "92233720368547758080",
        "1.5",
        "1.50",
        "1e-1",
        "1e30",
        "\"10\"",
        "\"a \\\" b\"",
        "true",
        "false",
        "{}",
        "{ \"a\": [1] }",
        "[]",
        "[5]"
      })
  @Rule("A2")
  void anythingElseIsRefusedAndChangesNothing(String value) {
    String text =
        "The input defaultTtl '"
            + value
            + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to"
            + " '2147483647', or '-1' which means never expire.";
    assertErrors(400, 0, text, createContainer(c("\"defaultTtl\": " + value + " ")));
    assertStatus(404, send("GET", C, ""));
    BsonDocument before = created("\"defaultTtl\":10");
    assertErrors(400, 0, text, replaceContainer(c("\"defaultTtl\":" + value)));
    assertThat(get(C)).isEqualTo(before);
  }

  @Test
  @Rule("A2")
  void aRefusalQuotesNoMoreThanItMust() {
    Response response = createContainer(c("\"defaultTtl\":\"" + "x".repeat(100_000) + "\""));
    assertStatus(400, response);
    assertThat(message(response)).hasSizeLessThan(1000);
  }

  @Test
  @Rule("A7")
  void anotherDefaultHoldsForTheItemsThereAre() {
    created("\"defaultTtl\":100");
    put(c(), "a");
    put(c(), "own", "ttl", 50);
    clock.advance(20);
    replaced("\"defaultTtl\":30");
    assertLives(c(), "a");
    clock.advance(9);
    assertLives(c(), "a");
    clock.advance(1);
    assertDead(c(), "a");
    assertLives(c(), "own");
  }

  @Test
  @Rule("A8")
  void aReplacementWithoutADefaultSwitchesTtlOff() {
    created("\"defaultTtl\":-1");
    put(c(), "own", "ttl", 10);
    put(c(), "dead", "ttl", 3);
    clock.advance(5);
    replaced("");
    clock.advance(1000);
    assertLives(c(), "own");
    assertDead(c(), "dead");
    replaced("\"defaultTtl\":-1");
    assertDead(c(), "own");
  }

  @Test
  @Rule("E1")
  void aDefaultAndIndexingOfModeNoneExcludeEachOther() {
    for (String ttl : new String[] {"-1", "5"}) {
      assertErrors(400, 0, CLASH, createContainer(c("\"defaultTtl\":" + ttl + "," + NONE)));
    }
    assertStatus(404, send("GET", C, ""));
    BsonDocument withTtl = created("\"defaultTtl\":5");
    assertErrors(400, 0, CLASH, replaceContainer(c("\"defaultTtl\":5," + NONE)));
    assertThat(get(C)).isEqualTo(withTtl);
    BsonDocument withoutIndex = replaced(NONE);
    assertErrors(400, 0, CLASH, replaceContainer(c(NONE + ",\"defaultTtl\":-1")));
    assertThat(get(C)).isEqualTo(withoutIndex);
    replaced("\"defaultTtl\":5,\"indexingPolicy\":{\"indexingMode\":\"lazy\"}");
    replaced(
        "\"defaultTtl\":5,\"indexingPolicy\":{\"indexingMode\":\"consistent\","
            + "\"includedPaths\":[],\"excludedPaths\":[{\"path\":\"/*\"}]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "77", "77.0", "2147483647"})
  void theAnalyticalStoresIsKeptUntilItIsChanged(String value) {
    BsonValue expected = parse(Integer.toString((int) Double.parseDouble(value)));
    assertThat(created("\"analyticalStorageTtl\":" + value).get("analyticalStorageTtl"))
        .isEqualTo(expected);
    assertThat(replaced("\"defaultTtl\":5").get("analyticalStorageTtl")).isEqualTo(expected);
    assertThat(replaced("\"analyticalStorageTtl\":null").get("analyticalStorageTtl"))
        .isEqualTo(expected);
    assertThat(replaced("\"analyticalStorageTtl\":9").get("analyticalStorageTtl"))
        .isEqualTo(parse("9"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2", "2147483648", "1.5", "\"5\"", "true", "[]"})
  void theAnalyticalStoresIsChecked(String value) {
    assertBad(
        "The input analyticalStorageTtl '" + value.replace("\"", "\\\"") + "' is invalid.",
        createContainer(c("\"analyticalStorageTtl\":" + value)));
  }

  @Test
  void withoutOneNothingIsShownForTheAnalyticalStore() {
    assertThat(created("").get("analyticalStorageTtl", BsonNull.VALUE)).isEqualTo(BsonNull.VALUE);
  }

  @Test
  void aPathToAnotherTimeIsRefused() {
    assertBad(
        "ttlPropertyPath",
        createContainer(c("\"defaultTtl\":5,\"ttlPropertyPath\":\"/creationDate\"")));
    created("\"defaultTtl\":5,\"ttlPropertyPath\":null");
    assertBad("ttlPropertyPath", replaceContainer(c("\"ttlPropertyPath\":\"/d\"")));
  }
}
