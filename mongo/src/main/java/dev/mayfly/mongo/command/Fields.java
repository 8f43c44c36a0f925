package dev.mayfly.mongo.command;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonValue;

/** Checks of command fields. */
public final class Fields {
  private Fields() {}

  /** Rejects unknown fields; generic arguments are allowed. */
  public static void requireKnown(CommandCall call, Set<String> known) {
    for (String name : call.body().keySet()) {
      if (!name.equals(call.name()) && !known.contains(name) && !GenericArguments.isGeneric(name)) {
        throw FieldErrors.unknown(call.name() + "." + name);
      }
    }
  }

  public static MongoException missing(CommandCall call, String field) {
    return FieldErrors.missing(call.name() + "." + field);
  }

  /** The string value of a required field. */
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

  /** The value as a boolean; numbers are accepted. */
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
        "BSON field '%s%s' is the wrong type '%s', expected type '%s'"
            .formatted(
                call.name(),
                (field.equals(call.name()) ? "" : "." + field),
                TypeNames.of(value),
                expected));
  }
}
