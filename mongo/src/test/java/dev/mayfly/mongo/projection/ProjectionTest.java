package dev.mayfly.mongo.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.filter.MatchDetails;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Projections: rows of a projection, a document, and what is shown of it. */
class ProjectionTest {
  private static final Variables VARIABLES = Variables.at(0);

  @ParameterizedTest(name = "{0} of {1}")
  @CsvFileSource(resources = "projections.csv", delimiter = '|')
  void aProjectionShowsAPart(String projection, String document, String shown) {
    Projection compiled = parse(projection);
    BsonDocument plain = BsonDocument.parse(document);
    assertThat(compiled.apply(plain, VARIABLES, null).toJson())
        .isEqualTo(BsonDocument.parse(shown).toJson());
    assertThat(plain).as("what was given stays").isEqualTo(BsonDocument.parse(document));
    LazyDocument lazy = new LazyDocument(BsonBytes.of(plain));
    assertThat(compiled.apply(lazy, VARIABLES, null).toJson())
        .isEqualTo(BsonDocument.parse(shown).toJson());
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvFileSource(resources = "errors.csv", delimiter = '|')
  void whatIsNoProjectionIsRefused(String projection, int code, String text) {
    MongoException refusal = catchThrowableOfType(MongoException.class, () -> parse(projection));
    assertThat(refusal).as("refused").isNotNull();
    assertThat(refusal.code() + " " + refusal.getMessage()).isEqualTo(code + " " + text);
  }

  @ParameterizedTest(name = "{0} where {1} of {2}")
  @CsvFileSource(resources = "positional.csv", delimiter = '|')
  void aPositionalProjectionShowsTheElementThatMatched(
      String projection, String query, String document, String shown) {
    BsonDocument parsed = BsonDocument.parse(document);
    MatchDetails match = new MatchDetails();
    assertThat(
            FilterParser.parse(BsonDocument.parse(query), Expressions.PLAIN)
                .matches(parsed, VARIABLES, match))
        .isTrue();
    String result;
    try {
      result = parse(projection).apply(parsed, VARIABLES, match).toJson();
    } catch (MongoException e) {
      result = e.code() + " " + e.getMessage();
    }
    assertThat(result)
        .isEqualTo(shown.startsWith("{") ? BsonDocument.parse(shown).toJson() : shown);
    assertThat(parse(projection).needsMatch()).isTrue();
  }

  @Test
  void aStageKnowsNothingThatOnlyFindKnows() {
    assertThat(refusalOfStage("{}")).isEqualTo(51272);
    assertThat(refusalOfStage("{'a.$': 1}")).isEqualTo(31324);
    assertThat(refusalOfStage("{a: {$elemMatch: {b: 1}}}")).isEqualTo(168);
    assertThat(
            Projection.parseStage(BsonDocument.parse("{a: {$slice: ['$a', 1]}}"), Expressions.PLAIN)
                .apply(BsonDocument.parse("{_id: 1, a: [1, 2]}"), VARIABLES, null))
        .isEqualTo(BsonDocument.parse("{_id: 1, a: [1]}"));
  }

  @Test
  void whatIsShownWholeStaysLazy() {
    LazyDocument document =
        new LazyDocument(BsonBytes.of(BsonDocument.parse("{_id: 1, a: {b: 1}, c: 1}")));
    BsonDocument shown = parse("{a: 1}").apply(document, VARIABLES, null);
    assertThat(shown.get("a")).isInstanceOf(LazyDocument.class);
  }

  private static int refusalOfStage(String projection) {
    return catchThrowableOfType(
            MongoException.class,
            () -> Projection.parseStage(BsonDocument.parse(projection), Expressions.PLAIN))
        .code();
  }

  private static Projection parse(String projection) {
    return Projection.parse(BsonDocument.parse(projection), Expressions.PLAIN);
  }
}
