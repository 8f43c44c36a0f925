package dev.mayfly.mongo.retry;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * The statement ids of a write: explicit, or counted from the first.
 *
 * @param first id of the first statement
 * @param explicit null if counted
 * @param size number of statements
 */
record StatementIds(int first, int[] explicit, int size) {
  /** Above the maximum batch size. Executed statements are stored as a bit set. */
  static final int ID_MAX = (1 << 20) - 1;

  /**
   * @param statements field of the statements; null for a single-statement command
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
      return new StatementIds(0, explicit(call, many, size), size);
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

  private static int[] explicit(CommandCall call, BsonValue many, int size) {
    if (!many.isArray()) {
      throw wrongType(call, "stmtIds", many, "array");
    }
    BsonArray all = many.asArray();
    if (all.size() != size) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          ("Number of statement ids must match the number of batch entries. Got %s "
                  + "statement ids but %s batch entries.")
              .formatted(all.size(), size));
    }
    int[] explicit = new int[size];
    for (int i = 0; i < size; i++) {
      explicit[i] = id(call, "stmtIds." + i, all.get(i));
    }
    return explicit;
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
    return FieldErrors.wrongType(call.name() + "." + field, TypeNames.of(given), expected);
  }

  int of(int index) {
    return explicit == null ? first + index : explicit[index];
  }
}
