package dev.mayfly.mongo.expression;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code $toHashedIndexKey}: the hash of a value in a hashed index. */
final class HashedIndexKey {
  private static final int SEED = 0;

  private final MessageDigest digest;

  private HashedIndexKey() {
    try {
      digest = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static BsonValue of(BsonValue value) {
    HashedIndexKey key = new HashedIndexKey();
    key.add(SEED);
    BsonDocument holder = new BsonDocument("", Values.orNull(value));
    RawCursor cursor = RawBson.root(BsonBytes.of(holder)).elements();
    cursor.next();
    key.element(cursor.value(), null);
    ByteBuffer hash = ByteBuffer.wrap(key.digest.digest()).order(ByteOrder.LITTLE_ENDIAN);
    return new BsonInt64(hash.getLong());
  }

  private void add(int number) {
    digest.update(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(0, number));
  }

  private void add(long number) {
    digest.update(
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, number));
  }

  private void element(RawValue raw, String name) {
    BsonValue value = raw.toBsonValue();
    add(BsonOrder.rank(value));
    if (name != null) {
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    if (raw.type() == RawType.DOCUMENT || raw.type() == RawType.ARRAY) {
      for (RawCursor cursor = raw.elements(); cursor.next(); ) {
        element(cursor.value(), cursor.name());
      }
      // The end of a document hashes like a missing value.
      add(0);
    } else if (Numbers.isNumber(value)) {
      add(Truncated.toLong(value));
    } else {
      digest.update(raw.bytes(), raw.offset(), raw.length());
    }
  }
}
