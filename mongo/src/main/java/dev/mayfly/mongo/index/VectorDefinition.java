package dev.mayfly.mongo.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.vector.DistanceFunction;
import dev.mayfly.vector.VectorBuffer;
import dev.mayfly.vector.VectorField;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The definition of a search index of the type {@code vectorSearch}: which paths have vectors, and
 * by which others a search may be filtered.
 *
 * @param document as it was sent
 * @param vectors by their dotted paths
 * @param filters dotted paths
 */
public record VectorDefinition(
    BsonDocument document, Map<String, VectorField> vectors, Set<String> filters) {
  private static final int FIELDS_MAX = 256;
  private static final Set<String> VECTOR_OPTIONS =
      Set.of("type", "path", "numDimensions", "similarity", "quantization", "hnswOptions");
  private static final Set<String> FILTER_OPTIONS = Set.of("type", "path");
  private static final List<String> SIMILARITIES = List.of("cosine", "dotProduct", "euclidean");
  private static final List<String> QUANTIZATIONS = List.of("none", "scalar", "binary");

  public VectorDefinition {
    requireNonNull(document, "document");
    vectors = Map.copyOf(vectors);
    filters = Set.copyOf(filters);
  }

  /**
   * @throws MongoException 2 if it is no definition, or one that is not supported
   */
  public static VectorDefinition parse(BsonDocument definition) {
    for (String name : definition.keySet()) {
      if (!name.equals("fields")) {
        throw bad("unrecognized field \"%s\" of the definition of a vector index", name);
      }
    }
    BsonValue fields = definition.get("fields");
    if (fields == null || !fields.isArray()) {
      throw bad("\"fields\" is required, and must be an array");
    }
    if (fields.asArray().size() > FIELDS_MAX) {
      throw bad("\"fields\" cannot have more than %d elements", FIELDS_MAX);
    }
    Map<String, VectorField> vectors = new HashMap<>();
    Set<String> filters = new HashSet<>();
    for (int i = 0; i < fields.asArray().size(); i++) {
      BsonValue each = fields.asArray().get(i);
      if (!each.isDocument()) {
        throw bad("\"fields[%d]\" must be a document", i);
      }
      field("fields[" + i + "]", each.asDocument(), vectors, filters);
    }
    if (vectors.isEmpty()) {
      throw bad("\"fields\" must have at least one field of the type vector");
    }
    return new VectorDefinition(definition, vectors, filters);
  }

  private static void field(
      String place, BsonDocument field, Map<String, VectorField> vectors, Set<String> filters) {
    String type = text(place, field, "type");
    boolean vector = type.equals("vector");
    if (!vector && !type.equals("filter")) {
      throw bad("\"%s.type\" must be one of [filter, vector]; '%s' is not supported", place, type);
    }
    for (String option : field.keySet()) {
      if (!(vector ? VECTOR_OPTIONS : FILTER_OPTIONS).contains(option)) {
        throw bad("unrecognized field \"%s.%s\"", place, option);
      }
    }
    String path = text(place, field, "path");
    FieldPath parsed = path(place, path);
    if (vectors.containsKey(path) || filters.contains(path)) {
      throw bad("Multiple fields have the path '%s'", path);
    }
    if (!vector) {
      filters.add(path);
      return;
    }
    oneOf(place + ".quantization", field.get("quantization"), QUANTIZATIONS);
    if (field.containsKey("hnswOptions")) {
      graph(place + ".hnswOptions", field.get("hnswOptions"));
    }
    if (!field.containsKey("similarity")) {
      throw bad("\"%s.similarity\" is required", place);
    }
    String similarity = oneOf(place + ".similarity", field.get("similarity"), SIMILARITIES);
    int dimensions =
        number(place + ".numDimensions", field.get("numDimensions"), 1, VectorBuffer.ELEMENTS_MAX);
    vectors.put(path, new VectorField(parsed, dimensions, DistanceFunction.named(similarity)));
  }

  private static void graph(String place, BsonValue options) {
    if (!options.isDocument()) {
      throw bad("\"%s\" must be a document", place);
    }
    options
        .asDocument()
        .forEach(
            (name, value) -> {
              switch (name) {
                case "maxEdges" -> number(place + ".maxEdges", value, 16, 64);
                case "numEdgeCandidates" -> number(place + ".numEdgeCandidates", value, 100, 3200);
                default -> throw bad("unrecognized field \"%s.%s\"", place, name);
              }
            });
  }

  private static FieldPath path(String place, String path) {
    try {
      if (path.startsWith("$")) {
        throw bad("\"%s.path\" cannot begin with '$'", place);
      }
      return FieldPath.ofDotted(path);
    } catch (EngineException e) {
      throw bad("\"%s.path\" is no path: %s", place, e.getMessage());
    }
  }

  private static String text(String place, BsonDocument field, String name) {
    BsonValue value = field.get(name);
    if (value == null) {
      throw bad("\"%s.%s\" is required", place, name);
    }
    if (!value.isString()) {
      throw bad("\"%s.%s\" must be a string", place, name);
    }
    return value.asString().getValue();
  }

  private static String oneOf(String place, BsonValue value, List<String> names) {
    if (value != null && !(value.isString() && names.contains(value.asString().getValue()))) {
      throw bad("\"%s\" must be one of %s", place, names);
    }
    return value == null ? null : value.asString().getValue();
  }

  private static int number(String place, BsonValue value, int min, int max) {
    if (value == null) {
      throw bad("\"%s\" is required", place);
    }
    Long number = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
    if (number == null || number < min || number > max) {
      throw bad("\"%s\" must be an integer within bounds [%d, %d]", place, min, max);
    }
    return number.intValue();
  }

  private static MongoException bad(String text, Object... values) {
    return new MongoException(ErrorCodes.BAD_VALUE, text.formatted(values));
  }
}
