package dev.mayfly.text;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Documents and definitions for tests. */
final class Documents {
  private Documents() {}

  static byte[] bytes(String json) {
    try (BasicOutputBuffer out = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new BsonDocumentCodec()
          .encode(writer, BsonDocument.parse(json), EncoderContext.builder().build());
      return out.toByteArray();
    }
  }

  static RawValue raw(String json) {
    return RawBson.root(bytes(json));
  }

  static TextDefinition definition(Map<String, Integer> weights) {
    return new TextDefinition(weights, false, Language.ENGLISH, "language", List.of(), List.of());
  }

  static TextDefinition wildcard(Map<String, Integer> weights) {
    return new TextDefinition(weights, true, Language.ENGLISH, "language", List.of(), List.of());
  }
}
