package dev.mayfly.mongo.command;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Typed access to the fields of a command or of a document in it. */
public record CommandArguments(String place, Map<String, BsonValue> fields) {
  /**
   * The fields of a command; unknown ones are rejected.
   *
   * @param known fields besides the name and the generic arguments
   */
  public static CommandArguments of(CommandCall call, Set<String> known) {
    return ofCommand(call.name(), call.body(), known);
  }

  /** The fields of a nested command. */
  public static CommandArguments ofCommand(BsonDocument command, Set<String> known) {
    return ofCommand(command.getFirstKey(), command, known);
  }

  private static CommandArguments ofCommand(String command, BsonDocument body, Set<String> known) {
    Map<String, BsonValue> fields = new HashMap<>();
    for (Map.Entry<String, BsonValue> field : LazyDocument.allFields(body)) {
      String name = field.getKey();
      boolean allowed =
          known.contains(name) || name.equals(command) || GenericArguments.isGeneric(name);
      if (!allowed) {
        throw unknown(command, name);
      }
      putOnce(command, field, fields);
    }
    return new CommandArguments(command, fields);
  }

  public static CommandArguments of(String place, BsonDocument document, Set<String> known) {
    Map<String, BsonValue> fields = new HashMap<>();
    for (Map.Entry<String, BsonValue> field : LazyDocument.allFields(document)) {
      if (!known.contains(field.getKey())) {
        throw unknown(place, field.getKey());
      }
      putOnce(place, field, fields);
    }
    return new CommandArguments(place, fields);
  }

  private static void putOnce(
      String place, Map.Entry<String, BsonValue> field, Map<String, BsonValue> fields) {
    if (fields.put(field.getKey(), field.getValue()) != null) {
      throw new MongoException(
          ErrorCodes.IDL_DUPLICATE_FIELD,
          "BSON field '" + place + "." + field.getKey() + "' is a duplicate field");
    }
  }

  private static MongoException unknown(String place, String name) {
    return FieldErrors.unknown(place + "." + name);
  }

  /** The namespace of the command. */
  public Namespace namespace(CommandCall call) {
    BsonValue name = call.body().get(call.name());
    if (name == null || !name.isString()) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "collection name has invalid type " + TypeNames.of(name));
    }
    Namespace namespace = new Namespace(call.database(), name.asString().getValue());
    Names.check(namespace);
    return namespace;
  }

  /** Null and undefined count as missing, as in MongoDB. */
  public boolean has(String name) {
    return present(name) != null;
  }

  /** The raw value; null if missing or undefined. */
  public BsonValue value(String name) {
    BsonValue value = fields.get(name);
    return value == null || value.getBsonType() == BsonType.UNDEFINED ? null : value;
  }

  /** Null if there is none or it is null. */
  public BsonDocument document(String name) {
    BsonValue value = present(name);
    if (value != null && !value.isDocument()) {
      throw wrongType(name, value, "object");
    }
    return value == null ? null : value.asDocument();
  }

  public BsonDocument documentOrEmpty(String name) {
    BsonDocument document = document(name);
    return document == null ? new BsonDocument() : document;
  }

  /** Null is rejected: it must not act as an empty document, which matches everything. */
  public BsonDocument requiredDocument(String name) {
    require(name);
    return document(name);
  }

  /** Null if there is none. */
  public BsonArray array(String name) {
    BsonValue value = present(name);
    if (value != null && !value.isArray()) {
      throw wrongType(name, value, "array");
    }
    return value == null ? null : value.asArray();
  }

  public BsonArray requiredArray(String name) {
    require(name);
    return array(name);
  }

  /** An array of documents; null if missing. */
  public List<BsonDocument> documents(String name) {
    BsonArray array = array(name);
    if (array == null) {
      return null;
    }
    List<BsonDocument> documents = new java.util.ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      BsonValue each = array.get(i);
      if (!each.isDocument()) {
        throw wrongType(name + "." + i, each, "object");
      }
      documents.add(each.asDocument());
    }
    return documents;
  }

  /** Null if there is none. */
  public String text(String name) {
    BsonValue value = present(name);
    if (value != null && !value.isString()) {
      throw wrongType(name, value, "string");
    }
    return value == null ? null : value.asString().getValue();
  }

  public String requiredText(String name) {
    require(name);
    return text(name);
  }

  /** Numbers are accepted as booleans, as old clients send them. */
  public boolean flag(String name, boolean otherwise) {
    BsonValue value = present(name);
    if (value == null) {
      return otherwise;
    }
    if (value.isBoolean()) {
      return value.asBoolean().getValue();
    }
    if (Numbers.isNumber(value)) {
      return Numbers.toDouble(value) != 0;
    }
    throw new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "%s is the wrong type '%s', expected types '[bool, long, int, decimal, double]'"
            .formatted(field(name), TypeNames.of(value)));
  }

  public long number(String name, long otherwise) {
    BsonValue value = present(name);
    if (value == null) {
      return otherwise;
    }
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "%s is the wrong type '%s', expected types '[long, int, decimal, double]'"
              .formatted(field(name), TypeNames.of(value)));
    }
    return truncated(value);
  }

  /** As {@link #number}, but not negative. */
  public long count(String name, long otherwise) {
    long number = number(name, otherwise);
    if (number < 0 && has(name)) {
      throw new MongoException(
          51024, field(name) + " value must be >= 0, actual value '" + number + "'");
    }
    return number;
  }

  private static long truncated(BsonValue number) {
    Long exact = Numbers.exactLong(number);
    return exact == null ? (long) Numbers.toDouble(number) : exact;
  }

  private BsonValue present(String name) {
    BsonValue value = value(name);
    return value == null || value.isNull() ? null : value;
  }

  public void require(String name) {
    if (!has(name)) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE, field(name) + " is missing but a required field");
    }
  }

  private String field(String name) {
    return "BSON field '" + place + "." + name + "'";
  }

  private MongoException wrongType(String name, BsonValue value, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "%s is the wrong type '%s', expected type '%s'"
            .formatted(field(name), TypeNames.of(value), expected));
  }
}
