package dev.mayfly.mongo.command;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonValue;

/** What commands ask of their own fields. */
public final class Fields {
  private Fields() {}

  /** Refuses fields that the command does not know; generic arguments are no field of its own. */
  public static void requireKnown(CommandCall call, Set<String> known) {
    for (String name : call.body().keySet()) {
      if (!name.equals(call.name()) && !known.contains(name) && !GenericArguments.isGeneric(name)) {
        throw new MongoException(
            ErrorCodes.IDL_UNKNOWN_FIELD,
            "BSON field '" + call.name() + "." + name + "' is an unknown field.");
      }
    }
  }

  public static MongoException missing(CommandCall call, String field) {
    return new MongoException(
        ErrorCodes.IDL_FAILED_TO_PARSE,
        "BSON field '" + call.name() + "." + field + "' is missing but a required field");
  }

  /** The text of a field, which must be there. */
  public static String text(CommandCall call, String field) {
    BsonValue value = call.body().get(field);
    if (value == null) {
      throw missing(call, field);
    }
    if (!value.isString()) {
      throw wrongType(call, field, value, "string");
    }
    return value.asString().getValue();
  }

  /** Whether a value counts as true, as numbers and booleans do. */
  public static boolean isTrue(BsonValue value) {
    if (value == null || value.isNull()) {
      return false;
    }
    if (value.isBoolean()) {
      return value.asBoolean().getValue();
    }
    return !value.isNumber() || value.asNumber().doubleValue() != 0;
  }

  public static MongoException wrongType(
      CommandCall call, String field, BsonValue value, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "BSON field '"
            + call.name()
            + (field.equals(call.name()) ? "" : "." + field)
            + "' is the wrong type '"
            + TypeNames.of(value)
            + "', expected type '"
            + expected
            + "'");
  }
}
