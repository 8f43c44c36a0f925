package dev.mayfly.mongo.error;

/** The errors of MongoDB's IDL parser for fields of commands and stages. */
public final class FieldErrors {
  private FieldErrors() {}

  public static MongoException unknown(String path) {
    return new MongoException(
        ErrorCodes.IDL_UNKNOWN_FIELD, "BSON field '" + path + "' is an unknown field.");
  }

  public static MongoException missing(String path) {
    return new MongoException(
        ErrorCodes.IDL_FAILED_TO_PARSE,
        "BSON field '" + path + "' is missing but a required field");
  }

  public static MongoException wrongType(String path, String actual, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "BSON field '%s' is the wrong type '%s', expected type '%s'"
            .formatted(path, actual, expected));
  }
}
