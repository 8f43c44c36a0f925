package dev.mayfly.testkit.suite;

import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Bodies for tests. */
final class Bson {
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private Bson() {}

  static byte[] bytes(BsonDocument document) {
    try (BasicOutputBuffer out = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      CODEC.encode(writer, document, EncoderContext.builder().build());
      return out.toByteArray();
    }
  }
}
