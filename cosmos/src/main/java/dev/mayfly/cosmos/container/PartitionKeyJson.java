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

  private PartitionKeyJson() {}

  /**
   * The partition key that a body asks for.
   *
   * @param before the one there is, or null; it stays if nothing is said
   */
  static PartitionKeyDefinition read(BsonDocument body, PartitionKeyDefinition before) {
    BsonDocument key = Fields.document(body, PROPERTY);
    if (key == null) {
      return before == null ? PartitionKeyDefinition.NONE : before;
    }
    PartitionKeyDefinition wanted =
        Boolean.TRUE.equals(Fields.flag(key, "systemKey"))
            ? PartitionKeyDefinition.NONE
            : wanted(key, before);
    if (before != null && !before.equals(wanted)) {
      throw Fields.invalid("Document collection partition key cannot be changed.");
    }
    return wanted;
  }

  private static PartitionKeyDefinition wanted(BsonDocument key, PartitionKeyDefinition before) {
    Kind kind = kind(Fields.string(key, "kind", "Hash"));
    List<FieldPath> paths =
        Fields.strings(key, "paths").stream().map(FieldPath::ofSlashed).toList();
    return new PartitionKeyDefinition(kind, paths, version(key, kind, before));
  }

  private static Kind kind(String text) {
    if (text.equalsIgnoreCase("Hash")) {
      return Kind.HASH;
    } else if (text.equalsIgnoreCase("MultiHash")) {
      return Kind.MULTI_HASH;
    }
    throw Fields.invalid(
        "The partition key kind '" + text + "' is invalid. Ensure to provide Hash or MultiHash.");
  }

  /** Definitions from before there was a version 2 do not name theirs. */
  private static int version(BsonDocument key, Kind kind, PartitionKeyDefinition before) {
    BsonValue version = Fields.value(key, "version");
    if (version == null) {
      int unnamed = kind == Kind.MULTI_HASH ? 2 : 1;
      return before == null ? unnamed : before.version();
    }
    // The Java client writes "V2" where a definition is put together by hand.
    String text =
        version.isString()
            ? version.asString().getValue()
            : Fields.whole(key, "version").toString();
    return switch (text) {
      case "1", "V1" -> 1;
      case "2", "V2" -> 2;
      default ->
          throw Fields.invalid(
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
