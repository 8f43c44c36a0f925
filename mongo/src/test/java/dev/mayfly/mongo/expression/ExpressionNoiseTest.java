package dev.mayfly.mongo.expression;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.testkit.Seeds;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gives operators arguments that make no sense: they compute something or refuse it politely. */
class ExpressionNoiseTest {
  private static final int ROUNDS = 200;

  /** The arguments of operators that have names for them. */
  private static final Map<String, String> NAMED =
      Map.ofEntries(
          entry("$cond", "if then else"),
          entry("$convert", "input to onError onNull"),
          entry("$dateAdd", "startDate unit amount timezone"),
          entry("$dateDiff", "startDate endDate unit timezone startOfWeek"),
          entry("$dateFromParts", "year month day hour second timezone"),
          entry("$dateFromString", "dateString format timezone onError"),
          entry("$dateSubtract", "startDate unit amount timezone"),
          entry("$dateToParts", "date timezone iso8601"),
          entry("$dateToString", "date format timezone onNull"),
          entry("$dateTrunc", "date unit binSize timezone startOfWeek"),
          entry("$filter", "input cond limit"),
          entry("$firstN", "n input"),
          entry("$getField", "field input"),
          entry("$let", "vars in"),
          entry("$ltrim", "input chars"),
          entry("$map", "input in"),
          entry("$maxN", "n input"),
          entry("$percentile", "input p method"),
          entry("$reduce", "input initialValue in"),
          entry("$regexFindAll", "input regex options"),
          entry("$replaceAll", "input find replacement"),
          entry("$setField", "field input value"),
          entry("$sortArray", "input sortBy"),
          entry("$year", "date timezone"),
          entry("$zip", "inputs useLongestLength"));

  private static final String[] TEXTS = {
    "",
    "$a",
    "$b.c",
    "$$this",
    "$$ROOT",
    "x",
    "day",
    "week",
    "UTC",
    "%Y-%m-%d",
    "2026-01-01",
    "1",
    "approximate",
    "mon",
    "int",
    "é😀",
    "(",
    "a*",
    "$$NOW"
  };
  private static final BsonValue[] OTHERS = {
    BsonNull.VALUE,
    new BsonUndefined(),
    new BsonMinKey(),
    new BsonMaxKey(),
    BsonBoolean.TRUE,
    BsonBoolean.FALSE,
    new BsonInt32(Integer.MIN_VALUE),
    new BsonInt64(Long.MIN_VALUE),
    new BsonInt64(Long.MAX_VALUE),
    new BsonDouble(Double.NaN),
    new BsonDouble(Double.NEGATIVE_INFINITY),
    new BsonDouble(-0.0),
    new BsonDouble(1e300),
    new BsonDecimal128(Decimal128.NaN),
    new BsonDecimal128(Decimal128.POSITIVE_INFINITY),
    new BsonDecimal128(Decimal128.NEGATIVE_ZERO),
    new BsonDecimal128(Decimal128.parse("1E+6144")),
    new BsonDecimal128(Decimal128.parse("-1E-6176")),
    new BsonDecimal128(Decimal128.parse("0.5")),
    new BsonDateTime(Long.MAX_VALUE),
    new BsonDateTime(Long.MIN_VALUE),
    new BsonDateTime(1_700_000_000_000L),
    new BsonTimestamp(-1, -1),
    new BsonObjectId(new ObjectId("ffffffffffffffffffffffff")),
    new BsonBinary(new byte[3]),
    new BsonRegularExpression("a", "i"),
    new BsonSymbol("s"),
    new BsonJavaScript("1")
  };

  static Stream<String> operators() {
    return Expressions.names().stream();
  }

  @ParameterizedTest
  @MethodSource("operators")
  void onlyErrorsThatClientsUnderstandAreThrown(String operator) {
    long seed = Seeds.seed(ExpressionNoiseTest.class);
    Random random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      BsonValue expression = new BsonDocument(operator, argument(operator, random, 2));
      BsonDocument document = new BsonDocument("a", value(random, 2)).append("b", value(random, 2));
      try {
        ExpressionCases.evaluate(expression, document);
      } catch (MongoException e) {
        assertThat(e.code()).as("%s, seed %d", expression, seed).isPositive();
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("%s on %s, seed %d".formatted(expression, document, seed), e);
      }
    }
  }

  private static BsonValue argument(String operator, Random random, int depth) {
    String names = NAMED.get(operator);
    if (random.nextInt(4) == 0) {
      return value(random, depth);
    }
    if (names != null && random.nextInt(4) > 0) {
      BsonDocument named = new BsonDocument();
      for (String name : names.split(" ")) {
        if (random.nextInt(8) > 0) {
          named.put(name, value(random, depth));
        }
      }
      return named;
    }
    BsonArray list = new BsonArray();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(value(random, depth));
    }
    return list;
  }

  private static BsonValue value(Random random, int depth) {
    switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0:
        return new BsonString(TEXTS[random.nextInt(TEXTS.length)]);
      case 1:
        return new BsonInt32(random.nextInt(8) - 3);
      case 2, 3:
        return OTHERS[random.nextInt(OTHERS.length)];
      case 4:
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(random, depth - 1));
        }
        return array;
      default:
        BsonDocument document = new BsonDocument();
        for (int i = random.nextInt(3); i > 0; i--) {
          document.put(random.nextBoolean() ? "c" : "k", value(random, depth - 1));
        }
        return document;
    }
  }
}
