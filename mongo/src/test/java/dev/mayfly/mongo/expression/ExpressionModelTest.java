package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.TestDocuments;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.testkit.Seeds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.RepeatedTest;

/** Compares expressions with the simplest code that computes the same, on random values. */
class ExpressionModelTest {
  private static final int ROUNDS = 50;
  private static final String[] PIECES = {"a", "b", "ab", "é", "€", "😀", " ", ""};
  private static final String[] ZONES = {"UTC", "Europe/Berlin", "America/New_York", "+05:30"};

  private final long seed = Seeds.seed(ExpressionModelTest.class);
  private final Random random = new Random(seed);

  private BsonValue evaluate(String expression, BsonValue... values) {
    BsonDocument document = new BsonDocument();
    for (int i = 0; i < values.length; i++) {
      document.put(String.valueOf((char) ('a' + i)), values[i]);
    }
    return ExpressionCases.evaluate(TestDocuments.value(expression), document);
  }

  private void check(BsonValue actual, BsonValue expected) {
    assertThat(actual).as("seed %d", seed).isEqualTo(expected);
  }

  private long whole() {
    return random.nextLong() >> random.nextInt(64);
  }

  private BsonValue number(long value) {
    return value == (int) value && random.nextBoolean()
        ? new BsonInt32((int) value)
        : new BsonInt64(value);
  }

