package dev.mayfly.server.transfer.format;

import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** Documents in MongoDB's extended JSON, version 2. */
public final class DocumentText {
  private static final JsonWriterSettings CANONICAL =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  private DocumentText() {}

  /** In the canonical form, which keeps every type. */
  public static String of(BsonDocument document) {
    return document.toJson(CANONICAL);
  }

  /**
   * Reads the canonical and the relaxed form.
   *
   * @throws IllegalArgumentException if it is not one document
   */
  public static BsonDocument parse(String text) {
    try {
      return BsonDocument.parse(text);
    } catch (RuntimeException e) {
      // The parser has no exception of its own for wrong numbers, ids, dates and so on.
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException("it is nested too deeply", e);
    }
  }
}
