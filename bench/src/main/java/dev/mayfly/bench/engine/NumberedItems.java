package dev.mayfly.bench.engine;

import dev.mayfly.engine.index.PathIndex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Items with ten numbers, n0 to n9, and indexes over them. Bodies are stamped from a template, as
 * those of {@link SampleItems}, whose keys they have.
 */
final class NumberedItems {
  static final int NUMBERS = 10;
  private static final int BODY_BYTES = 512;

  private final byte[] template;
  private final int[] places = new int[NUMBERS];

  NumberedItems() {
    int missing = BODY_BYTES - encode(document("")).length;
    template = encode(document("x".repeat(missing)));
    String text = new String(template, StandardCharsets.ISO_8859_1);
    for (int i = 0; i < NUMBERS; i++) {
      String name = "n" + i + "\0";
      places[i] = text.indexOf(name) + name.length();
    }
  }

  /** Indexes over the first numbers. */
  static PathIndex[] indexes(int count) {
    PathIndex[] indexes = new PathIndex[count];
    for (int i = 0; i < count; i++) {
      indexes[i] = PathIndex.of("by_n" + i, "n" + i);
    }
    return indexes;
  }

  /** The body of an item, with other numbers each time. */
  byte[] body(int number, SplittableRandom random) {
    byte[] body = template.clone();
    byte[] key = SampleItems.digits(number).getBytes(StandardCharsets.US_ASCII);
    for (int at : new int[] {idAt(), pkAt()}) {
      System.arraycopy(key, 0, body, at, key.length);
    }
    for (int place : places) {
      int value = random.nextInt(1_000_000);
      for (int i = 0; i < Integer.BYTES; i++) {
        body[place + i] = (byte) (value >> i * Byte.SIZE);
      }
    }
    return body;
  }

  /** After the document's length, type, name "id" with its end, the text's length and the i. */
  private static int idAt() {
    return 4 + 1 + 3 + 4 + 1;
  }

  /** After the id's digits and its end: type, name "pk" with its end, the text's length, the p. */
  private static int pkAt() {
    return idAt() + SampleItems.digits(0).length() + 1 + 1 + 3 + 4 + 1;
  }

  private static BsonDocument document(String filling) {
    BsonDocument document =
        new BsonDocument("id", new BsonString("i" + SampleItems.digits(0)))
            .append("pk", new BsonString("p" + SampleItems.digits(0)));
    for (int i = 0; i < NUMBERS; i++) {
      document.append("n" + i, new BsonInt32(0));
    }
    return document.append("text", new BsonString(filling));
  }

  private static byte[] encode(BsonDocument document) {
    ByteBuffer buffer =
        new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().asNIO();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
