package dev.mayfly.mongo.command;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Options that several commands share: collation, let, hint. */
public final class QueryOptions {
  private QueryOptions() {}

  /**
   * The parsing context of a command.
   *
   * @param collection null if it does not exist
   * @param collation of the command; null for the collection's
   * @param let variables of the command; null for none
   */
  public static ParseContext parsing(
      Collection collection, BsonDocument collation, BsonDocument let) {
    ParseContext parsing = collection == null ? Expressions.PLAIN : collection.parsing();
    if (collation != null && !collation.isEmpty()) {
      parsing = parsing.ordered(order(collation));
    }
    return let == null || let.isEmpty() ? parsing : parsing.with(let.keySet());
  }

  public static BsonOrder order(BsonDocument collation) {
    return Collations.order(collation);
  }

  /** Evaluates the {@code let} of a command. */
  public static Variables variables(Variables around, BsonDocument let) {
    Variables variables = around;
    if (let != null) {
      for (Map.Entry<String, BsonValue> each : let.entrySet()) {
        checkName(each.getKey());
        BsonValue value =
            ExpressionParser.parse(each.getValue(), Expressions.PLAIN).evaluate(around);
        variables = variables.with(each.getKey(), value);
      }
    }
    return variables;
  }

  private static void checkName(String name) {
    char first = name.isEmpty() ? 'A' : name.charAt(0);
    if (first < 0x80 && !(first >= 'a' && first <= 'z')) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "'" + name + "' starts with an invalid character for a user variable name");
    }
  }

  /**
   * The name of the hinted index; null without a hint. Rejects a hint for an index that does not
   * exist.
   */
  public static String hint(Collection collection, BsonValue hint) {
    if (hint == null) {
      return null;
    }
    if (!hint.isString() && !hint.isDocument()) {
      throw new MongoException(ErrorCodes.FAILED_TO_PARSE, "Hint must be a string or an object");
    }
    if (isNatural("hint", hint)) {
      return Query.NATURAL;
    }
    if (collection == null || isNone(hint)) {
      return null;
    }
    IndexSpec hinted = hinted(collection, hint);
    if (hinted == null) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          ("error processing query: ns=%s planner returned error: hint provided does "
                  + "not correspond to an existing index: %s")
              .formatted(collection.namespace(), BsonText.of(hint)));
    }
    return hinted.name();
  }

  /**
   * Whether a hint or a sort is {@code $natural}.
   *
   * @param place "hint" or "sort", for errors
   * @param order null for none
   */
  public static boolean isNatural(String place, BsonValue order) {
    BsonValue direction =
        order == null || !order.isDocument() ? null : order.asDocument().get(Query.NATURAL);
    if (direction == null) {
      return false;
    }
    if (!Numbers.isNumber(direction) || Math.abs(Numbers.toDouble(direction)) != 1) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "$natural " + place + " cannot be set to a value other than -1 or 1.");
    }
    if (order.asDocument().size() != 1) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Cannot include '$natural' in compound " + place + ": " + BsonText.of(order));
    }
    return true;
  }

  /** The hinted index; null if there is none. */
  public static IndexSpec hinted(Collection collection, BsonValue hint) {
    if (hint == null) {
      return null;
    }
    for (IndexSpec index : collection.spec().allIndexes()) {
      boolean meant =
          hint.isString()
              ? hint.asString().getValue().equals(index.name())
              : hint.isDocument() && isSameKey(hint.asDocument(), index.key());
      if (meant && !index.isHidden()) {
        return index;
      }
    }
    return null;
  }

  /** Whether two key patterns are equal, including the order of fields. */
  public static boolean isSameKey(BsonDocument first, BsonDocument second) {
    return BsonOrder.SIMPLE.equal(first, second);
  }

  private static boolean isNone(BsonValue hint) {
    return hint.isDocument() && hint.asDocument().isEmpty()
        || hint.isString() && hint.asString().getValue().isEmpty();
  }
}
