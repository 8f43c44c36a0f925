package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $mergeObjects}: for duplicate names the last value wins. */
public final class MergeObjects {
  private MergeObjects() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    return Operators.folded(variables -> evaluate(operands, variables), operands);
  }

  private static BsonValue evaluate(Expression[] operands, Variables variables) {
    BsonDocument merged = new BsonDocument();
    if (operands.length == 1) {
      BsonValue only = operands[0].evaluate(variables);
      List<BsonValue> values =
          only != null && only.isArray() ? only.asArray() : List.of(Values.orNull(only));
      values.forEach(value -> merge(value, merged));
      return merged;
    }
    for (Expression operand : operands) {
      merge(operand.evaluate(variables), merged);
    }
    return merged;
  }

  /** Adds the fields of a document to another; null and missing have none. */
  public static void merge(BsonValue value, BsonDocument into) {
    if (Values.isNullish(value)) {
      return;
    }
    if (!value.isDocument()) {
      throw new MongoException(
          40400,
          "$mergeObjects requires object inputs, but input %s is of type %s"
              .formatted(BsonText.of(value), TypeNames.of(value)));
    }
    into.putAll(value.asDocument());
  }

  /** A mutable shallow copy. */
  static BsonDocument copy(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      return lazy.copy();
    }
    BsonDocument copy = new BsonDocument();
    copy.putAll(document);
    return copy;
  }
}
