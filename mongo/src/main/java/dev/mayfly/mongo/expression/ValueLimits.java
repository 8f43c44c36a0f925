package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.net.work.Checkpoint;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Size limits of values that expressions build. A value may contain the same part many times, so
 * its size is unrelated to its memory until it is traversed.
 */
public final class ValueLimits {
  /** Serialized bytes that an expression may build. */
  public static final int BYTES_MAX = 100 * 1024 * 1024;

  /** Bytes of a string that an expression may build: the maximum document size. */
  public static final int TEXT_MAX = 16 * 1024 * 1024;

  private static final int DEPTH_MAX = 250;
  private static final int ELEMENT_BYTES = 32;

  /** Elements: to walk through all of a large array takes long. */
  private static final int BETWEEN_CHECKPOINTS = 8192;

  private ValueLimits() {}

  /** Checks the size and depth of a value. */
  public static BsonValue checked(BsonValue value) {
    if (value != null && isContainer(value)) {
      add(0, value, 1);
    }
    return value;
  }

  /** Adds the size of a value, checked. */
  public static long plus(long before, BsonValue value) {
    return add(before + ELEMENT_BYTES, value, 1);
  }

  private static boolean isContainer(BsonValue value) {
    return value.getBsonType() == BsonType.DOCUMENT || value.getBsonType() == BsonType.ARRAY;
  }

  private static long add(long before, BsonValue value, int depth) {
    long bytes = before;
    switch (value.getBsonType()) {
      case DOCUMENT -> bytes = addDocument(before, value.asDocument(), depth);
      case ARRAY -> bytes = addArray(before, value.asArray(), depth);
      case STRING -> bytes += value.asString().getValue().length();
      case BINARY -> bytes += value.asBinary().getData().length;
      default -> bytes += ELEMENT_BYTES;
    }
    checkBytes(bytes);
    return bytes;
  }

  private static long addDocument(long before, BsonDocument document, int depth) {
    if (document instanceof LazyDocument lazy) {
      return before + lazy.raw().length();
    }
    checkDepth(depth);
    long bytes = before;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      bytes = add(bytes + ELEMENT_BYTES + field.getKey().length(), field.getValue(), depth + 1);
    }
    return bytes;
  }

  private static long addArray(long before, BsonArray array, int depth) {
    checkDepth(depth);
    long bytes = before;
    int untilCheckpoint = BETWEEN_CHECKPOINTS;
    for (BsonValue element : array) {
      if (--untilCheckpoint == 0) {
        untilCheckpoint = BETWEEN_CHECKPOINTS;
        Checkpoint.pass();
      }
      bytes = add(bytes + ELEMENT_BYTES, element, depth + 1);
    }
    return bytes;
  }

  private static void checkDepth(int depth) {
    if (depth > DEPTH_MAX) {
      throw new MongoException(
          ErrorCodes.OVERFLOW,
          "cannot convert document to BSON because it exceeds the limit of "
              + DEPTH_MAX
              + " levels of nesting");
    }
  }

  public static void checkBytes(long bytes) {
    if (bytes > BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.EXCEEDED_MEMORY_LIMIT,
          "an expression would use more than " + BYTES_MAX + " bytes of memory");
    }
  }

  /** Throws if an array exceeds the memory of an expression. */
  public static void checkElements(long count) {
    checkBytes(count * ELEMENT_BYTES);
  }

  /** Throws if a string exceeds the document size. */
  public static void checkText(long length) {
    if (length > TEXT_MAX) {
      throw new MongoException(
          ErrorCodes.BSON_OBJECT_TOO_LARGE,
          "an expression would make a string of more than " + TEXT_MAX + " bytes");
    }
  }
}
