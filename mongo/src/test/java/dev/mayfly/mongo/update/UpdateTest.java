package dev.mayfly.mongo.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Updates, operator by operator: rows of an update, the document before and after. */
class UpdateTest {
  private static final Variables VARIABLES = Variables.at(1_700_000_000_000L);

  @ParameterizedTest(name = "{0} on {1}")
  @CsvFileSource(resources = "updates.csv", delimiter = '|')
  void anUpdateChangesADocument(String update, String before, String after) {
    Update compiled = parse(update, "[]");
    BsonDocument plain = BsonDocument.parse(before);
    assertSame(compiled.apply(plain, VARIABLES, null), after);
    assertThat(plain).as("what was given stays").isEqualTo(BsonDocument.parse(before));
    LazyDocument lazy = new LazyDocument(BsonBytes.of(plain));
    assertSame(compiled.apply(lazy, VARIABLES, null), after);
  }

  @ParameterizedTest(name = "{0} on {1}: {2} {3}")
  @CsvFileSource(resources = "errors.csv", delimiter = '|')
  void whatCanNotBeDoneIsRefused(String update, String before, int code, String text) {
    MongoException refusal =
        catchThrowableOfType(
            MongoException.class,
            () -> parse(update, "[]").apply(BsonDocument.parse(before), VARIABLES, null));
    assertThat(refusal).as("refused").isNotNull();
    assertThat(refusal.code() + " " + refusal.getMessage()).isEqualTo(code + " " + text);
  }

  @ParameterizedTest(name = "{0} where {1} on {2}")
  @CsvFileSource(resources = "arrays.csv", delimiter = '|')
  void anUpdateChangesElementsOfArrays(
      String update, String query, String filters, String before, String after) {
    BsonDocument document = BsonDocument.parse(before);
    MatchDetails match = new MatchDetails();
    assertThat(
            FilterParser.parse(BsonDocument.parse(query), Expressions.PLAIN)
                .matches(document, VARIABLES, match))
        .as("found")
        .isTrue();
    String result;
    try {
      result = parse(update, filters).apply(document, VARIABLES, match).toJson();
    } catch (MongoException e) {
      result = e.code() + " " + e.getMessage();
    }
    boolean isDocument = after.startsWith("{");
    assertThat(result).isEqualTo(isDocument ? BsonDocument.parse(after).toJson() : after);
  }

  @ParameterizedTest(name = "{0} with {1}")
  @CsvFileSource(resources = "upserts.csv", delimiter = '|')
  void anUpsertMakesADocumentOfQueryAndUpdate(String query, String update, String after) {
    String result;
    try {
      result = parse(update, "[]").insert(BsonDocument.parse(query), VARIABLES).toJson();
    } catch (MongoException e) {
      result = e.code() + " " + e.getMessage();
    }
    boolean isDocument = after.startsWith("{");
    assertThat(result).isEqualTo(isDocument ? BsonDocument.parse(after).toJson() : after);
  }

  @Test
  void anUpsertWithoutAnIdGetsANewOne() {
    BsonDocument made =
        parse("{$set: {a: 1}}", "[]").insert(BsonDocument.parse("{b: 2}"), VARIABLES);
    assertThat(made.getFirstKey()).isEqualTo("_id");
    assertThat(made.get("_id").isObjectId()).isTrue();
    assertThat(made.getInt32("a").getValue()).isEqualTo(1);
    assertThat(made.getInt32("b").getValue()).isEqualTo(2);
  }

  @Test
  void anUpdateThatChangesNothingGivesTheSameObject() {
    LazyDocument before = new LazyDocument(BsonBytes.of(BsonDocument.parse("{_id: 1, a: [1]}")));
    for (String update :
        List.of("{$set: {\"a.0\": 1}}", "{$unset: {b: 1}}", "{$max: {_id: 0}}", "{$set: {}}")) {
      assertThat(parse(update, "[]").apply(before, VARIABLES, null)).isSameAs(before);
    }
  }

  @Test
  void whatAnUpdateDoesNotTouchStaysLazy() {
    LazyDocument before =
        new LazyDocument(BsonBytes.of(BsonDocument.parse("{_id: 1, a: {b: 1}, c: {d: 1}}")));
    BsonDocument after = parse("{$set: {\"a.b\": 2}}", "[]").apply(before, VARIABLES, null);
    assertThat(after.get("c")).isInstanceOf(LazyDocument.class);
    assertThat(after.get("a")).isNotInstanceOf(LazyDocument.class);
  }

  @Test
  void documentsDoNotGetDeeperThanOthersCanRead() {
    BsonDocument document = BsonDocument.parse("{_id: 1}");
    Update wrap = parse("[{$replaceWith: {a: '$$ROOT'}}]", "[]");
    int depth = 1;
    MongoException refusal = null;
    while (refusal == null) {
      try {
        document = wrap.apply(document, VARIABLES, null);
        depth++;
      } catch (MongoException e) {
        refusal = e;
      }
    }
    assertThat(depth).isEqualTo(200);
    assertThat(refusal.code()).isEqualTo(15);
    MongoException byPath =
        catchThrowableOfType(
            MongoException.class, () -> parse("{$set: {'" + "a.".repeat(199) + "a': {}}}", "[]"));
    assertThat(byPath.code()).isEqualTo(15);
  }

  @Test
  void everyListedOperatorIsKnown() {
    assertThat(UpdateOperators.names()).hasSize(15).contains("$set", "$bit");
  }

  @Test
  void aReplacementSaysSo() {
    assertThat(parse("{a: 1}", "[]").isReplacement()).isTrue();
    assertThat(parse("{$set: {a: 1}}", "[]").isReplacement()).isFalse();
    assertThat(parse("{$set: {\"a.$\": 1}}", "[]").needsMatch()).isTrue();
    assertThat(parse("{$set: {\"a.$[]\": 1}}", "[]").needsMatch()).isFalse();
  }

  private static Update parse(String update, String filters) {
    BsonValue parsed =
        update.startsWith("[") ? BsonArray.parse(update) : BsonDocument.parse(update);
    List<BsonDocument> arrayFilters =
        BsonArray.parse(filters).stream().map(BsonValue::asDocument).toList();
    return Update.parse(parsed, arrayFilters, Expressions.PLAIN);
  }

  /** With the same fields in the same order. */
  private static void assertSame(BsonDocument actual, String expected) {
    assertThat(actual.toJson()).isEqualTo(BsonDocument.parse(expected).toJson());
  }
}
