package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import com.google.re2j.Pattern;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Regexes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Parses JSON Schema, draft 4 with {@code bsonType}. */
final class SchemaParser {
  private static final int DEEPEST = 200;

  private final BsonDocument schema;
  private final int depth;

  private SchemaParser(BsonDocument schema, int depth) {
    this.schema = schema;
    this.depth = depth;
    if (depth > DEEPEST) {
      throw new MongoException(OVERFLOW, "The schema is nested more than 200 levels deep");
    }
  }

  static SchemaMatcher parse(BsonDocument schema) {
    return new SchemaParser(schema, 0).parse();
  }

  private SchemaMatcher parse() {
    if (schema.containsKey("type") && schema.containsKey("bsonType")) {
      throw failed("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    List<SchemaMatcher> tests = new ArrayList<>();
    for (Map.Entry<String, BsonValue> each : schema.entrySet()) {
      SchemaMatcher test = keyword(each.getKey(), each.getValue());
      if (test != null) {
        tests.add(test);
      }
    }
    return SchemaMatcher.all(tests);
  }

  /** Null for keywords that constrain nothing by themselves. */
  private SchemaMatcher keyword(String name, BsonValue operand) {
    return switch (name) {
      case "bsonType", "type" -> type(name, operand);
      case "enum" -> SchemaValues.oneOf(nonEmptyArray(name, operand, FAILED_TO_PARSE));
      case "allOf" -> SchemaMatcher.all(schemas(name, operand));
      case "anyOf" -> {
        List<SchemaMatcher> tests = schemas(name, operand);
        yield value -> SchemaMatcher.count(tests, value) > 0;
      }
      case "oneOf" -> {
        List<SchemaMatcher> tests = schemas(name, operand);
        yield value -> SchemaMatcher.count(tests, value) == 1;
      }
      case "not" -> {
        SchemaMatcher test = schema(document(name, operand));
        yield value -> !test.accepts(value);
      }
      case "minimum" -> SchemaValues.minimum(number(name, operand), flag("exclusiveMinimum"));
      case "maximum" -> SchemaValues.maximum(number(name, operand), flag("exclusiveMaximum"));
      case "exclusiveMinimum" -> besides(name, "minimum");
      case "exclusiveMaximum" -> besides(name, "maximum");
      case "multipleOf" -> SchemaValues.multipleOf(positive(name, operand));
      case "minLength" -> SchemaValues.minLength(count(name, operand));
      case "maxLength" -> SchemaValues.maxLength(count(name, operand));
      case "pattern" -> SchemaValues.pattern(pattern(name, operand));
      case "minItems" -> SchemaArrays.minItems(count(name, operand));
      case "maxItems" -> SchemaArrays.maxItems(count(name, operand));
      case "uniqueItems" -> bool(name, operand) ? SchemaArrays.uniqueItems() : null;
      case "items" -> items(operand);
      case "additionalItems" -> null;
      case "required" -> SchemaObjects.required(names(name, operand));
      case "minProperties" -> SchemaObjects.minProperties(count(name, operand));
      case "maxProperties" -> SchemaObjects.maxProperties(count(name, operand));
      case "properties" -> SchemaObjects.properties(namedSchemas(name, operand));
      case "patternProperties", "additionalProperties" -> others(name);
      case "dependencies" -> dependencies(document(name, operand));
      case "title", "description" -> {
        require(operand.isString(), name, "a string");
        yield null;
      }
      case "$ref", "$schema", "default", "definitions", "format", "id" ->
          throw failed("$jsonSchema keyword '" + name + "' is not currently supported");
      default -> throw failed("Unknown $jsonSchema keyword: " + name);
    };
  }

  private SchemaMatcher schema(BsonDocument inner) {
    return new SchemaParser(inner, depth + 1).parse();
  }

  private SchemaMatcher type(String keyword, BsonValue operand) {
    List<BsonValue> each = operand.isArray() ? operand.asArray() : List.of(operand);
    Set<BsonType> types = EnumSet.noneOf(BsonType.class);
    for (BsonValue type : each) {
      if (!type.isString()) {
        throw new MongoException(
            TYPE_MISMATCH,
            "$jsonSchema keyword '" + keyword + "' must be either a string or an array of strings");
      }
      types.addAll(types(keyword, type.asString().getValue()));
    }
    if (types.isEmpty()) {
      throw failed("$jsonSchema keyword '" + keyword + "' must name at least one type");
    }
    return value -> types.contains(value.getBsonType());
  }

  private static Set<BsonType> types(String keyword, String name) {
    if (name.equals("integer")) {
      throw failed("$jsonSchema type 'integer' is not currently supported.");
    }
    if (keyword.equals("bsonType")) {
      return TypeSet.named(name);
    }
    return switch (name) {
      case "boolean" -> TypeSet.named("bool");
      case "array", "null", "number", "object", "string" -> TypeSet.named(name);
      default -> throw new MongoException(BAD_VALUE, "Unknown type name alias: " + name);
    };
  }

  private SchemaMatcher items(BsonValue operand) {
    if (operand.isDocument()) {
      return SchemaArrays.eachItem(schema(operand.asDocument()));
    }
    require(operand.isArray(), "items", "an array or an object");
    List<SchemaMatcher> first = new ArrayList<>();
    for (BsonValue each : operand.asArray()) {
      first.add(schema(element("items", each)));
    }
    return SchemaArrays.items(first, additional("additionalItems"));
  }

  /** The schema of unnamed fields or elements. */
  private SchemaMatcher additional(String name) {
    BsonValue additional = schema.get(name);
    if (additional == null) {
      return value -> true;
    }
    if (additional.isBoolean()) {
      boolean allowed = additional.asBoolean().getValue();
      return value -> allowed;
    }
    require(additional.isDocument(), name, "an object or a boolean");
    return schema(additional.asDocument());
  }

  /** The two keywords are evaluated together, at the first of them. */
  private SchemaMatcher others(String name) {
    if (name.equals("additionalProperties") && schema.containsKey("patternProperties")) {
      return null;
    }
    Set<String> known = new HashSet<>();
    if (schema.containsKey("properties")) {
      known.addAll(document("properties", schema.get("properties")).keySet());
    }
    List<SchemaObjects.PatternSchema> patterns = new ArrayList<>();
    if (schema.containsKey("patternProperties")) {
      namedSchemas("patternProperties", schema.get("patternProperties"))
          .forEach(
              (pattern, test) ->
                  patterns.add(
                      new SchemaObjects.PatternSchema(Regexes.compile(pattern, ""), test)));
    }
    return SchemaObjects.others(known, patterns, additional("additionalProperties"));
  }

  private SchemaMatcher dependencies(BsonDocument operand) {
    List<SchemaMatcher> tests = new ArrayList<>();
    for (Map.Entry<String, BsonValue> each : operand.entrySet()) {
      SchemaMatcher then =
          each.getValue().isDocument()
              ? schema(each.getValue().asDocument())
              : SchemaObjects.required(names("dependencies", each.getValue()));
      tests.add(SchemaObjects.dependency(each.getKey(), then));
    }
    return SchemaMatcher.all(tests);
  }

  private Map<String, SchemaMatcher> namedSchemas(String name, BsonValue operand) {
    Map<String, SchemaMatcher> schemas = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> each : document(name, operand).entrySet()) {
      if (!each.getValue().isDocument()) {
        throw new MongoException(
            TYPE_MISMATCH,
            "Nested schema for $jsonSchema property '" + each.getKey() + "' must be an object");
      }
      schemas.put(each.getKey(), schema(each.getValue().asDocument()));
    }
    return schemas;
  }

  private List<SchemaMatcher> schemas(String name, BsonValue operand) {
    List<SchemaMatcher> tests = new ArrayList<>();
    for (BsonValue each : nonEmptyArray(name, operand, BAD_VALUE)) {
      tests.add(schema(element(name, each)));
    }
    return tests;
  }

  private SchemaMatcher besides(String name, String other) {
    flag(name);
    if (!schema.containsKey(other)) {
      throw failed(
          "$jsonSchema keyword '" + other + "' must be a present if " + name + " is present");
    }
    return null;
  }

  private boolean flag(String name) {
    return schema.containsKey(name) && bool(name, schema.get(name));
  }

  private static boolean bool(String name, BsonValue operand) {
    require(operand.isBoolean(), name, "a boolean");
    return operand.asBoolean().getValue();
  }

  private static BsonValue number(String name, BsonValue operand) {
    require(Numbers.isNumber(operand), name, "a number");
    return operand;
  }

  private static BsonValue positive(String name, BsonValue operand) {
    if (!(Numbers.toDouble(number(name, operand)) > 0)) {
      throw failed("$jsonSchema keyword '" + name + "' must have a positive value");
    }
    return operand;
  }

  private static long count(String name, BsonValue operand) {
    return Integers.nonNegative(name, number(name, operand));
  }

  private static Pattern pattern(String name, BsonValue operand) {
    require(operand.isString(), name, "a string");
    return Regexes.compile(operand.asString().getValue(), "");
  }

  private static BsonDocument document(String name, BsonValue operand) {
    require(operand.isDocument(), name, "an object");
    return operand.asDocument();
  }

  private static BsonDocument element(String name, BsonValue element) {
    if (!element.isDocument()) {
      throw new MongoException(
          TYPE_MISMATCH,
          ("$jsonSchema keyword '%s' must be an array of objects, but found an element "
                  + "of type %s")
              .formatted(name, TypeNames.of(element)));
    }
    return element.asDocument();
  }

  private static List<BsonValue> nonEmptyArray(String name, BsonValue operand, int codeIfEmpty) {
    require(operand.isArray(), name, "an array");
    if (operand.asArray().isEmpty()) {
      throw new MongoException(
          codeIfEmpty, "$jsonSchema keyword '" + name + "' cannot be an empty array");
    }
    return operand.asArray();
  }

  private static Set<String> names(String name, BsonValue operand) {
    Set<String> names = new HashSet<>();
    for (BsonValue each : nonEmptyArray(name, operand, FAILED_TO_PARSE)) {
      if (!each.isString()) {
        throw new MongoException(
            TYPE_MISMATCH,
            ("$jsonSchema keyword '%s' must be an array of strings, but found an element "
                    + "of type: %s")
                .formatted(name, TypeNames.of(each)));
      }
      if (!names.add(each.asString().getValue())) {
        throw failed("$jsonSchema keyword '" + name + "' array cannot contain duplicate values");
      }
    }
    return names;
  }

  private static void require(boolean right, String name, String what) {
    if (!right) {
      throw new MongoException(TYPE_MISMATCH, "$jsonSchema keyword '" + name + "' must be " + what);
    }
  }

  private static MongoException failed(String text) {
    return new MongoException(FAILED_TO_PARSE, text);
  }
}
