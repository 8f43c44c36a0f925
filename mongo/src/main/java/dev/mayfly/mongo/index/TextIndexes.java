package dev.mayfly.mongo.index;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.text.Language;
import dev.mayfly.text.TextDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Validates and completes the specifications of text indexes. */
final class TextIndexes {
  private static final String TEXT = "text";
  private static final String TERM = "_fts";
  private static final String TERM_SCORE = "_ftsx";
  private static final int WEIGHT_END = 100_000;
  private static final int FIELDS_MAX = 32;

  private TextIndexes() {}

  static boolean isText(BsonDocument key) {
    return key.values().stream().anyMatch(TextIndexes::isText);
  }

  private static boolean isText(BsonValue direction) {
    return direction.isString() && direction.asString().getValue().equals(TEXT);
  }

  /** Fields before the texts, the texts, fields behind them; or a key that was completed before. */
  static void checkKey(BsonDocument key) {
    if (key.size() > FIELDS_MAX) {
      throw new MongoException(13103, "Index key pattern can have at most 32 fields");
    }
    boolean completed = key.containsKey(TERM);
    boolean behind = false;
    boolean seen = false;
    for (Map.Entry<String, BsonValue> field : key.entrySet()) {
      boolean text = isText(field.getValue());
      boolean reserved = field.getKey().equals(TERM) || field.getKey().equals(TERM_SCORE);
      if (reserved && !completed || completed && text && !field.getKey().equals(TERM)) {
        throw IndexSpecs.cannot("text index with reserved fields _fts/_ftsx not allowed");
      }
      if (text && behind) {
        throw IndexSpecs.cannot("'text' fields in index must all be adjacent");
      }
      behind |= seen && !text;
      seen |= text;
      checkField(field.getKey(), text);
      checkDirection(field.getValue(), text);
    }
    if (completed && !isCompleted(key)) {
      throw IndexSpecs.cannot("expected _ftsx after _fts");
    }
  }

  private static boolean isCompleted(BsonDocument key) {
    List<String> names = List.copyOf(key.keySet());
    int score = names.indexOf(TERM) + 1;
    return score < names.size() && names.get(score).equals(TERM_SCORE);
  }

  private static void checkField(String name, boolean text) {
    if (name.isEmpty() || name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
      throw IndexSpecs.cannot("Index keys cannot contain an empty field.");
    }
    boolean wildcard = text && name.equals(TextDefinition.WILDCARD);
    if (!wildcard && (name.startsWith("$") || name.contains(".$"))) {
      throw IndexSpecs.cannot(
          "Index key contains an illegal field name: field name starts with '$'.");
    }
    if (name.equals("_ts")) {
      throw IndexSpecs.cannot("A text index can't hold '_ts': it is the server's, and a number");
    }
  }

  private static void checkDirection(BsonValue direction, boolean text) {
    boolean one = Numbers.isNumber(direction) && Math.abs(Numbers.toDouble(direction)) == 1;
    if (!text && !one) {
      throw IndexSpecs.cannot("expected value 1 or -1 for non-text key in compound index");
    }
  }

  /** The specification as it is kept and listed. */
  static BsonDocument completed(BsonDocument spec) {
    BsonDocument key = spec.getDocument("key");
    BsonDocument weights = weights(key, spec.get("weights"));
    BsonString language = language(spec.get("default_language"));
    BsonString override = override(spec.get("language_override"));
    BsonInt32 version = version(spec.get("textIndexVersion"));
    if (spec.containsKey("collation")) {
      throw IndexSpecs.cannot(
          "Index type 'text' does not support collation: " + BsonText.of(spec.get("collation")));
    }
    if (spec.containsKey("unique")) {
      throw IndexSpecs.cannot("Index type 'text' does not support the 'unique' option");
    }
    BsonDocument completed = new BsonDocument();
    completed.putAll(spec);
    completed.put("key", completedKey(key));
    completed.remove("weights");
    completed.remove("default_language");
    completed.remove("language_override");
    completed.remove("textIndexVersion");
    return completed
        .append("weights", weights)
        .append("default_language", language)
        .append("language_override", override)
        .append("textIndexVersion", version);
  }

  private static BsonDocument completedKey(BsonDocument key) {
    BsonDocument completed = new BsonDocument();
    key.forEach(
        (name, direction) -> {
          if (!isText(direction)) {
            completed.append(name, direction);
          } else if (!completed.containsKey(TERM)) {
            completed.append(TERM, direction).append(TERM_SCORE, new BsonInt32(1));
          }
        });
    return completed;
  }

