package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.bson.RawBson;
import java.nio.ByteBuffer;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Random bodies, and their bytes. */
final class Bodies {
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private Bodies() {}

  static byte[] encode(BsonDocument body) {
    BasicOutputBuffer out = new BasicOutputBuffer(256);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      CODEC.encode(writer, body, EncoderContext.builder().build());
    }
    return out.toByteArray();
  }

  static BsonDocument decode(byte[] bytes) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
      return CODEC.decode(reader, DecoderContext.builder().build());
    }
  }

  /** The size that quotas and counts go by. */
  static int sizeBytes(BsonDocument body) {
    return RawBson.chargedSizeBytes(encode(body));
  }

  /** Sets the fields that matter for life and death, each of them or not, at random. */
  static BsonDocument dress(BsonDocument body, Shape shape, Random random, long nowSecond) {
    body.put("v", new BsonInt32(random.nextInt(1_000_000)));
    putOrRemove(body, "ttl", random.nextInt(10) < 4 ? null : ttl(random));
    if (shape.unique()) {
      putOrRemove(body, "u", unique(random));
    }
    if (shape.dates()) {
      putOrRemove(body, "d", dates(random, nowSecond));
      putOrRemove(body, "e", dates(random, nowSecond));
    }
    if (shape.indexes()) {
      putOrRemove(body, "k", indexed(random, true));
      putOrRemove(body, "j", indexed(random, random.nextInt(4) == 0 && !isArray(body, "k")));
      putOrRemove(body, "t", random.nextInt(3) == 0 ? null : number(random, 12));
    }
    if (random.nextInt(4) == 0) {
      body.put("pad", new BsonString("x".repeat(random.nextInt(60))));
    }
    return body;
  }

  private static void putOrRemove(BsonDocument body, String name, BsonValue value) {
    if (value == null) {
      body.remove(name);
    } else {
      body.put(name, value);
    }
  }

  private static boolean isArray(BsonDocument body, String name) {
    return body.containsKey(name) && body.get(name).isArray();
  }

  /** A value that indexes hold; null for none. */
  private static BsonValue indexed(Random random, boolean arrays) {
    return switch (random.nextInt(6)) {
      case 0 -> null;
      case 1 -> BsonNull.VALUE;
      case 2 -> new BsonString("s" + random.nextInt(3));
      case 3 -> {
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(number(random, 5));
        }
        yield arrays ? array : number(random, 5);
      }
      default -> number(random, 5);
    };
  }

  /** A number of any type: they compare alike. */
  private static BsonValue number(Random random, int bound) {
    int number = random.nextInt(bound);
    return switch (random.nextInt(3)) {
      case 0 -> new BsonInt64(number);
      case 1 -> new BsonDouble(number);
      default -> new BsonInt32(number);
    };
  }

  private static BsonValue ttl(Random random) {
    return switch (random.nextInt(14)) {
      case 0, 1 -> new BsonInt32(-1);
      case 2 -> new BsonInt64(1 + random.nextInt(10));
      case 3 -> new BsonDouble(1 + random.nextInt(10));
      case 4 -> invalidTtl(random);
      case 5 -> new BsonInt32(Integer.MAX_VALUE);
      case 6 -> new BsonInt32(200 + random.nextInt(200));
      default -> new BsonInt32(1 + random.nextInt(10));
    };
  }

  private static BsonValue invalidTtl(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonInt32(0);
      case 2 -> new BsonInt32(-2);
      case 3 -> new BsonDouble(1.5);
      case 4 -> new BsonString("3");
      case 5 -> new BsonInt64(2147483648L);
      case 6 -> BsonBoolean.TRUE;
      default -> new BsonDouble(Double.NaN);
    };
  }

  private static BsonValue unique(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> null;
      case 1 -> BsonNull.VALUE;
      default -> new BsonString("u" + random.nextInt(3));
    };
  }

  private static BsonValue dates(Random random, long nowSecond) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> null;
      case 2 -> new BsonInt64(nowSecond);
      case 3 -> {
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(random.nextInt(4) == 0 ? new BsonInt32(i) : date(random, nowSecond));
        }
        yield array;
      }
      default -> date(random, nowSecond);
    };
  }

  private static BsonDateTime date(Random random, long nowSecond) {
    long second = nowSecond - 5 + random.nextInt(16);
    if (random.nextInt(30) == 0) {
      second = random.nextBoolean() ? -second : second + 1_000_000;
    }
    return new BsonDateTime(second * 1000 + (random.nextBoolean() ? 0 : random.nextInt(1000)));
  }
}
