package dev.mayfly.mongo.collation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.FilterParser;
import org.bson.BsonDocument;
import org.bson.BsonString;
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
          {locale: "de"}                                    | Ä    | Af   | -1
          {locale: "de@collation=phonebook"}                | Ä    | Af   | -1
          {locale: "de@collation=phonebook", strength: 1}   | Ä    | ae   | 0
          {locale: "de@collation=none", strength: 1}        | Ä    | a    | 0
          {locale: "fr"}                                    | côte | coté | 1
          {locale: "fr", backwards: true}                   | côte | coté | -1
          {locale: "fr_CA"}                                 | côte | coté | -1
          {locale: "fr_CA", backwards: false}               | côte | coté | 1
          {locale: "da"}                                    | a    | A    | 1
          {locale: "da", caseFirst: "off"}                  | a    | A    | -1
          {locale: "da"}                                    | aa   | z    | 1
          {locale: "cs"}                                    | ch   | d    | 1
          {locale: "es@collation=traditional"}              | ch   | cz   | 1
          {locale: "th"}                                    | a-b  | ab   | 0
          {locale: "zh"}                                    | 啊   | 中   | -1
          {locale: "zh_TW"}                                 | 啊   | 中   | 1
          {locale: "zh_Hant"}                               | 啊   | 中   | 1
          {locale: "ja"}                                    | あ   | ア   | 0
          {locale: "ja", strength: 4}                       | あ   | ア   | -1
          {locale: "en_XX"}                                 | a    | B    | -1
          {locale: "EN-us"}                                 | a    | B    | -1
          {locale: "en", alternate: "shifted"}              | a$   | a    | 1
          {locale: "en", strength: 5}                       | å    | å    | 0
          {locale: "en", normalization: true}               | ạ̈    | ạ̈   | 0
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
  void aCollationIsDescribedWithAllFields() {
    assertThat(Collations.order(BsonDocument.parse("{locale: 'fr', strength: 2}")).collation())
        .isEqualTo(
            BsonDocument.parse(
                "{locale: 'fr', caseLevel: false, caseFirst: 'off', strength: 2,"
                    + " numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct',"
                    + " normalization: false, backwards: false, version: '57.1'}"));
  }

  @ParameterizedTest
  @CsvSource({
    "da, caseFirst, '\"upper\"'",
    "fr_CA, backwards, true",
    "th, alternate, '\"shifted\"'"
  })
  void aLocaleHasItsOwnDefaults(String locale, String field, String value) {
    BsonDocument collation =
        Collations.order(new BsonDocument("locale", new BsonString(locale))).collation();
    assertThat(collation.get(field)).isEqualTo(BsonDocument.parse("{v: " + value + "}").get("v"));
  }

  @Test
  void aDescriptionIsACollationAndDescribesItself() {
    BsonDocument spec =
        BsonDocument.parse(
            "{locale: 'sv', caseLevel: true, caseFirst: 'lower', strength: 2,"
                + " numericOrdering: true, alternate: 'shifted', maxVariable: 'space',"
                + " normalization: true, backwards: true, version: '57.1'}");
    assertThat(Collations.order(spec).collation()).isEqualTo(spec);
  }

  @Test
  void filtersCompareWithTheCollation() {
    BsonOrder order = Collations.order(BsonDocument.parse("{locale: 'en', strength: 2}"));
    ParseContext context = Expressions.PLAIN.ordered(order);
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
