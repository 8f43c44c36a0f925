package dev.mayfly.mongo.vector;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.vector.VectorBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Parses the specification of a {@code $vectorSearch}. */
public final class VectorSearchParser {
  private static final String STAGE = "$vectorSearch";
  private static final byte VECTOR_SUBTYPE = 9;
  private static final int CANDIDATES_MAX = 10_000;
  private static final String VALUE = "v";

  private String index;
  private String path;
  private VectorBuffer target;
  private Integer limit;
  private Integer candidates;
  private boolean exact;
  private BsonDocument filter = new BsonDocument();

  private VectorSearchParser() {}

  public static VectorSearch parse(BsonValue specification, ParseContext context) {
    if (!specification.isDocument()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          STAGE + " value must be an object. Found: " + TypeNames.of(specification));
    }
    VectorSearchParser parser = new VectorSearchParser();
    specification.asDocument().entrySet().forEach(parser::option);
    return parser.search(context);
  }

  private void option(Map.Entry<String, BsonValue> option) {
    BsonValue value = option.getValue();
    switch (option.getKey()) {
      case "index" -> index = text("index", value);
      case "path" -> path = text("path", value);
      case "queryVector" -> target = vector(value);
      case "limit" -> limit = positive("limit", value);
      case "numCandidates" -> candidates = positive("numCandidates", value);
      case "exact" -> {
        if (!value.isBoolean()) {
          throw wrongType("exact", value, "bool");
        }
        exact = value.asBoolean().getValue();
      }
      case "filter" -> {
        if (!value.isDocument()) {
          throw wrongType("filter", value, "object");
        }
        filter = value.asDocument();
      }
      default -> throw FieldErrors.unknown(STAGE + "." + option.getKey());
    }
  }

  private VectorSearch search(ParseContext context) {
    require("index", index);
    require("path", path);
    require("queryVector", target);
    require("limit", limit);
    if (exact && candidates != null) {
      throw bad("\"numCandidates\" must be omitted for an exact search");
    }
    if (!exact) {
      require("numCandidates", candidates);
      if (candidates > CANDIDATES_MAX) {
        throw bad("\"numCandidates\" must be within bounds [1, " + CANDIDATES_MAX + "]");
      }
      if (candidates < limit) {
        throw bad("\"numCandidates\" must be greater than or equal to \"limit\"");
      }
    }
    return new VectorSearch(index, path, target, limit, exact ? 0 : candidates, filter, context);
  }

  private static void require(String name, Object value) {
    if (value == null) {
      throw FieldErrors.missing(STAGE + "." + name);
    }
  }

  private static String text(String name, BsonValue value) {
    if (!value.isString()) {
      throw wrongType(name, value, "string");
    }
    if (value.asString().getValue().isEmpty()) {
      throw bad("\"" + name + "\" cannot be empty");
    }
    return value.asString().getValue();
  }

  private static int positive(String name, BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw wrongType(name, value, "long");
    }
    Long number = Numbers.exactLong(value);
    if (number == null || number < 1 || number > Integer.MAX_VALUE) {
      throw bad("\"" + name + "\" must be a positive 32-bit integer");
    }
    return number.intValue();
  }

  private static VectorBuffer vector(BsonValue value) {
    if (!value.isArray() && !isBinaryVector(value)) {
      throw wrongType("queryVector", value, "array");
    }
    VectorBuffer vector = new VectorBuffer();
    byte[] bytes = BsonBytes.of(new BsonDocument(VALUE, value));
    vector.read(RawBson.findRoot(bytes, VALUE.getBytes(StandardCharsets.UTF_8)));
    if (!vector.isVector()) {
      throw bad(
          "\"queryVector\" must have 1 to "
              + VectorBuffer.ELEMENTS_MAX
              + " elements, all of them finite numbers; binary vectors must be of the type float32"
              + " or int8");
    }
    return vector;
  }

  private static boolean isBinaryVector(BsonValue value) {
    return value instanceof BsonBinary binary && binary.getType() == VECTOR_SUBTYPE;
  }

  private static MongoException wrongType(String name, BsonValue value, String expected) {
    return FieldErrors.wrongType(STAGE + "." + name, TypeNames.of(value), expected);
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.BAD_VALUE, text);
  }
}
