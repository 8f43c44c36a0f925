package dev.mayfly.cosmos.container;

import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.catalog.IndexingPolicy.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The indexing policy of a container's definition, with everything filled in that a client left
 * out.
 *
 * @param policy as the engine counts terms by it
 * @param json as clients read it
 */
record IndexingPolicyJson(IndexingPolicy policy, BsonDocument json) {
  static final String PROPERTY = "indexingPolicy";
  private static final String INCLUDED = "includedPaths";
  private static final String EXCLUDED = "excludedPaths";
  private static final String EVERYTHING = "/*";
  // The oldest policies write the root so.
  private static final String ROOT = "/";
  private static final String ETAG = "/\"_etag\"/?";
  private static final String ETAG_UNQUOTED = "/_etag/?";

  /**
   * The policy that a body asks for; the default if it asks for none.
   *
   * @param vectors the vector embedding policy, or null
   */
  static IndexingPolicyJson read(BsonDocument body, BsonDocument vectors) {
    BsonDocument given = PropertyReader.document(body, PROPERTY);
    BsonDocument policy = given == null ? new BsonDocument() : given;
    Mode mode = mode(PropertyReader.string(policy, "indexingMode", "consistent"));
    BsonArray included = paths(policy, INCLUDED);
    BsonArray excluded = paths(policy, EXCLUDED);
    if (mode == Mode.NONE) {
      requireNoPaths(included, excluded);
    } else {
      fill(included, excluded);
    }
    BsonDocument json =
        new BsonDocument("indexingMode", new BsonString(mode.name().toLowerCase(Locale.ROOT)))
            .append("automatic", BsonBoolean.valueOf(automatic(policy, mode)))
            .append(INCLUDED, included)
            .append(EXCLUDED, excluded);
    IndexesJson.read(policy, json);
    VectorIndexesJson.read(policy, vectors, json);
    return new IndexingPolicyJson(new IndexingPolicy(mode, names(included), names(excluded)), json);
  }

  private static Mode mode(String text) {
    for (Mode mode : Mode.values()) {
      if (mode.name().equalsIgnoreCase(text)) {
        // The service no longer has lazy indexing.
        return mode == Mode.LAZY ? Mode.CONSISTENT : mode;
      }
    }
    throw PropertyReader.invalid(
        "The indexing mode '" + text + "' is invalid. Ensure to provide consistent, lazy or none.");
  }

  private static boolean automatic(BsonDocument policy, Mode mode) {
    Boolean automatic = PropertyReader.flag(policy, "automatic");
    if (mode != Mode.NONE) {
      return automatic == null || automatic;
    }
    if (Boolean.TRUE.equals(automatic)) {
      throw PropertyReader.invalid(
          "Automatic indexing cannot be on when the indexing mode is 'none': set 'automatic' to"
              + " false.");
    }
    return false;
  }

  /** The paths as they are returned: what else stands beside them is left out. */
  private static BsonArray paths(BsonDocument policy, String name) {
    BsonArray paths = new BsonArray();
    for (BsonDocument each : PropertyReader.documents(policy, name)) {
      String path = PropertyReader.string(each, "path");
      if (path == null) {
        throw PropertyReader.invalid("Each of the " + name + " must have a 'path'.");
      }
      BsonDocument kept = path(path);
      BsonArray indexes = PropertyReader.array(each, "indexes");
      if (indexes != null) {
        kept.append("indexes", indexes);
      }
      paths.add(kept);
    }
    return paths;
  }

  private static List<String> names(BsonArray paths) {
    List<String> names = new ArrayList<>();
    paths.forEach(path -> names.add(path.asDocument().getString("path").getValue()));
    return names;
  }

  private static void requireNoPaths(BsonArray included, BsonArray excluded) {
    if (!included.isEmpty() || !excluded.isEmpty()) {
      throw PropertyReader.invalid(
          "Indexing paths cannot be specified when the indexing mode is 'none': leave"
              + " includedPaths and excludedPaths empty.");
    }
  }

  private static void fill(BsonArray included, BsonArray excluded) {
    if (included.isEmpty() && excluded.isEmpty()) {
      included.add(path(EVERYTHING));
    }
    List<String> all = names(included);
    all.addAll(names(excluded));
    if (!all.contains(EVERYTHING) && !all.contains(ROOT)) {
      throw PropertyReader.invalid(
          "The special mandatory indexing path \"/\" is not provided in any of the path type sets."
              + " Please provide this path in one of the sets.");
    }
    if (!all.contains(ETAG) && !all.contains(ETAG_UNQUOTED)) {
      excluded.add(path(ETAG));
    }
  }

  /** The policy of a container that was not made through this API. */
  static BsonDocument write(IndexingPolicy policy) {
    BsonArray included = new BsonArray();
    policy.included().forEach(path -> included.add(path(path)));
    BsonArray excluded = new BsonArray();
    policy.excluded().forEach(path -> excluded.add(path(path)));
    return new BsonDocument(
            "indexingMode", new BsonString(policy.mode().name().toLowerCase(Locale.ROOT)))
        .append("automatic", BsonBoolean.valueOf(policy.mode() != Mode.NONE))
        .append(INCLUDED, included)
        .append(EXCLUDED, excluded);
  }

  private static BsonDocument path(String path) {
    return new BsonDocument("path", new BsonString(path));
  }
}
