package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The fields of a command or of a part of it, each of the type that it must have. */
public final class Arguments {
  private static final int OUT_OF_RANGE = 51024;

  private final String place;
  private final Map<String, BsonValue> fields;

  private Arguments(String place, Map<String, BsonValue> fields) {
    this.place = requireNonNull(place, "place");
    this.fields = requireNonNull(fields, "fields");
  }

  /**
   * The fields of a command; any that is not known is a failure.
   *
   * @param known what may stand in it beside its name and what may stand in every command
   */
  public static Arguments of(CommandCall call, Set<String> known) {
    return ofCommand(call.name(), call.body(), known);
  }

  /** The same of a command within another, whose name is its first field. */
  public static Arguments ofCommand(BsonDocument command, Set<String> known) {
    return ofCommand(command.getFirstKey(), command, known);
  }

  private static Arguments ofCommand(String command, BsonDocument body, Set<String> known) {
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
    return new Arguments(command, fields);
  }

  /** The fields of a document within a command. */
  public static Arguments of(String place, BsonDocument document, Set<String> known) {
    Map<String, BsonValue> fields = new HashMap<>();
    for (Map.Entry<String, BsonValue> field : LazyDocument.allFields(document)) {
      if (!known.contains(field.getKey())) {
        throw unknown(place, field.getKey());
      }
      putOnce(place, field, fields);
    }
    return new Arguments(place, fields);
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
    return new MongoException(
        ErrorCodes.IDL_UNKNOWN_FIELD,
        "BSON field '" + place + "." + name + "' is an unknown field.");
  }

  /** The collection that the command is about. */
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

  /** What is null counts as missing, as it does in MongoDB. */
  public boolean has(String name) {
    return present(name) != null;
  }

  /** The value as it was sent; null if there is none. */
  public BsonValue value(String name) {
    return fields.get(name);
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

  /** A null is no document: it must not stand for one that holds nothing, and so means all. */
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

  /** Documents, one after the other; null if there are none. */
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

  /** Numbers count as flags, as clients of all ages send them. */
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
        field(name)
            + " is the wrong type '"
            + TypeNames.of(value)
            + "', expected types '[bool, long, int, decimal, double]'");
  }

  public long number(String name, long otherwise) {
    BsonValue value = present(name);
    if (value == null) {
      return otherwise;
    }
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          field(name)
              + " is the wrong type '"
              + TypeNames.of(value)
              + "', expected types '[long, int, decimal, double]'");
    }
    return truncated(value);
  }

  /** As {@link #number}; a negative one is a failure. */
  public long count(String name, long otherwise) {
    long number = number(name, otherwise);
    if (number < 0 && has(name)) {
      throw new MongoException(
          OUT_OF_RANGE, field(name) + " value must be >= 0, actual value '" + number + "'");
    }
    return number;
  }

  private static long truncated(BsonValue number) {
    Long exact = Numbers.exactLong(number);
    return exact == null ? (long) Numbers.toDouble(number) : exact;
  }

  private BsonValue present(String name) {
    BsonValue value = fields.get(name);
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
        field(name)
            + " is the wrong type '"
            + TypeNames.of(value)
            + "', expected type '"
            + expected
            + "'");
  }
}
