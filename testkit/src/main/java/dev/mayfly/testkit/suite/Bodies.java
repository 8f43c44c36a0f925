package dev.mayfly.testkit.suite;

import java.nio.ByteBuffer;
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

/** Bodies of items for tests. */
public final class Bodies {
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private Bodies() {}

  /** A body with an id, the partition key "p", and pairs of names and values. */
  public static byte[] of(String id, Object... properties) {
    BsonDocument document = new BsonDocument("id", new BsonString(id));
    document.put("pk", new BsonString("p"));
    for (int i = 0; i < properties.length; i += 2) {
      document.put((String) properties[i], value(properties[i + 1]));
    }
    return encode(document);
  }

  /** A body of these pairs alone. */
  public static byte[] plain(Object... properties) {
    BsonDocument document = new BsonDocument();
    for (int i = 0; i < properties.length; i += 2) {
      document.put((String) properties[i], value(properties[i + 1]));
    }
    return encode(document);
  }

  /** A BSON date at the beginning of a second. */
  public static BsonDateTime date(long epochSecond) {
    return new BsonDateTime(epochSecond * 1000);
  }

  private static BsonValue value(Object value) {
    if (value == null) {
      return BsonNull.VALUE;
    } else if (value instanceof BsonValue bson) {
      return bson;
    } else if (value instanceof Integer number) {
      return new BsonInt32(number);
    } else if (value instanceof Long number) {
      return new BsonInt64(number);
    } else if (value instanceof Double number) {
      return new BsonDouble(number);
    } else if (value instanceof Boolean flag) {
      return BsonBoolean.valueOf(flag);
    } else if (value instanceof String text) {
      return new BsonString(text);
    }
    throw new IllegalArgumentException("no BSON for " + value.getClass());
  }

  public static byte[] encode(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      CODEC.encode(writer, document, EncoderContext.builder().build());
    }
    return buffer.toByteArray();
  }

  public static BsonDocument decode(byte[] body) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(body))) {
      return CODEC.decode(reader, DecoderContext.builder().build());
    }
  }

  /** The value of the property id. */
  public static String id(byte[] body) {
    return decode(body).getString("id").getValue();
  }
}
