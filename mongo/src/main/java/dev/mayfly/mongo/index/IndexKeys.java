package dev.mayfly.mongo.index;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Validates key patterns. */
public final class IndexKeys {
  private static final int FIELDS_MAX = 32;
  private static final String HASHED = "hashed";
  private static final String WILDCARD = "wildcard";
  private static final Set<String> PLUGINS = Set.of("2d", "2dsphere", "text", HASHED);

  private IndexKeys() {}

  /** The types of indexes besides ordinary ones. */
  public static Set<String> specialTypes() {
    Set<String> types = new TreeSet<>(PLUGINS);
    types.add(WILDCARD);
    return types;
  }

  static void check(BsonDocument key) {
    if (key.isEmpty()) {
      throw IndexSpecs.cannot("Index keys cannot be empty.");
    }
    if (key.size() > FIELDS_MAX) {
      throw new MongoException(13103, "Index key pattern can have at most 32 fields");
    }
    int hashed = 0;
    if (TextIndexes.isText(key)) {
      TextIndexes.checkKey(key);
      return;
    }
    for (Map.Entry<String, BsonValue> field : key.entrySet()) {
      checkField(field.getKey());
      checkDirection(field.getValue());
      hashed += isType(field.getValue(), HASHED) ? 1 : 0;
    }
    if (GeoSpecs.isGeometry(key)) {
      GeoSpecs.checkKey(key);
    }
    if (hashed > 1) {
      throw new MongoException(
          31303,
          "A maximum of one index field is allowed to be hashed but found %s for 'key' %s"
              .formatted(hashed, BsonText.of(key)));
    }
  }

  private static boolean isType(BsonValue value, String type) {
    return value.isString() && value.asString().getValue().equals(type);
  }

  private static void checkField(String name) {
    if (name.isEmpty() || name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
      throw IndexSpecs.cannot("Index keys cannot contain an empty field.");
    }
    if (isWildcard(name)) {
      return;
    }
    for (String part : name.split("\\.", -1)) {
      boolean reference = part.equals("$id") || part.equals("$db") || part.equals("$ref");
      if (part.startsWith("$") && !(reference && name.contains("."))) {
        throw IndexSpecs.cannot(
            "Index key contains an illegal field name: field name starts with '$'.");
      }
    }
  }

  private static void checkDirection(BsonValue value) {
    if (value.isString()) {
      String plugin = value.asString().getValue();
      if (!PLUGINS.contains(plugin)) {
        throw IndexSpecs.cannot(
            plugin.equals("geoHaystack")
                ? "GeoHaystack indexes cannot be created in version 4.9 and above"
                : "Unknown index plugin '" + plugin + "'");
      }
      return;
    }
    if (!Numbers.isNumber(value)) {
      throw IndexSpecs.cannot(
          "Values in v:2 index key pattern cannot be of type "
              + TypeNames.of(value)
              + ". Only numbers > 0, numbers < 0, and strings are allowed.");
    }
    if (Numbers.isNaN(value)) {
      throw IndexSpecs.cannot("Values in the index key pattern cannot be NaN.");
    }
    if (Numbers.toDouble(value) == 0) {
      throw IndexSpecs.cannot("Values in the index key pattern cannot be 0.");
    }
  }

  static boolean isWildcard(String field) {
    return field.equals("$**") || field.endsWith(".$**");
  }

  /** Whether a path has a component that may be an array index. */
  static boolean hasPlace(String path) {
    String[] names = path.split("\\.", -1);
    for (int i = 1; i < names.length; i++) {
      if (!names[i].isEmpty() && names[i].chars().allMatch(c -> c >= '0' && c <= '9')) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the values is hashed. */
  static boolean isHashed(BsonDocument key) {
    return HASHED.equals(specialType(key));
  }

  /** The type of an index with a plugin, such as "text"; null for an ordinary one. */
  public static String specialType(BsonDocument key) {
    for (Map.Entry<String, BsonValue> field : key.entrySet()) {
      if (isWildcard(field.getKey())) {
        return WILDCARD;
      }
      if (field.getValue().isString()) {
        return field.getValue().asString().getValue();
      }
    }
    return null;
  }
}
