package dev.mayfly.mongo.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Static analysis of filters, and filters that the engine stores. */
class FiltersTest {
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          {_id: 1}                         | {v: 1}
          {_id: "x", a: 2}                 | {v: "x"}
          {_id: {$eq: 1}}                  | {v: 1}
          {_id: {$eq: 1, $gt: 0}}          | {v: 1}
          {$and: [{a: 1}, {_id: 2}]}       | {v: 2}
          {_id: {a: 1}}                    | {v: {a: 1}}
          {_id: {$gt: 1}}                  | none
          {_id: null}                      | none
          {_id: {$in: [1]}}                | none
          {$or: [{_id: 1}]}                | none
          {a: 1}                           | none
          {}                               | none
          """)
  void theIdOfAnEqualityIsFound(String filter, String wrapped) {
    BsonValue id = Filters.idOf(BsonDocument.parse(filter));
    assertThat(id).isEqualTo(wrapped == null ? null : BsonDocument.parse(wrapped).get("v"));
  }

  @Test
  void storedFiltersMatchBytes() {
    Predicate<byte[]> compiled =
        new FilterItemFilters().compile(BsonDocument.parse("{a: {$gt: 1}, b: {$exists: true}}"));
    assertThat(compiled.test(BsonBytes.of(BsonDocument.parse("{a: 2, b: null}")))).isTrue();
    assertThat(compiled.test(BsonBytes.of(BsonDocument.parse("{a: 2}")))).isFalse();
  }

  @Test
  void everyListedOperatorIsKnown() {
    assertThat(FilterOperators.names()).hasSize(37).contains("$eq", "$expr");
    for (String name : FilterOperators.names()) {
      boolean onDocument = FilterOperators.ON_DOCUMENTS.contains(name);
      BsonDocument operator = new BsonDocument(name, new BsonInt32(1));
      BsonDocument filter = onDocument ? operator : new BsonDocument("a", operator);
      String text = "";
      try {
        FilterParser.parse(filter, Expressions.PLAIN);
      } catch (MongoException e) {
        text = e.getMessage();
      }
      assertThat(text).as(name).doesNotStartWith("unknown").doesNotContain("not supported");
    }
  }

  @Test
  void aFilterThatIsNestedTooDeeplyIsRefused() {
    BsonDocument filter = new BsonDocument("a", new BsonInt32(1));
    for (int i = 0; i < 250; i++) {
      filter = new BsonDocument("$and", new BsonArray(List.of(filter)));
    }
    BsonDocument deep = filter;
    assertThat(
            catchThrowableOfType(
                    MongoException.class, () -> FilterParser.parse(deep, Expressions.PLAIN))
                .code())
        .isEqualTo(15);
  }
}
