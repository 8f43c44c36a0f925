package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.Utf8;

/** What an item's id may be. */
final class ItemIds {
  static final int BYTES_MAX = 1023;
  private static final String FORBIDDEN = "/\\";

  private ItemIds() {}

  /**
   * Checks the id of an item that is to be written.
   *
   * @param id null if the body has none
   */
  static String check(String id) {
    if (id == null) {
      throw CosmosException.errors(
          400,
          0,
          "The input content is invalid because the required properties - 'id; ' - are missing");
    }
    if (id.isEmpty() || id.length() > BYTES_MAX || Utf8.encode(id).length > BYTES_MAX) {
      throw CosmosException.errors(
          400,
          0,
          "The input name '"
              + (id.length() > 100 ? id.substring(0, 100) + "..." : id)
              + "' is invalid. Ensure to provide a unique non-empty string less than '1024'"
              + " characters.");
    }
    for (int i = 0; i < id.length(); i++) {
      if (FORBIDDEN.indexOf(id.charAt(i)) >= 0) {
        throw CosmosException.errors(
            400,
            0,
            "The resource name presented contains invalid character '" + id.charAt(i) + "'.");
      }
    }
    return id;
  }
}