  private BsonArray array() {
    BsonArray array = new BsonArray();
    for (int i = random.nextInt(8); i > 0; i--) {
      array.add(new BsonInt32(random.nextInt(6)));
    }
    return array;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @RepeatedTest(ROUNDS)
  void wholeNumbersAreComputedExactlyOrAsDoubles() {
    BsonValue first = number(whole());
    BsonValue second = number(whole());
    BigInteger left = big(first);
    BigInteger right = big(second);
    boolean isLong = first.isInt64() || second.isInt64();

    check(evaluate("{$add: ['$a', '$b']}", first, second), result(left.add(right), isLong));
    check(evaluate("{$add: ['$a', 0, '$b']}", first, second), result(left.add(right), isLong));
    check(
        evaluate("{$subtract: ['$a', '$b']}", first, second), result(left.subtract(right), isLong));
    check(evaluate("{$sum: ['$a', '$b']}", first, second), result(left.add(right), isLong));
    if (left.multiply(right).bitLength() < 64) {
      check(
          evaluate("{$multiply: ['$a', '$b']}", first, second),
          result(left.multiply(right), isLong));
    }
    if (right.signum() != 0) {
      check(
          evaluate("{$mod: ['$a', '$b']}", first, second),
          isLong
              ? new BsonInt64(left.remainder(right).longValue())
              : new BsonInt32(left.remainder(right).intValue()));
    }
  }

  private static BigInteger big(BsonValue number) {
    return BigInteger.valueOf(number.asNumber().longValue());
  }

  private static BsonValue result(BigInteger exact, boolean isLong) {
    if (exact.bitLength() > 63) {
      return new BsonDouble(exact.doubleValue());
    }
    return isLong || exact.bitLength() > 31
        ? new BsonInt64(exact.longValue())
        : new BsonInt32(exact.intValue());
  }

  @RepeatedTest(ROUNDS)
  void partsOfArraysAreThoseOfLists() {
    BsonArray array = array();
    int size = array.size();
    int at = random.nextInt(20) - 10;
    int start = at < 0 ? Math.max(0, size + at) : Math.min(at, size);
    int count = 1 + random.nextInt(5);

    check(
        evaluate("{$slice: ['$a', '$b', '$c']}", array, new BsonInt32(at), new BsonInt32(count)),
        new BsonArray(array.subList(start, Math.min(size, start + count))));
    int from = at < 0 ? size + at : at;
    check(
        evaluate("{$arrayElemAt: ['$a', '$b']}", array, new BsonInt32(at)),
        from >= 0 && from < size ? array.get(from) : null);
    BsonValue wanted = new BsonInt32(random.nextInt(6));
    check(
        evaluate("{$indexOfArray: ['$a', '$b']}", array, wanted),
        new BsonInt32(array.indexOf(wanted)));
    check(evaluate("{$in: ['$b', '$a']}", array, wanted), Values.of(array.contains(wanted)));
    List<BsonValue> sorted = new ArrayList<>(array);
    sorted.sort(BsonOrder.SIMPLE);
    check(evaluate("{$sortArray: {input: '$a', sortBy: 1}}", array), new BsonArray(sorted));
    check(
        evaluate("{$minN: {input: '$a', n: '$b'}}", array, new BsonInt32(count)),
        new BsonArray(sorted.subList(0, Math.min(count, size))));
  }

  @RepeatedTest(ROUNDS)
  void setsAreSets() {
    BsonArray first = array();
    BsonArray second = array();
    TreeSet<BsonValue> union = new TreeSet<>(BsonOrder.SIMPLE);
    union.addAll(first);
    TreeSet<BsonValue> shared = new TreeSet<>(union);
    union.addAll(second);
    shared.retainAll(second);

    check(evaluate("{$setUnion: ['$a', '$b']}", first, second), list(union));
    check(evaluate("{$setIntersection: ['$a', '$b']}", first, second), list(shared));
    check(
        evaluate("{$setIsSubset: ['$a', '$b']}", first, second),
        Values.of(second.containsAll(first)));
    check(
        evaluate("{$setEquals: ['$a', '$b']}", first, second),
        Values.of(second.containsAll(first) && first.containsAll(second)));
  }

  private static BsonArray list(TreeSet<BsonValue> set) {
    return new BsonArray(new ArrayList<>(set));
  }

  @RepeatedTest(ROUNDS)
  void rangesCountInSteps() {
    int start = random.nextInt(40) - 20;
    int end = random.nextInt(40) - 20;
    int step = random.nextBoolean() ? 1 + random.nextInt(5) : -1 - random.nextInt(5);
    BsonArray expected = new BsonArray();
    for (int i = start; step > 0 ? i < end : i > end; i += step) {
      expected.add(new BsonInt32(i));
    }

    check(
        evaluate(
            "{$range: ['$a', '$b', '$c']}",
            new BsonInt32(start),
            new BsonInt32(end),
            new BsonInt32(step)),
        expected);
  }

  @RepeatedTest(ROUNDS)
  void positionsInTextsAreCodePointsOrBytes() {
    String text = text();
    String token = PIECES[random.nextInt(PIECES.length)];
    int[] points = text.codePoints().toArray();
    int start = random.nextInt(10);
    int length = random.nextInt(10);
    int from = Math.min(start, points.length);
    int to = Math.min(from + length, points.length);

    check(
        evaluate(
            "{$substrCP: ['$a', '$b', '$c']}",
            new BsonString(text),
            new BsonInt32(start),
            new BsonInt32(length)),
        new BsonString(new String(points, from, to - from)));
    check(
        evaluate("{$strLenBytes: '$a'}", new BsonString(text)), new BsonInt32(bytes(text).length));
    int found = text.indexOf(token);
    check(
        evaluate("{$indexOfBytes: ['$a', '$b']}", new BsonString(text), new BsonString(token)),
        new BsonInt32(found < 0 ? -1 : bytes(text.substring(0, found)).length));
    check(
        evaluate("{$indexOfCP: ['$a', '$b']}", new BsonString(text), new BsonString(token)),
        new BsonInt32(found < 0 ? -1 : text.codePointCount(0, found)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @RepeatedTest(ROUNDS)
  void bytesOfTextsAreThoseOfUtf8() {
    String text = text();
    byte[] bytes = bytes(text);
    int start = text.codePointCount(0, text.length()) == 0 ? 0 : boundary(text);
    byte[] rest = Arrays.copyOfRange(bytes, start, bytes.length);

    check(
        evaluate("{$substrBytes: ['$a', '$b', -1]}", new BsonString(text), new BsonInt32(start)),
        new BsonString(new String(rest, StandardCharsets.UTF_8)));
  }

  private int boundary(String text) {
    int codePoints = random.nextInt(text.codePointCount(0, text.length()) + 1);
    return bytes(text.substring(0, text.offsetByCodePoints(0, codePoints))).length;
  }

  @RepeatedTest(ROUNDS)
  void splitTextsJoinAgain() {
    String text = text();
    String separator = PIECES[random.nextInt(4)];

    check(
        evaluate(
            "{$reduce: {input: {$split: ['$a', '$b']}, initialValue: null, in: {$cond: ["
                + "{$eq: ['$$value', null]}, '$$this', {$concat: ['$$value', '$b', '$$this']}]}}}",
            new BsonString(text),
            new BsonString(separator)),
        new BsonString(text));
    check(
        evaluate(
            "{$replaceAll: {input: '$a', find: '$b', replacement: '_'}}",
            new BsonString(text),
            new BsonString(separator)),
        new BsonString(text.replace(separator, "_")));
  }

  @RepeatedTest(ROUNDS)
  void datesMoveAndComeBack() {
    long millis = Math.floorMod(random.nextLong(), 4_000_000_000_000L);
    BsonValue date = new BsonDateTime(millis);
    BsonValue zone = new BsonString(ZONES[random.nextInt(ZONES.length)]);
    BsonValue amount = new BsonInt32(random.nextInt(2000) - 1000);

    for (String unit : new String[] {"hour", "minute", "second", "millisecond"}) {
      BsonValue moved =
          evaluate(
              "{$dateAdd: {startDate: '$a', unit: '%s', amount: '$b', timezone: '$c'}}"
                  .formatted(unit),
              date,
              amount,
              zone);
      check(
          evaluate(
              "{$dateSubtract: {startDate: '$a', unit: '%s', amount: '$b'}}".formatted(unit),
              moved,
              amount),
          date);
    }
    BsonValue parts = evaluate("{$dateToParts: {date: '$a', timezone: '+05:30'}}", date);
    check(
        evaluate(
            "{$dateFromParts: {year: '$a.year', month: '$a.month', day: '$a.day',"
                + " hour: '$a.hour', minute: '$a.minute', second: '$a.second',"
                + " millisecond: '$a.millisecond', timezone: '+05:30'}}",
            parts),
        date);
    check(evaluate("{$dateFromString: {dateString: {$dateToString: {date: '$a'}}}}", date), date);
  }

  @RepeatedTest(ROUNDS)
  void daysBetweenDatesAreThoseOfTheCalendar() {
    long first = Math.floorMod(random.nextLong(), 4_000_000_000_000L);
    long second = Math.floorMod(random.nextLong(), 4_000_000_000_000L);
    ZoneId zone = ZoneId.of("Europe/Berlin");

    check(
        evaluate(
            "{$dateDiff: {startDate: '$a', endDate: '$b', unit: 'day',"
                + " timezone: 'Europe/Berlin'}}",
            new BsonDateTime(first),
            new BsonDateTime(second)),
        new BsonInt64(
            ChronoUnit.DAYS.between(
                Instant.ofEpochMilli(first).atZone(zone).toLocalDate(),
                Instant.ofEpochMilli(second).atZone(zone).toLocalDate())));
    check(
        evaluate(
            "{$dateTrunc: {date: '$a', unit: 'month', timezone: 'Europe/Berlin'}}",
            new BsonDateTime(first)),
        new BsonDateTime(
            Instant.ofEpochMilli(first)
                .atZone(zone)
                .toLocalDate()
                .withDayOfMonth(1)
                .atStartOfDay(zone)
                .toInstant()
                .toEpochMilli()));
  }
}
