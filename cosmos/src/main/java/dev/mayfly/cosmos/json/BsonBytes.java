package dev.mayfly.cosmos.json;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Documents as object trees, to and from bytes. */
public final class BsonBytes {
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
  private static final EncoderContext CONTEXT = EncoderContext.builder().build();

  private BsonBytes() {}

  public static byte[] encode(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      CODEC.encode(writer, document, CONTEXT);
    }
    return buffer.toByteArray();
  }

  public static BsonDocument decode(byte[] bson) {
    BsonDocument document = new BsonDocument();
    for (RawCursor cursor = RawBson.cursor(bson); cursor.next(); ) {
      document.append(cursor.name(), cursor.value().toBsonValue());
    }
    return document;
  }
}
