package dev.mayfly.cosmos.json;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.Utf8;
import dev.mayfly.engine.error.EngineException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** JSON as object trees, for metadata and requests; items go by {@link ItemReader}. */
public final class Json {
  private Json() {}

  /**
   * Reads an object.
   *
   * @throws CosmosException 400 if the text is not one JSON object
   */
  public static BsonDocument parse(byte[] json) {
    return BsonBytes.decode(new JsonToBson(json, 0, json.length, false).object());
  }

  /**
   * Reads an object into BSON.
   *
   * @throws CosmosException 400 if the text is not one JSON object
   */
  public static byte[] parseRaw(byte[] json) {
    return new JsonToBson(json, 0, json.length, false).object();
  }

  /**
   * Reads any value.
   *
   * @throws CosmosException 400 if the text is not one JSON value
   */
  public static BsonValue parseValue(byte[] json) {
    byte[] wrapped = new JsonToBson(json, 0, json.length, false).anyValue();
    RawCursor cursor = RawBson.cursor(wrapped);
    cursor.next();
    return cursor.value().toBsonValue();
  }

  /**
   * Reads any value.
   *
   * @throws CosmosException 400 if the text is not one JSON value
   */
  public static BsonValue parseValue(String json) {
    try {
      return parseValue(Utf8.encode(json));
    } catch (EngineException e) {
      throw CosmosException.badRequest(e.getMessage());
    }
  }

  /** Properties of items that the server owns; what a client sends for them is dropped. */
  public static Set<String> serverOwned() {
    return JsonToBson.SERVER_OWNED;
  }

  /** The JSON text of a document, in UTF-8. */
  public static byte[] bytes(BsonDocument document) {
    return new JsonWriter().document(BsonBytes.encode(document)).toByteArray();
  }
}
