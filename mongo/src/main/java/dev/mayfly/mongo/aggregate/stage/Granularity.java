package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Preferred number series, to which bucket boundaries are rounded. */
record Granularity(double[] series) {
  private static final double LOW = 1;

  /** The numbers of one decade, from 1 to below 10; empty for powers of two. */
  private static final Map<String, double[]> SERIES = new TreeMap<>();

  static {
    SERIES.put("1-2-5", decade(10, 20, 50));
    SERIES.put("R5", decade(10, 16, 25, 40, 63));
    SERIES.put("R10", hundreds(100, 125, 160, 200, 250, 315, 400, 500, 630, 800));
    SERIES.put(
        "R20",
        hundreds(
            100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630,
            710, 800, 900));
    SERIES.put(
        "R40",
        hundreds(
            100, 106, 112, 118, 125, 132, 140, 150, 160, 170, 180, 190, 200, 212, 224, 236, 250,
            265, 280, 300, 315, 335, 355, 375, 400, 425, 450, 475, 500, 530, 560, 600, 630, 670,
            710, 750, 800, 850, 900, 950));
    SERIES.put(
        "R80",
        hundreds(
            100, 103, 106, 109, 112, 115, 118, 122, 125, 128, 132, 136, 140, 145, 150, 155, 160,
            165, 170, 175, 180, 185, 190, 195, 200, 206, 212, 218, 224, 230, 236, 243, 250, 258,
            265, 272, 280, 290, 300, 307, 315, 325, 335, 345, 355, 365, 375, 387, 400, 412, 425,
            437, 450, 462, 475, 487, 500, 515, 530, 545, 560, 575, 600, 615, 630, 650, 670, 690,
            710, 730, 750, 775, 800, 825, 850, 875, 900, 925, 950, 975));
    SERIES.put("E6", decade(10, 15, 22, 33, 47, 68));
    SERIES.put("E12", decade(10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82));
    SERIES.put(
        "E24",
        decade(
            10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75,
            82, 91));
    SERIES.put("E48", equalSteps(48));
    SERIES.put("E96", equalSteps(96));
    SERIES.put("E192", equalSteps(192));
    SERIES.put("POWERSOF2", new double[0]);
  }

  private static double[] decade(int... tenths) {
    double[] numbers = new double[tenths.length];
    for (int i = 0; i < tenths.length; i++) {
      numbers[i] = tenths[i] / 10.0;
    }
    return numbers;
  }

  private static double[] hundreds(int... hundredths) {
    double[] numbers = new double[hundredths.length];
    for (int i = 0; i < hundredths.length; i++) {
      numbers[i] = hundredths[i] / 100.0;
    }
    return numbers;
  }

  /** The finer E series are powers of a root of ten with three digits; one value is rounded up. */
  private static double[] equalSteps(int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      int rounded = (int) Math.round(100 * Math.pow(10, (double) i / count));
      numbers[i] = rounded == 919 ? 920 : rounded;
    }
    return hundreds(numbers);
  }

  static Granularity named(String name) {
    double[] series = SERIES.get(name);
    if (series == null) {
      throw new MongoException(40257, "Unknown rounding granularity '" + name + "'");
    }
    return new Granularity(series);
  }

  /** Only non-negative numbers can be rounded. */
  static void check(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          40258,
          "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a"
              + " value with type: "
              + TypeNames.of(value));
    }
    if (Numbers.isNaN(value)) {
      throw new MongoException(
          40259,
          "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a"
              + " NaN");
    }
    if (Numbers.compare(value, new BsonInt32(0)) < 0) {
      throw new MongoException(
          40260,
          "$bucketAuto can specify a 'granularity' with non-negative numbers only, but found a"
              + " negative number");
    }
  }

  static boolean isZero(BsonValue number) {
    return Numbers.toDouble(number) == 0;
  }

  /** The next larger number of the series; zero stays zero. */
  BsonValue roundUp(BsonValue number) {
    double value = Numbers.toDouble(number);
    if (value == 0 || Double.isInfinite(value)) {
      return number;
    }
    return shown(number, series.length == 0 ? powerAbove(value) : above(value));
  }

  /** The next smaller number of the series; zero stays zero. */
  BsonValue roundDown(BsonValue number) {
    double value = Numbers.toDouble(number);
    if (value == 0 || Double.isInfinite(value)) {
      return number;
    }
    return shown(number, series.length == 0 ? powerBelow(value) : below(value));
  }

  private static BsonValue shown(BsonValue like, double value) {
    return like.getBsonType() == BsonType.DECIMAL128
        ? Numbers.of(Numbers.toDecimal(new BsonDouble(value)))
        : new BsonDouble(value);
  }

  private double above(double value) {
    int exponent = (int) Math.floor(Math.log10(value)) - 1;
    for (; ; exponent++) {
      for (double each : series) {
        double candidate = scaled(each, exponent);
        if (candidate > value) {
          return candidate;
        }
      }
    }
  }

  private double below(double value) {
    int exponent = (int) Math.floor(Math.log10(value)) + 1;
    for (; ; exponent--) {
      for (int i = series.length - 1; i >= 0; i--) {
        double candidate = scaled(series[i], exponent);
        if (candidate < value) {
          return candidate;
        }
      }
    }
  }

  /** Dividing by a power of ten is more precise than multiplying by a fraction. */
  private static double scaled(double number, int exponent) {
    double digits = Math.rint(number * 100);
    int shift = exponent - 2;
    return shift >= 0 ? digits * Math.pow(10, shift) : digits / Math.pow(10, -shift);
  }

  private static double powerAbove(double value) {
    double power = Math.scalb(LOW, Math.getExponent(value));
    return power > value ? power : power * 2;
  }

  private static double powerBelow(double value) {
    double power = Math.scalb(LOW, Math.getExponent(value));
    return power < value ? power : power / 2;
  }
}
