package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * The numbers that a write's statements have within the number of the write: told one by one, or
 * counted from the first.
 *
 * @param told null if they are counted
 * @param size how many statements there are
 */
record StatementIds(int first, int[] told, int size) {
  /** More than the largest batch has. What was done is kept as one bit for each number. */
  static final int ID_MAX = (1 << 20) - 1;

  /**
   * @param statements the field where they stand; null for a command that is one statement
   */
  static StatementIds of(CommandCall call, String statements) {
    int size = size(call, statements);
    BsonValue one = call.body().get("stmtId");
    BsonValue many = call.body().get("stmtIds");
    if (one != null && many != null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "May not specify both stmtId and stmtIds in write command");
    }
    if (many != null) {
      return new StatementIds(0, told(call, many, size), size);
    }
    int first = one == null ? 0 : id(call, "stmtId", one);
    if (first > ID_MAX - Math.max(0, size - 1)) {
      throw tooLarge(first);
    }
    return new StatementIds(first, null, size);
  }

  private static int size(CommandCall call, String statements) {
    BsonValue all = statements == null ? null : call.body().get(statements);
    return all != null && all.isArray() ? all.asArray().size() : 1;
  }

  private static int[] told(CommandCall call, BsonValue many, int size) {
    if (!many.isArray()) {
      throw wrongType(call, "stmtIds", many, "array");
    }
    BsonArray all = many.asArray();
    if (all.size() != size) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "Number of statement ids must match the number of batch entries. Got "
              + all.size()
              + " statement ids but "
              + size
              + " batch entries.");
    }
    int[] told = new int[size];
    for (int i = 0; i < size; i++) {
      told[i] = id(call, "stmtIds." + i, all.get(i));
    }
    return told;
  }

  private static int id(CommandCall call, String field, BsonValue given) {
    if (!given.isInt32()) {
      throw wrongType(call, field, given, "int");
    }
    int id = given.asInt32().getValue();
    if (id < 0 || id > ID_MAX) {
      throw tooLarge(id);
    }
    return id;
  }

  private static MongoException tooLarge(int id) {
    return new MongoException(
        ErrorCodes.BAD_VALUE, "Statement ids go from 0 to " + ID_MAX + ": " + id);
  }

  private static MongoException wrongType(
      CommandCall call, String field, BsonValue given, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "BSON field '"
            + call.name()
            + "."
            + field
            + "' is the wrong type '"
            + TypeNames.of(given)
            + "', expected type '"
            + expected
            + "'");
  }

  int of(int index) {
    return told == null ? first + index : told[index];
  }
}
