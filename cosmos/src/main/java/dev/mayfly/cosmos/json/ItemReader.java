package dev.mayfly.cosmos.json;

/** Reads the JSON text of an item. */
public final class ItemReader {
  private ItemReader() {}

  /**
   * Reads an item and drops its server-owned properties ({@code _rid}, {@code _self}, {@code
   * _etag}, {@code _attachments}, {@code _ts}).
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if the text is not one JSON object, or its
   *     id is neither a string nor null
   */
  public static ItemBody read(byte[] json, int offset, int length) {
    JsonToBson reader = new JsonToBson(json, offset, length, true);
    byte[] bson = reader.object();
    return new ItemBody(reader.id(), bson);
  }
}
