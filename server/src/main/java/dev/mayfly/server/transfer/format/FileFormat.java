package dev.mayfly.server.transfer.format;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.bson.RawBsonDocument;

/** How items stand in a file. */
public enum FileFormat {
  /** A JSON object in each line. */
  JSONL,
  /** A JSON array of objects; read like JSON lines. */
  JSON,
  /** A table with a header. */
  CSV,
  /** BSON documents one after another. */
  BSON;

  private static final String GZIP = ".gz";

  /** How names of such files end. */
  public String extension() {
    return "." + name().toLowerCase(Locale.ROOT);
  }

  /** The format that a file's name says; null for none. */
  public static FileFormat ofName(String fileName) {
    String name = withoutGzip(fileName).toLowerCase(Locale.ROOT);
    if (name.endsWith(".ndjson")) {
      return JSONL;
    }
    for (FileFormat format : values()) {
      if (name.endsWith(format.extension())) {
        return format;
      }
    }
    return null;
  }

  /** The name without what says how it is compressed. */
  public static String withoutGzip(String fileName) {
    return fileName.endsWith(GZIP)
        ? fileName.substring(0, fileName.length() - GZIP.length())
        : fileName;
  }

  /**
   * Reads the records of a file.
   *
   * @param extended whether JSON is MongoDB's extended one; plain otherwise
   */
  public RecordReader reader(InputStream in, boolean extended) {
    return switch (this) {
      case JSONL, JSON ->
          new JsonRecords(in, extended ? FileFormat::parseExtended : FileFormat::parsePlain);
      case CSV -> new CsvRecords(in);
      case BSON -> new BsonRecords(in);
    };
  }

  private static byte[] parseExtended(byte[] text) {
    return BsonBytes.encode(DocumentText.parse(new String(text, StandardCharsets.UTF_8)));
  }

  private static byte[] parsePlain(byte[] text) {
    try {
      return Json.parseRaw(text);
    } catch (CosmosException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Writes items, except into tables, which {@link CsvColumns} write.
   *
   * @param extended as for {@link #reader}
   * @param written how many the file has already
   */
  public RecordWriter writer(OutputStream out, boolean extended, long written) throws IOException {
    return switch (this) {
      case JSONL ->
          bson -> {
            out.write(text(bson, extended));
            out.write('\n');
          };
      case JSON -> new ArrayWriter(out, extended, written);
      case BSON -> out::write;
      case CSV -> throw new IllegalArgumentException("the columns are not known");
    };
  }

  private static byte[] text(byte[] bson, boolean extended) {
    return extended
        ? DocumentText.of(new RawBsonDocument(bson)).getBytes(StandardCharsets.UTF_8)
        : new JsonWriter(bson.length + bson.length / 4).document(bson).toByteArray();
  }

  private static final class ArrayWriter implements RecordWriter {
    private final OutputStream out;
    private final boolean extended;
    private boolean first;

    ArrayWriter(OutputStream out, boolean extended, long written) throws IOException {
      this.out = out;
      this.extended = extended;
      this.first = written == 0;
      if (first) {
        out.write('[');
      }
    }

    @Override
    public void write(byte[] bson) throws IOException {
      out.write((first ? "\n" : ",\n").getBytes(StandardCharsets.US_ASCII));
      first = false;
      out.write(text(bson, extended));
    }

    @Override
    public void end() throws IOException {
      out.write("\n]\n".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
