package dev.mayfly.cosmos.container;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyDefinition.Kind;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The partition key of a container's definition. A container without one is shown with a system
 * key, as the service shows those from before there were partition keys: clients then send the
 * empty key with every item.
 */
final class PartitionKeyJson {
  private static final String PROPERTY = "partitionKey";
  private static final String SYSTEM_PATH = "/_partitionKey";

  /** What names in a path hold only in quotes. */
  private static final String FORBIDDEN = "*?@#!%^&()=+[]{}|\\<>,;'`~";

  private PartitionKeyJson() {}

  /**
   * The partition key that a body asks for.
   *
   * @param before the one there is, or null; it stays if nothing is said
   */
  static PartitionKeyDefinition read(BsonDocument body, PartitionKeyDefinition before) {
    BsonDocument key = PropertyReader.document(body, PROPERTY);
    if (key == null) {
      return before == null ? PartitionKeyDefinition.NONE : before;
    }
    PartitionKeyDefinition wanted =
        Boolean.TRUE.equals(PropertyReader.flag(key, "systemKey"))
            ? PartitionKeyDefinition.NONE
            : wanted(key, before);
    if (before != null && !before.equals(wanted)) {
      throw PropertyReader.invalid("Document collection partition key cannot be changed.");
    }
    return wanted;
  }

  private static PartitionKeyDefinition wanted(BsonDocument key, PartitionKeyDefinition before) {
    Kind kind = kind(PropertyReader.string(key, "kind", "Hash"));
    List<String> texts = PropertyReader.strings(key, "paths");
    if (before == null) {
      texts.forEach(PartitionKeyJson::checkPath);
    }
    List<FieldPath> paths = texts.stream().map(FieldPath::ofSlashed).toList();
    return new PartitionKeyDefinition(kind, paths, version(key, kind, before));
  }

  private static void checkPath(String path) {
    int wrong = firstWrong(path);
    if (wrong >= 0) {
      throw PropertyReader.invalid(
          "The partition key component definition path '"
              + path
              + "' could not be accepted, failed near position '"
              + wrong
              + "'. Partition key paths must contain only valid characters and not contain a"
              + " trailing slash or wildcard character.");
    }
  }

  /** The position of the first character that can't be where it is, or -1. */
  private static int firstWrong(String path) {
    if (!path.startsWith("/")) {
      return 0;
    }
    boolean quoted = false;
    for (int i = 1; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (FORBIDDEN.indexOf(c) >= 0 || c == '/' && path.charAt(i - 1) == '/')) {
        return i;
      }
    }
    return path.endsWith("/") && !quoted ? path.length() - 1 : -1;
  }

  private static Kind kind(String text) {
    if (text.equalsIgnoreCase("Hash")) {
      return Kind.HASH;
    } else if (text.equalsIgnoreCase("MultiHash")) {
      return Kind.MULTI_HASH;
    }
    throw PropertyReader.invalid(
        "The partition key kind '" + text + "' is invalid. Ensure to provide Hash or MultiHash.");
  }

  /** Definitions from before there was a version 2 do not name theirs. */
  private static int version(BsonDocument key, Kind kind, PartitionKeyDefinition before) {
    BsonValue version = PropertyReader.value(key, "version");
    if (version == null) {
      int unnamed = kind == Kind.MULTI_HASH ? 2 : 1;
      return before == null ? unnamed : before.version();
    }
    // The Java client writes "V2" where a definition is put together by hand.
    String text =
        version.isString()
            ? version.asString().getValue()
            : PropertyReader.whole(key, "version").toString();
    return switch (text) {
      case "1", "V1" -> 1;
      case "2", "V2" -> 2;
      default ->
          throw PropertyReader.invalid(
              "The partition key version '" + text + "' is invalid. Ensure to provide 1 or 2.");
    };
  }

  static void write(PartitionKeyDefinition key, BsonDocument into) {
    BsonArray paths = new BsonArray();
    key.paths().forEach(path -> paths.add(new BsonString(path.toString())));
    BsonDocument json = new BsonDocument("paths", paths);
    switch (key.kind()) {
      case NONE -> {
        paths.add(new BsonString(SYSTEM_PATH));
        json.append("kind", new BsonString("Hash")).append("systemKey", BsonBoolean.TRUE);
      }
      case HASH -> json.append("kind", new BsonString("Hash"));
      case MULTI_HASH -> json.append("kind", new BsonString("MultiHash"));
    }
    into.append(PROPERTY, json.append("version", new BsonInt32(key.version())));
  }
}
