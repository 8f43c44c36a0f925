package dev.mayfly.bench.engine;

import dev.mayfly.engine.item.ItemKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Items by number. All bodies are of one length; each item is a logical partition of its own, so
 * that neighbours by number are far apart by key. Bodies are stamped from a template: making them
 * must not be what is measured.
 */
final class SampleItems {
  /** No ttl property. */
  static final int NO_TTL = 0;

  private static final int DIGITS = 8;
  private static final String PLACE = "#".repeat(DIGITS);
  private static final int TTL_FROM_END = 5;

  private final byte[] plain;
  private final byte[] withTtl;
  private final int[] plainPlaces;
  private final int[] ttlPlaces;

  SampleItems(int bodyBytes) {
    plain = template(bodyBytes, false);
    withTtl = template(bodyBytes, true);
    plainPlaces = places(plain);
    ttlPlaces = places(withTtl);
  }

  static ItemKey key(int number) {
    String digits = digits(number);
    return ItemKey.of("p" + digits, "i" + digits);
  }

  static ItemKey[] keys(int count) {
    ItemKey[] keys = new ItemKey[count];
    for (int i = 0; i < count; i++) {
      keys[i] = key(i);
    }
    return keys;
  }

  byte[] body(int number, int ttlSeconds) {
    byte[] body = (ttlSeconds == NO_TTL ? plain : withTtl).clone();
    for (int place : ttlSeconds == NO_TTL ? plainPlaces : ttlPlaces) {
      int rest = number;
      for (int i = DIGITS - 1; i >= 0; i--) {
        body[place + i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
    if (ttlSeconds != NO_TTL) {
      int at = body.length - TTL_FROM_END;
      for (int i = 0; i < Integer.BYTES; i++) {
        body[at + i] = (byte) (ttlSeconds >> i * Byte.SIZE);
      }
    }
    return body;
  }

  static String digits(int number) {
    String digits = Integer.toString(number);
    return "0".repeat(DIGITS - digits.length()) + digits;
  }

  private static byte[] template(int bodyBytes, boolean ttl) {
    int missing = bodyBytes - encode(document("", ttl)).length;
    return encode(document("x".repeat(Math.max(0, missing)), ttl));
  }

  private static BsonDocument document(String filling, boolean ttl) {
    BsonDocument document =
        new BsonDocument("id", new BsonString("i" + PLACE))
            .append("pk", new BsonString("p" + PLACE))
            .append("n", new BsonInt32(7))
            .append("open", BsonBoolean.TRUE)
            .append("tags", new BsonArray(List.of(new BsonString("a"), new BsonString("b"))))
            .append("text", new BsonString(filling));
    return ttl ? document.append("ttl", new BsonInt32(1)) : document;
  }

  private static byte[] encode(BsonDocument document) {
    ByteBuffer buffer =
        new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().asNIO();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static int[] places(byte[] template) {
    String text = new String(template, StandardCharsets.ISO_8859_1);
    List<Integer> places = new ArrayList<>();
    for (int at = text.indexOf(PLACE); at >= 0; at = text.indexOf(PLACE, at + DIGITS)) {
      places.add(at);
    }
    return places.stream().mapToInt(Integer::intValue).toArray();
  }
}
