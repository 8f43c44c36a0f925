package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The names that clients may give to databases and containers. */
public final class ResourceName {
  private static final String FORBIDDEN = "/\\?#";

  private ResourceName() {}

  /** The id that a body carries. */
  public static String of(BsonDocument body) {
    BsonValue id = body.get("id");
    if (id == null) {
      throw CosmosException.errors(
          400,
          0,
          "The input content is invalid because the required properties - 'id; ' - are missing");
    }
    if (!id.isString()) {
      throw CosmosException.errors(400, 0, "One of the specified inputs is invalid");
    }
    String name = id.asString().getValue();
    if (!isValid(name)) {
      throw CosmosException.errors(
          400,
          0,
          "The input name '"
              + name
              + "' is invalid. Ensure to provide a unique non-empty string less than '"
              + ContainerDefinition.NAME_CHARACTERS_MAX
              + "' characters, without '/', '\\', '?', '#' and without a space at its end.");
    }
    return name;
  }

  private static boolean isValid(String name) {
    if (name.isEmpty()
        || name.length() > ContainerDefinition.NAME_CHARACTERS_MAX
        || name.endsWith(" ")
        || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      return false;
    }
    return name.chars().noneMatch(c -> FORBIDDEN.indexOf(c) >= 0 || c == 0);
  }
}
