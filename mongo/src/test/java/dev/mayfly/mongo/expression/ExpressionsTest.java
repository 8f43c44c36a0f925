package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpressionsTest {
  /** The stable operators of MongoDB 7.0, and {@code $toUUID} of the version after it. */
  private static final String NAMES =
      """
      abs acos acosh add allElementsTrue and anyElementTrue arrayElemAt arrayToObject asin asinh
      atan atan2 atanh avg binarySize bitAnd bitNot bitOr bitXor bsonSize ceil cmp concat
      concatArrays cond const convert cos cosh dateAdd dateDiff dateFromParts dateFromString
      dateSubtract dateToParts dateToString dateTrunc dayOfMonth dayOfWeek dayOfYear
      degreesToRadians divide eq exp filter first firstN floor getField gt gte hour ifNull in
      indexOfArray indexOfBytes indexOfCP isArray isNumber isoDayOfWeek isoWeek isoWeekYear last
      lastN let literal ln log log10 lt lte ltrim map max maxN median mergeObjects meta
      millisecond min minN minute mod month multiply ne not objectToArray or percentile pow
      radiansToDegrees rand range reduce regexFind regexFindAll regexMatch replaceAll replaceOne
      reverseArray round rtrim second setDifference setEquals setField setIntersection
      setIsSubset setUnion sin sinh size slice sortArray split sqrt stdDevPop stdDevSamp
      strLenBytes strLenCP strcasecmp substr substrBytes substrCP subtract sum switch tan tanh
      toBool toDate toDecimal toDouble toHashedIndexKey toInt toLong toLower toObjectId toString
      toUUID toUpper trim trunc tsIncrement tsSecond type unsetField week year zip
      """;

  @Test
  void allOperatorsAreThere() {
    assertThat(Expressions.names())
        .containsExactlyInAnyOrder(
            NAMES
                .strip()
                .lines()
                .flatMap(line -> java.util.Arrays.stream(line.split(" ")))
                .map(name -> "$" + name)
                .toArray(String[]::new));
  }
}
