package dev.mayfly.engine.bson;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
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

/** Values of all types that are often equal or close to each other. */
final class RandomValues {
  private static final String[] DECIMALS = {
    "0",
    "-0",
    "NaN",
    "Infinity",
    "-Infinity",
    "0.1",
    "-0.1",
    "1E-6176",
    "9E+6144",
    "9223372036854775808",
    "9223372036854775807.5",
    "0.3333333333333333333333333333333333"
  };
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    0.1,
    -0.1,
    Double.NaN,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0x1p63,
    -0x1p63,
    0x1p53,
    0x1p62 + 1024
  };
  private static final String[] CHARACTERS = {
    "\0", "\1", "\2", "a", "b", "\u007f", "\u00e9", "\uffff", "\ud83d\ude00"
  };

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  BsonValue next() {
    return next(3);
  }

  private BsonValue next(int depth) {
    int choice = random.nextInt(depth == 0 ? 24 : 30);
    return switch (choice) {
      case 0 -> new BsonMinKey();
      case 1 -> new BsonMaxKey();
      case 2 -> BsonNull.VALUE;
      case 3 -> new BsonUndefined();
      case 4 -> BsonBoolean.valueOf(random.nextBoolean());
      case 5, 6, 7, 8, 9, 10 -> number();
      case 11, 12, 13 -> new BsonString(text());
      case 14 -> new BsonSymbol(text());
      case 15 -> binary();
      case 16, 17 -> new BsonObjectId(objectId());
      case 18 -> new BsonDateTime(number64());
      case 19 -> new BsonTimestamp(number64());
      case 20 -> new BsonRegularExpression(name(), random.nextBoolean() ? "im" : "x");
      case 21 -> new BsonDbPointer(text(), objectId());
      case 22 -> new BsonJavaScript(text());
      case 23 -> new BsonJavaScriptWithScope(text(), document(Math.max(0, depth - 1)));
      case 24, 25, 26 -> document(depth - 1);
      default -> array(depth - 1);
    };
  }

  BsonValue number() {
    return switch (random.nextInt(6)) {
      case 0 -> new BsonInt32(random.nextBoolean() ? random.nextInt(5) - 2 : random.nextInt());
      case 1 -> new BsonInt64(number64());
      case 2 -> new BsonDouble(DOUBLES[random.nextInt(DOUBLES.length)]);
      case 3 -> new BsonDouble(anyDouble());
      case 4 -> new BsonDecimal128(Decimal128.parse(DECIMALS[random.nextInt(DECIMALS.length)]));
      default -> new BsonDecimal128(anyDecimal());
    };
  }

  private long number64() {
    long bits = random.nextLong() >> random.nextInt(64);
    return random.nextInt(8) == 0 ? Long.MIN_VALUE + (bits & 1) : bits;
  }

  private double anyDouble() {
    return switch (random.nextInt(3)) {
      case 0 -> Double.longBitsToDouble(random.nextLong());
      case 1 -> random.nextInt(9) / 4.0 - 1;
      default -> (double) number64() + random.nextInt(4) / 4.0;
    };
  }

  /** Often the neighbour of a double or of a long. */
  private Decimal128 anyDecimal() {
    return switch (random.nextInt(4)) {
      case 0 -> new Decimal128(new BigDecimal(random.nextInt(9)).divide(new BigDecimal(4)));
      case 1 -> new Decimal128(new BigDecimal(number64()).add(new BigDecimal("0.5")));
      case 2 -> {
        BigDecimal near = new BigDecimal(random.nextInt(100) / 10.0);
        yield new Decimal128(near.round(MathContext.DECIMAL128));
      }
      default -> {
        BigInteger digits = new BigInteger(random.nextInt(110), random);
        int exponent =
            random.nextBoolean() ? random.nextInt(40) - 20 : random.nextInt(12000) - 6100;
        Decimal128 decimal = new Decimal128(new BigDecimal(digits, -Math.min(exponent, 6111)));
        yield random.nextBoolean() || digits.signum() == 0
            ? decimal
            : new Decimal128(decimal.bigDecimalValue().negate());
      }
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  /** A text that can be a name: without U+0000. */
  private String name() {
    return text().replace("\0", "n");
  }

  private BsonBinary binary() {
    byte[] data = new byte[random.nextInt(3)];
    random.nextBytes(data);
    return new BsonBinary((byte) (random.nextInt(3) == 0 ? 0x80 : random.nextInt(3)), data);
  }

  private ObjectId objectId() {
    byte[] id = new byte[12];
    id[random.nextInt(12)] = (byte) random.nextInt(256);
    return new ObjectId(id);
  }

  private BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    for (int i = random.nextInt(3); i > 0; i--) {
      document.append(name(), next(depth));
    }
    return document;
  }

  private BsonArray array(int depth) {
    BsonArray array = new BsonArray();
    for (int i = random.nextInt(3); i > 0; i--) {
      array.add(next(depth));
    }
    return array;
  }
}
