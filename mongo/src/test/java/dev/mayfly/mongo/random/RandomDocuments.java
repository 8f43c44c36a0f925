package dev.mayfly.mongo.random;

import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Small documents of few names and few values, so that things meet. */
public final class RandomDocuments {
  private static final List<String> NAMES = List.of("a", "b", "c", "0", "1");
  private static final List<String> TEXTS = List.of("", "a", "b", "ab", "B", "x1");
  private static final int DEEPEST = 4;

  private final Random random;
  private BsonDocument example = new BsonDocument();

  public RandomDocuments(Random random) {
    this.random = random;
  }

  /** A document with an _id. Paths and values that follow are often some of it. */
  public BsonDocument next() {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(random.nextInt(5)));
    document.putAll(document(0));
    example = document;
    return document;
  }

  public BsonValue value() {
    return random.nextInt(3) == 0 ? walk(new StringBuilder()) : value(random.nextInt(DEEPEST));
  }

  /** A value somewhere in the example; the path to it is appended, without some positions. */
  private BsonValue walk(StringBuilder path) {
    BsonValue at = example;
    while (at.isDocument() && at.asDocument().size() > 0 && (at == example || goesOn())) {
      String name = any(List.copyOf(at.asDocument().keySet()));
      path.append(path.length() == 0 ? "" : ".").append(name);
      at = at.asDocument().get(name);
      while (at.isArray() && !at.asArray().isEmpty() && goesOn()) {
        int position = random.nextInt(at.asArray().size());
        path.append(random.nextInt(3) == 0 ? "" : "." + position);
        at = at.asArray().get(position);
      }
    }
    return at;
  }

  private boolean goesOn() {
    return random.nextInt(4) > 0;
  }

  public String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  /** A dotted path that may or may not lead somewhere. */
  public String path() {
    StringBuilder path = new StringBuilder();
    if (random.nextInt(3) > 0) {
      walk(path);
    }
    path.append(path.length() == 0 ? NAMES.get(random.nextInt(3)) : "");
    while (random.nextInt(5) == 0) {
      path.append('.').append(name());
    }
    return path.toString();
  }

  /** One of the given. */
  public <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  public Random random() {
    return random;
  }

  private BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    for (int i = random.nextInt(4); i > 0; i--) {
      document.put(name(), value(depth + 1));
    }
    return document;
  }

  public BsonArray array(int depth) {
    BsonArray array = new BsonArray();
    for (int i = random.nextInt(4); i > 0; i--) {
      array.add(value(depth + 1));
    }
    return array;
  }

  private BsonValue value(int depth) {
    int kind = random.nextInt(depth < DEEPEST ? 24 : 16);
    return switch (kind) {
      case 0, 1, 2, 3 -> new BsonInt32(random.nextInt(4) - 1);
      case 4 -> new BsonInt64(random.nextInt(4) - 1);
      case 5 -> new BsonDouble(random.nextInt(8) / 2.0 - 1);
      case 6, 7, 8 -> new BsonString(any(TEXTS));
      case 9 -> BsonNull.VALUE;
      case 10 -> BsonBoolean.valueOf(random.nextBoolean());
      case 11 -> new BsonDateTime(random.nextInt(3));
      case 12 -> new BsonDecimal128(Decimal128.parse(any(List.of("1", "1.0", "0.5", "-1"))));
      case 13 -> any(List.of(new BsonTimestamp(1, 1), new BsonBinary(new byte[] {3, 1})));
      case 14 -> any(List.of(new BsonDouble(Double.NaN), new BsonDouble(Double.POSITIVE_INFINITY)));
      case 15 -> any(List.of(new BsonMinKey(), new BsonMaxKey()));
      case 16, 17, 18, 19, 20 -> array(depth);
      default -> document(depth);
    };
  }
}
