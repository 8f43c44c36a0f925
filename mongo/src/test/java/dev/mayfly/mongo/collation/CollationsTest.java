package dev.mayfly.mongo.collation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.FilterParser;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Collations: how texts compare, and what is no collation. */
class CollationsTest {
  @ParameterizedTest(name = "{0}: {1} {2} {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {locale: "en"}                                    | a    | b    | -1
          {locale: "en"}                                    | a    | B    | -1
          {locale: "en"}                                    | a    | A    | -1
          {locale: "en"}                                    | b    | A    | 1
          {locale: "en"}                                    | e    | é    | -1
          {locale: "en"}                                    | a b  | ab   | -1
          {locale: "en"}                                    | a-b  | ab   | -1
          {locale: "en", strength: 1}                       | a    | A    | 0
          {locale: "en", strength: 1}                       | e    | É    | 0
          {locale: "en", strength: 2}                       | a    | A    | 0
          {locale: "en", strength: 2}                       | e    | é    | -1
          {locale: "en", strength: 1, caseLevel: true}      | a    | A    | -1
          {locale: "en", strength: 1, caseLevel: true}      | e    | é    | 0
          {locale: "en", caseFirst: "upper"}                | a    | A    | 1
          {locale: "en", caseFirst: "lower"}                | a    | A    | -1
          {locale: "en", numericOrdering: true}             | a10  | a9   | 1
          {locale: "en", numericOrdering: true}             | a010 | a10  | 0
          {locale: "en", numericOrdering: true}             | 2    | 10   | -1
          {locale: "en"}                                    | a10  | a9   | -1
          {locale: "en", alternate: "shifted"}              | a b  | ab   | 0
          {locale: "en", alternate: "shifted"}              | a-b  | ab   | 0
          {locale: "en", alternate: "shifted", maxVariable: "space"} | a-b | ab | -1
          {locale: "en", alternate: "shifted", strength: 4} | a b  | ab   | -1
          {locale: "sv"}                                    | z    | ö    | -1
          {locale: "de"}                                    | z    | ö    | 1
          {locale: "de_AT@collation=phonebook"}             | z    | ö    | 1
          {locale: "simple"}                                | a    | B    | 1
          """)
  void textsCompareAsTheCollationSays(String collation, String first, String second, int sign) {
    BsonOrder order = Collations.order(BsonDocument.parse(collation));
    assertThat(Integer.signum(order.compareTexts(first, second))).isEqualTo(sign);
    assertThat(Integer.signum(order.compareTexts(second, first))).isEqualTo(-sign);
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvFileSource(resources = "errors.csv", delimiter = '|')
  void whatIsNoCollationIsRefused(String collation, int code, String text) {
    MongoException refusal =
        catchThrowableOfType(
            MongoException.class, () -> Collations.order(BsonDocument.parse(collation)));
    assertThat(refusal.code() + " " + refusal.getMessage()).isEqualTo(code + " " + text);
  }

  @Test
  void theSimpleCollationIsNone() {
    assertThat(Collations.order(null)).isSameAs(BsonOrder.SIMPLE);
    assertThat(Collations.order(BsonDocument.parse("{locale: 'simple'}")))
        .isSameAs(BsonOrder.SIMPLE);
  }

  @Test
  void aCollationIsToldWithEverythingThatHolds() {
    assertThat(Collations.order(BsonDocument.parse("{locale: 'fr', strength: 2}")).collation())
        .isEqualTo(
            BsonDocument.parse(
                "{locale: 'fr', caseLevel: false, caseFirst: 'off', strength: 2,"
                    + " numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct',"
                    + " normalization: false, backwards: false, version: '57.1'}"));
  }

  @Test
  void filtersCompareWithTheCollation() {
    BsonOrder order = Collations.order(BsonDocument.parse("{locale: 'en', strength: 2}"));
    ParseContext context = ParseContext.PLAIN.ordered(order);
    for (String filter :
        new String[] {
          "{a: 'X'}", "{a: {$in: ['X', 'b', 'c', 'd', 'e', 'f']}}", "{a: {$gte: 'X', $lte: 'X'}}"
        }) {
      assertThat(
              FilterParser.parse(BsonDocument.parse(filter), context)
                  .matches(BsonDocument.parse("{a: 'x'}"), Variables.at(0), null))
          .as(filter)
          .isTrue();
    }
  }
}
