package dev.mayfly.server.transfer;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.transfer.format.DocumentText;
import dev.mayfly.server.transfer.format.InputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What containers are, in files beside those with their items. */
final class Definitions {
  /** The file of a container; also of a collection that is to be read by people. */
  static final String DEFINITION_SUFFIX = ".definition.json";

  /** The file of a collection, as mongodump names it. */
  static final String METADATA_SUFFIX = ".metadata.json";

  private static final int BYTES_MAX = 16 << 20;

  private Definitions() {}

  /** What a definition or metadata file asks for. */
  static BsonDocument read(Path file) {
    BsonDocument parsed;
    try (var in = InputFile.open(file).content()) {
      byte[] text = in.readNBytes(BYTES_MAX);
      parsed = parse(text);
    } catch (IOException | IllegalArgumentException e) {
      throw bad(file, e.getMessage());
    }
    boolean metadata = file.getFileName().toString().contains(METADATA_SUFFIX);
    BsonValue api = parsed.remove(TransferStore.API);
    String wanted = api == null ? null : api.isString() ? api.asString().getValue() : "";
    if (metadata || TransferStore.MONGODB.equals(wanted)) {
      return description(TransferStore.MONGODB, parsed);
    }
    if (wanted != null && !wanted.equals(TransferStore.NOSQL)) {
      throw bad(file, "api must be \"nosql\" or \"mongodb\"");
    }
    BsonValue key = parsed.get("partitionKey");
    if (key != null && key.isString()) {
      parsed.put("partitionKey", partitionKey(List.of(key.asString().getValue())));
    }
    parsed.putIfAbsent("partitionKey", partitionKey(List.of("/id")));
    return description(TransferStore.NOSQL, parsed);
  }

  /** Numbers and types of a collection's options count; those of a container are plain JSON. */
  private static BsonDocument parse(byte[] text) {
    String decoded = new String(text, StandardCharsets.UTF_8);
    BsonDocument extended = DocumentText.parse(decoded);
    if (extended.containsKey("options") || extended.containsKey("indexes")) {
      return extended;
    }
    try {
      return Json.parse(text);
    } catch (CosmosException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static EngineException bad(Path file, String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, file + ": " + message);
  }

  /** What a container is that nothing was said about. */
  static BsonDocument standard(String api, List<String> partitionKey, Integer defaultTtl) {
    BsonDocument definition = new BsonDocument();
    if (api.equals(TransferStore.NOSQL)) {
      definition.append("partitionKey", partitionKey(partitionKey));
      if (defaultTtl != null) {
        definition.append("defaultTtl", new BsonInt32(defaultTtl));
      }
    }
    return description(api, definition);
  }

  private static BsonDocument partitionKey(List<String> paths) {
    BsonArray array = new BsonArray();
    paths.forEach(path -> array.add(new BsonString(path)));
    return new BsonDocument("paths", array)
        .append("kind", new BsonString(paths.size() == 1 ? "Hash" : "MultiHash"))
        .append("version", new BsonInt32(2));
  }

  private static BsonDocument description(String api, BsonDocument definition) {
    return new BsonDocument(TransferStore.API, new BsonString(api))
        .append(TransferStore.DEFINITION, definition);
  }

  static String api(BsonDocument description) {
    return description.getString(TransferStore.API).getValue();
  }

  static boolean isView(BsonDocument description) {
    return description.getDocument(TransferStore.DEFINITION).get("options")
            instanceof BsonDocument options
        && options.containsKey("viewOn");
  }

  /** How a file says what a container is, by its suffix. */
  static String text(BsonDocument description, String suffix) {
    BsonDocument definition = new BsonDocument();
    if (!suffix.startsWith(METADATA_SUFFIX)) {
      definition.append(TransferStore.API, description.get(TransferStore.API));
    }
    definition.putAll(description.getDocument(TransferStore.DEFINITION));
    return api(description).equals(TransferStore.MONGODB)
        ? DocumentText.of(definition)
        : new String(Json.bytes(definition), StandardCharsets.UTF_8);
  }
}
