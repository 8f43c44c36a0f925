package dev.mayfly.server.transfer.format;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.error.EngineException;
import java.io.IOException;
import java.io.InputStream;

/** BSON documents one after another, as mongodump writes them. */
final class BsonRecords implements RecordReader {
  private final InputStream in;
  private long offset;
  private long number;

  BsonRecords(InputStream in) {
    this.in = requireNonNull(in, "in");
  }

  @Override
  public FileRecord next() throws IOException {
    byte[] head = in.readNBytes(Integer.BYTES);
    if (head.length == 0) {
      return null;
    }
    String place = "document " + ++number + " at byte " + offset;
    int length =
        head.length < Integer.BYTES
            ? -1
            : head[0] & 0xff | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16 | head[3] << 24;
    if (length < RawBson.MIN_DOCUMENT_BYTES || length > RECORD_BYTES_MAX) {
      throw new FormatException(
          place, "this is not the length of a BSON document; is the file a dump, or damaged?");
    }
    byte[] document = new byte[length];
    System.arraycopy(head, 0, document, 0, head.length);
    int rest = in.readNBytes(document, head.length, length - head.length);
    if (rest < length - head.length) {
      throw new FormatException(place, "the file ends inside the document; is it cut off?");
    }
    offset += length;
    return new FileRecord(place, () -> checked(document));
  }

  private static byte[] checked(byte[] document) {
    try {
      RawBson.validate(document, document.length, RawBson.MAX_DEPTH);
      return document;
    } catch (EngineException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
