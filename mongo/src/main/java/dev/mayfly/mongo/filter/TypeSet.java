package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Parses the type sets of {@code $type} and {@code bsonType}: aliases, numbers, or several. */
final class TypeSet {
  private static final Set<BsonType> NUMBERS =
      EnumSet.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128);
  private static final Map<String, BsonType> BY_NAME = new HashMap<>();
  private static final int MIN_KEY = -1;
  private static final int MAX_KEY = 127;

  static {
    for (BsonType type : BsonType.values()) {
      if (type != BsonType.END_OF_DOCUMENT) {
        BY_NAME.put(TypeNames.of(type), type);
      }
    }
  }

  private TypeSet() {}

  /** Parses the operand of {@code $type}. */
  static Set<BsonType> parse(BsonValue operand) {
    Set<BsonType> types = EnumSet.noneOf(BsonType.class);
    List<BsonValue> each = operand.isArray() ? operand.asArray() : List.of(operand);
    for (BsonValue type : each) {
      types.addAll(one(type));
    }
    if (types.isEmpty()) {
      throw new MongoException(FAILED_TO_PARSE, "$type must match at least one type");
    }
    return types;
  }

  private static Set<BsonType> one(BsonValue type) {
    if (type.isString()) {
      return named(type.asString().getValue());
    }
    if (!Numbers.isNumber(type)) {
      throw new MongoException(TYPE_MISMATCH, "type must be represented as a number or a string");
    }
    return EnumSet.of(numbered(type));
  }

  static Set<BsonType> named(String name) {
    if (name.equals("number")) {
      return NUMBERS;
    }
    BsonType type = BY_NAME.get(name);
    if (type == null) {
      throw new MongoException(BAD_VALUE, "Unknown type name alias: " + name);
    }
    return EnumSet.of(type);
  }

  private static BsonType numbered(BsonValue number) {
    Long code = Numbers.exactLong(number);
    if (code != null && code == 0) {
      throw new MongoException(
          BAD_VALUE, "Invalid numerical type code: 0. Instead use {$exists:false}.");
    }
    if (code != null && code == MIN_KEY) {
      return BsonType.MIN_KEY;
    }
    BsonType type =
        code != null && code > 0 && code <= MAX_KEY ? BsonType.findByValue(code.intValue()) : null;
    if (type == null) {
      throw new MongoException(BAD_VALUE, "Invalid numerical type code: " + BsonText.of(number));
    }
    return type;
  }
}
