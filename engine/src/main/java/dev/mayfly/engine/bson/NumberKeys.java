package dev.mayfly.engine.bson;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.types.Decimal128;

/**
 * Numbers as bytes that sort by value, whatever their type; equal numbers have equal bytes.
 *
 * <p>The magnitude of a number below 2^63 is written as its whole part, shifted by one bit that
 * says whether a fraction follows, in as few bytes as hold it; their number is in the tag. A
 * fraction, and any larger number, is written as the largest double that is not above the
 * magnitude, and then 0 if that is exact, or 1 and the decimal exponent and digits if not. Only a
 * Decimal128 can be inexact, so there are at most 34 digits. Negative numbers have mirrored tags
 * and flipped bits.
 */
final class NumberKeys {
  private static final double TWO_TO_63 = 0x1p63;
  private static final int EXACT = 0;
  private static final int INEXACT = 1;
  private static final int EXPONENT_BIAS = 0x8000;
  private static final int MAX_LONG_DIGITS = 19;
  private static final int MAX_DECIMAL_DIGITS = 34;

  private NumberKeys() {}

  static void putLong(ByteSink sink, long value) {
    if (value == Long.MIN_VALUE) {
      putLarge(sink, true, TWO_TO_63, null);
    } else if (value == 0) {
      sink.putByte(KeyTags.ZERO);
    } else {
      boolean negative = value < 0;
      putInteger(sink, negative, Math.abs(value) << 1);
    }
  }

  static void putDouble(ByteSink sink, double value) {
    if (value == (double) (long) value && Math.abs(value) < TWO_TO_63) {
      putLong(sink, (long) value);
    } else if (Double.isNaN(value)) {
      sink.putByte(KeyTags.NAN);
    } else if (Double.isInfinite(value)) {
      putInfinity(sink, value < 0);
    } else {
      boolean negative = value < 0;
      double magnitude = Math.abs(value);
      if (magnitude >= TWO_TO_63) {
        putLarge(sink, negative, magnitude, null);
      } else {
        putFraction(sink, negative, (long) magnitude, magnitude, null);
      }
    }
  }

  static void putDecimal(ByteSink sink, Decimal128 value) {
    if (value.isNaN()) {
      sink.putByte(KeyTags.NAN);
      return;
    }
    boolean negative = value.isNegative();
    if (value.isInfinite()) {
      putInfinity(sink, negative);
      return;
    }
    // Without its sign, since BigDecimal has no negative zero.
    BigDecimal unsigned =
        Decimal128.fromIEEE754BIDEncoding(value.getHigh() & Long.MAX_VALUE, value.getLow())
            .bigDecimalValue();
    // Bits that stand for more digits than a decimal has mean zero (IEEE 754, 3.5.2).
    if (unsigned.signum() == 0 || unsigned.precision() > MAX_DECIMAL_DIGITS) {
      sink.putByte(KeyTags.ZERO);
      return;
    }
    BigDecimal magnitude = unsigned.stripTrailingZeros();
    int wholeDigits = magnitude.precision() - magnitude.scale();
    BigInteger whole =
        wholeDigits <= 0
            ? BigInteger.ZERO
            : wholeDigits > MAX_LONG_DIGITS ? null : magnitude.toBigInteger();
    boolean large = whole == null || whole.bitLength() > 63;
    if (!large && magnitude.scale() <= 0) {
      putInteger(sink, negative, whole.longValue() << 1);
      return;
    }
    double floor = floor(magnitude);
    BigDecimal rest = new BigDecimal(floor).compareTo(magnitude) == 0 ? null : magnitude;
    if (large) {
      putLarge(sink, negative, floor, rest);
    } else {
      putFraction(sink, negative, whole.longValue(), floor, rest);
    }
  }

  /** The largest double that is not above a positive number. */
  private static double floor(BigDecimal magnitude) {
    double nearest = magnitude.doubleValue();
    if (Double.isInfinite(nearest)) {
      return Double.MAX_VALUE;
    }
    return new BigDecimal(nearest).compareTo(magnitude) > 0 ? Math.nextDown(nearest) : nearest;
  }

  private static void putInfinity(ByteSink sink, boolean negative) {
    sink.putByte(negative ? KeyTags.NEGATIVE_INFINITY : KeyTags.POSITIVE_INFINITY);
  }

  private static void putInteger(ByteSink sink, boolean negative, long shifted) {
    int count = (71 - Long.numberOfLeadingZeros(shifted)) >>> 3;
    sink.putByte(negative ? KeyTags.ZERO - count : KeyTags.ZERO + count);
    long bits = negative ? ~shifted : shifted;
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
      sink.putByte((int) (bits >>> shift));
    }
  }

  private static void putFraction(
      ByteSink sink, boolean negative, long whole, double floor, BigDecimal rest) {
    putInteger(sink, negative, whole << 1 | 1);
    putFloor(sink, negative, floor, rest);
  }

  private static void putLarge(ByteSink sink, boolean negative, double floor, BigDecimal rest) {
    sink.putByte(negative ? KeyTags.NEGATIVE_LARGE : KeyTags.POSITIVE_LARGE);
    putFloor(sink, negative, floor, rest);
  }

  private static void putFloor(ByteSink sink, boolean negative, double floor, BigDecimal rest) {
    int start = sink.length();
    sink.putLong(Double.doubleToRawLongBits(floor));
    if (rest == null) {
      sink.putByte(EXACT);
    } else {
      sink.putByte(INEXACT);
      putDecimalDigits(sink, rest);
    }
    if (negative) {
      sink.invertFrom(start);
    }
  }

  /** Two digits to a byte, plus one, so that zero can end them. */
  private static void putDecimalDigits(ByteSink sink, BigDecimal stripped) {
    String digits = stripped.unscaledValue().toString();
    int exponent = digits.length() - stripped.scale() - 1 + EXPONENT_BIAS;
    sink.putByte(exponent >>> 8);
    sink.putByte(exponent);
    for (int i = 0; i < digits.length(); i += 2) {
      int second = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      sink.putByte((digits.charAt(i) - '0') * 10 + second + 1);
    }
    sink.putByte(KeyTags.END);
  }

  /** The magnitude of a number whose digits follow in the decoder. */
  static BigDecimal readDecimalDigits(KeyDecoder decoder, int flip) {
    int exponent = ((decoder.readByte() ^ flip) << 8 | decoder.readByte() ^ flip) - EXPONENT_BIAS;
    StringBuilder digits = new StringBuilder();
    for (int pair = decoder.readByte() ^ flip; pair != KeyTags.END; ) {
      if (pair > 100 || digits.length() >= MAX_DECIMAL_DIGITS) {
        throw decoder.corrupted("a decimal's digits are damaged");
      }
      digits.append((char) ('0' + (pair - 1) / 10)).append((char) ('0' + (pair - 1) % 10));
      pair = decoder.readByte() ^ flip;
    }
    if (digits.isEmpty()) {
      throw decoder.corrupted("a decimal has no digits");
    }
    return new BigDecimal(new BigInteger(digits.toString()), digits.length() - 1 - exponent);
  }

  static boolean isExact(KeyDecoder decoder, int flip) {
    int marker = decoder.readByte() ^ flip;
    if (marker != EXACT && marker != INEXACT) {
      throw decoder.corrupted("a number's marker is damaged");
    }
    return marker == EXACT;
  }
}