  private static BsonDocument weights(BsonDocument key, BsonValue given) {
    TreeMap<String, Integer> weights = new TreeMap<>();
    key.forEach(
        (name, direction) -> {
          if (isText(direction) && !name.equals(TERM)) {
            weights.put(name, 1);
          }
        });
    if (given != null && given.isDocument()) {
      given.asDocument().forEach((name, weight) -> weights.put(name, weight(name, weight)));
    } else if (given != null && given.isString() && isWildcard(given.asString().getValue())) {
      weights.put(TextDefinition.WILDCARD, 1);
    } else if (given != null) {
      throw IndexSpecs.cannot("text index option 'weights' must be an object");
    }
    if (weights.isEmpty()) {
      throw IndexSpecs.cannot("text index option 'weights' must specify fields or the wildcard");
    }
    BsonDocument document = new BsonDocument();
    weights.forEach((name, weight) -> document.append(name, new BsonInt32(weight)));
    return document;
  }

  private static boolean isWildcard(String name) {
    return name.equals(TextDefinition.WILDCARD);
  }

  private static int weight(String name, BsonValue weight) {
    if (!Numbers.isNumber(weight)) {
      throw IndexSpecs.cannot("weight for text index needs numeric type");
    }
    int number = (int) Numbers.toDouble(weight);
    if (number <= 0 || number >= WEIGHT_END) {
      throw IndexSpecs.cannot(
          "text index weight must be in the exclusive interval (0,%s) but found: %s"
              .formatted(WEIGHT_END, number));
    }
    if (isWildcard(name)) {
      return number;
    }
    for (String part : name.split("\\.", -1)) {
      if (part.isEmpty()) {
        throw IndexSpecs.cannot(
            name.isEmpty()
                ? "weight cannot be on an empty field"
                : "weight cannot have empty path component");
      }
      if (part.startsWith("$")) {
        throw IndexSpecs.cannot("weight cannot have path component with $ prefix");
      }
    }
    return number;
  }

  private static BsonString language(BsonValue given) {
    if (given == null) {
      return new BsonString(Language.ENGLISH.fullName());
    }
    if (!given.isString()) {
      throw IndexSpecs.cannot("default_language needs a string type");
    }
    if (Language.named(given.asString().getValue()) == null) {
      throw IndexSpecs.cannot("default_language is not valid");
    }
    return given.asString();
  }

  private static BsonString override(BsonValue given) {
    if (given == null) {
      return new BsonString("language");
    }
    if (!given.isString()) {
      throw IndexSpecs.cannot("language_override must be a string");
    }
    String name = given.asString().getValue();
    if (name.isEmpty() || name.startsWith("$") || name.contains(".")) {
      throw IndexSpecs.cannot("language_override is not valid");
    }
    return given.asString();
  }

  private static BsonInt32 version(BsonValue given) {
    if (given == null) {
      return new BsonInt32(3);
    }
    if (!Numbers.isNumber(given)) {
      throw IndexSpecs.cannot("text index option 'textIndexVersion' must be a number");
    }
    double number = Numbers.toDouble(given);
    if (number != 2 && number != 3) {
      throw IndexSpecs.cannot("bad textIndexVersion: " + (int) number);
    }
    return new BsonInt32((int) number);
  }

  /** What a completed specification says. */
  static TextDefinition definition(BsonDocument spec) {
    Map<String, Integer> weights = new HashMap<>();
    spec.getDocument("weights")
        .forEach((name, weight) -> weights.put(name, weight.asInt32().getValue()));
    boolean wildcard = weights.remove(TextDefinition.WILDCARD) != null;
    List<FieldPath> before = new ArrayList<>();
    List<FieldPath> after = new ArrayList<>();
    boolean behind = false;
    for (String name : spec.getDocument("key").keySet()) {
      if (name.equals(TERM) || name.equals(TERM_SCORE)) {
        behind = true;
      } else {
        (behind ? after : before).add(FieldPath.ofDotted(name));
      }
    }
    return new TextDefinition(
        weights,
        wildcard,
        Language.named(spec.getString("default_language").getValue()),
        spec.getString("language_override").getValue(),
        before,
        after);
  }

  /** The engine's index: the fields before the texts, then the term. */
  static PathIndex toPathIndex(IndexSpec spec) {
    TextDefinition definition = spec.textDefinition();
    List<PathIndex.Part> parts = new ArrayList<>();
    for (FieldPath path : definition.before()) {
      BsonValue direction = spec.key().get(String.join(".", path.names()));
      parts.add(new PathIndex.Part(path, IndexSpec.isDescending(direction)));
    }
    parts.add(new PathIndex.Part(FieldPath.ofDotted(TERM), false));
    return new PathIndex(
        spec.storedName(),
        parts,
        PathIndex.Arrays.COMPUTED,
        false,
        false,
        spec.partialFilter(),
        definition.call(),
        new BsonDocument());
  }
}
