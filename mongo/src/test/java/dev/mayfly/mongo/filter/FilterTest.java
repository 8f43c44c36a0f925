package dev.mayfly.mongo.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Filters, operator by operator: rows of a filter, a document, and whether it matches. */
class FilterTest {
  private static final Variables VARIABLES = Variables.at(1_700_000_000_000L);

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @CsvFileSource(resources = "matches.csv", delimiter = '|')
  void aFilterMatchesOrNot(String filter, String document, boolean matches) {
    BsonDocument plain = BsonDocument.parse(document);
    Filter compiled = FilterParser.parse(BsonDocument.parse(filter), Expressions.PLAIN);
    assertThat(compiled.matches(plain, VARIABLES, null)).as("plain").isEqualTo(matches);
    LazyDocument lazy = new LazyDocument(BsonBytes.of(plain));
    assertThat(compiled.matches(lazy, VARIABLES, null)).as("lazy").isEqualTo(matches);
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvFileSource(resources = "errors.csv", delimiter = '|')
  void whatIsNoFilterIsRefused(String filter, int code, String text) {
    MongoException refusal =
        catchThrowableOfType(
            MongoException.class,
            () -> FilterParser.parse(BsonDocument.parse(filter), Expressions.PLAIN));
    assertThat(refusal).as("refused").isNotNull();
    assertThat(refusal.code() + " " + refusal.getMessage().strip()).isEqualTo(code + " " + text);
  }

  @ParameterizedTest(name = "{0} on {1}: element {2}")
  @CsvFileSource(resources = "positions.csv", delimiter = '|')
  void theMatchingElementIsReported(String filter, String document, int element) {
    MatchDetails match = new MatchDetails();
    Filter compiled = FilterParser.parse(BsonDocument.parse(filter), Expressions.PLAIN);
    assertThat(compiled.matches(BsonDocument.parse(document), VARIABLES, match)).isTrue();
    assertThat(match.hasElement() ? match.element() : -1).isEqualTo(element);
  }
}
