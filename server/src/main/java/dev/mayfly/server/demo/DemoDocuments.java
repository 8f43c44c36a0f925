package dev.mayfly.server.demo;

import org.bson.BsonBinaryWriter;
import org.bson.io.BasicOutputBuffer;

/** The small documents that the demo writes. */
final class DemoDocuments {
  private static final int SIZE_BYTES = 96;

  private DemoDocuments() {}

  /**
   * @param ttlSeconds the item's own ttl; null = none
   */
  static byte[] of(String id, String partition, Integer ttlSeconds) {
    try (BasicOutputBuffer buffer = new BasicOutputBuffer(SIZE_BYTES);
        BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      writer.writeStartDocument();
      writer.writeString("id", id);
      writer.writeString("pk", partition);
      if (ttlSeconds != null) {
        writer.writeInt32("ttl", ttlSeconds);
      }
      writer.writeEndDocument();
      return buffer.toByteArray();
    }
  }
}
