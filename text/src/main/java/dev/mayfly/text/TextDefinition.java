package dev.mayfly.text;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.KeyFunctionCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What a text index holds.
 *
 * @param weights of the fields by their dotted paths
 * @param wildcard whether all texts of a document count
 * @param language of documents that do not name theirs
 * @param languageField the field in which documents and subdocuments name their language
 * @param before fields whose values stand before the term in each key
 * @param after fields that may hold no arrays either
 */
public record TextDefinition(
    Map<String, Integer> weights,
    boolean wildcard,
    Language language,
    String languageField,
    List<FieldPath> before,
    List<FieldPath> after) {
  /** The name under which weights have the wildcard. */
  public static final String WILDCARD = "$**";

  public TextDefinition {
    weights = Map.copyOf(weights);
    requireNonNull(language, "language");
    requireNonNull(languageField, "languageField");
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** The call that makes an index one of this definition. */
  public KeyFunctionCall call() {
    BsonDocument fields = new BsonDocument();
    new TreeMap<>(weights).forEach((path, weight) -> fields.append(path, new BsonInt32(weight)));
    if (wildcard) {
      fields.append(WILDCARD, new BsonInt32(1));
    }
    return new KeyFunctionCall(
        TextKeys.NAME,
        new BsonDocument("weights", fields)
            .append("language", new BsonString(language.fullName()))
            .append("languageField", new BsonString(languageField))
            .append("before", encode(before))
            .append("after", encode(after)));
  }

  private static BsonArray encode(List<FieldPath> paths) {
    BsonArray encoded = new BsonArray();
    paths.forEach(path -> encoded.add(new BsonString(String.join(".", path.names()))));
    return encoded;
  }

  static TextDefinition of(KeyFunctionCall call) {
    BsonDocument parameters = call.parameters();
    TreeMap<String, Integer> weights = new TreeMap<>();
    parameters
        .getDocument("weights")
        .forEach((path, weight) -> weights.put(path, weight.asInt32().getValue()));
    boolean wildcard = weights.remove(WILDCARD) != null;
    String name = parameters.getString("language").getValue();
    Language language = Language.named(name);
    if (language == null) {
      throw new EngineException(ErrorCode.NOT_SUPPORTED, "There is no language '" + name + "'.");
    }
    return new TextDefinition(
        weights,
        wildcard,
        language,
        parameters.getString("languageField").getValue(),
        decode(parameters.getArray("before")),
        decode(parameters.getArray("after")));
  }

  private static List<FieldPath> decode(BsonArray paths) {
    List<FieldPath> decoded = new ArrayList<>();
    for (BsonValue path : paths) {
      decoded.add(FieldPath.ofDotted(path.asString().getValue()));
    }
    return decoded;
  }

  /** The paths of documents and arrays in which there may be texts. */
  Set<String> outerPaths() {
    Set<String> outer = new HashSet<>();
    for (String path : weights.keySet()) {
      for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        outer.add(path.substring(0, dot));
      }
    }
    return outer;
  }
}
