package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Some items as they go over the network: BSON documents one after another, the first of which is
 * about the others.
 */
public record Frame(BsonDocument head, List<byte[]> documents) {
  public static final String CONTENT_TYPE = "application/bson";

  /** One more than the largest document, and what stands beside it. */
  public static final int BYTES_MAX = (16 << 20) + (1 << 18);

  public Frame {
    requireNonNull(head, "head");
    documents = List.copyOf(documents);
  }

  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(BsonBytes.encode(head));
    documents.forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #encode} makes.
   *
   * @throws EngineException MALFORMED_BODY if the bytes are anything else
   */
  public static Frame decode(byte[] bytes) {
    List<byte[]> documents = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int left = bytes.length - at;
      int length =
          left < RawBson.MIN_DOCUMENT_BYTES
              ? -1
              : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
      if (length < RawBson.MIN_DOCUMENT_BYTES || length > left) {
        throw new EngineException(
            ErrorCode.MALFORMED_BODY, "There is no whole BSON document at byte " + at + ".");
      }
      RawBson.validate(bytes, at, length, RawBson.MAX_DEPTH);
      documents.add(Arrays.copyOfRange(bytes, at, at + length));
      at += length;
    }
    if (documents.isEmpty()) {
      throw new EngineException(ErrorCode.MALFORMED_BODY, "There is no BSON document.");
    }
    return new Frame(BsonBytes.decode(documents.get(0)), documents.subList(1, documents.size()));
  }
}
