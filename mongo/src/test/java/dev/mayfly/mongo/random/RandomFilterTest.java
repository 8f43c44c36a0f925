package dev.mayfly.mongo.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Filters and the naive evaluator agree on random documents. */
class RandomFilterTest {
  private static final int FILTERS = 4_000;
  private static final int DOCUMENTS = 10;

  @Test
  void aFilterMatchesWhatTheNaiveOneMatches() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(RandomFilterTest.class));
    RandomFilters filters = new RandomFilters(documents);
    int matches = 0;
    for (int i = 0; i < FILTERS; i++) {
      BsonDocument filter = filters.next();
      Filter compiled = FilterParser.parse(filter, ParseContext.PLAIN);
      for (int k = 0; k < DOCUMENTS; k++) {
        BsonDocument document = documents.next();
        boolean expected = NaiveFilter.matches(filter, document);
        String what = filter.toJson() + " on " + document.toJson();
        assertThat(compiled.matches(document, Variables.at(0), null)).as(what).isEqualTo(expected);
        LazyDocument lazy = new LazyDocument(BsonBytes.of(document));
        assertThat(compiled.matches(lazy, Variables.at(0), null))
            .as("lazily " + what)
            .isEqualTo(expected);
        matches += expected ? 1 : 0;
      }
    }
    assertThat(matches)
        .as("both answers occur often")
        .isBetween(FILTERS, FILTERS * DOCUMENTS - FILTERS);
  }
}
