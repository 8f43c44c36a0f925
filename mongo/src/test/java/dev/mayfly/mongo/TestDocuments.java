package dev.mayfly.mongo;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values of tests, written as in the shell: {@code {a: NumberLong(1), b: ISODate('..')}}. */
public final class TestDocuments {
  private TestDocuments() {}

  public static BsonDocument document(String text) {
    return BsonDocument.parse(text);
  }

  /** The document as it comes from the wire or the store. */
  public static BsonDocument lazy(String text) {
    return new LazyDocument(BsonBytes.of(document(text)));
  }

  public static BsonValue value(String text) {
    return BsonDocument.parse("{v: " + text + "}").get("v");
  }
}
