package dev.mayfly.mongo.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Filters and the naive evaluator agree on random documents. */
class RandomFilterTest {
  private static final int FILTERS = Rounds.of(5_000, 20_000);
  private static final int DOCUMENTS = 4;

  @Test
  void aFilterMatchesWhatTheNaiveOneMatches() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(RandomFilterTest.class));
    RandomFilters filters = new RandomFilters(documents);
    int matches = 0;
    for (int i = 0; i < FILTERS; i++) {
      List<BsonDocument> candidates = Stream.generate(documents::next).limit(DOCUMENTS).toList();
      BsonDocument filter = filters.next();
      Filter compiled = FilterParser.parse(filter, Expressions.PLAIN);
      for (BsonDocument document : candidates) {
        boolean expected = NaiveFilter.matches(filter, document);
        LazyDocument lazy = new LazyDocument(BsonBytes.of(document));
        if (compiled.matches(document, Variables.at(0), null) != expected
            || compiled.matches(lazy, Variables.at(0), null) != expected) {
          fail("not " + expected + ": " + filter.toJson() + " on " + document.toJson());
        }
        matches += expected ? 1 : 0;
      }
    }
    assertThat(matches)
        .as("both answers occur often")
        .isBetween(FILTERS / 2, FILTERS * DOCUMENTS - FILTERS / 2);
  }
}
