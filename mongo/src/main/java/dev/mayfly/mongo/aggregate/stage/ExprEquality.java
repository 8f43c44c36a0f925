package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * An equality in {@code $expr} between a field and a variable, such as one of a {@code let}. A
 * match predicate with the same value finds at least these documents, and can use an index.
 *
 * @param value does not depend on the document
 */
record ExprEquality(String path, Expression value) {
  /** Match predicates on these types match more: missing fields, array elements, patterns. */
  private static final Set<BsonType> NOT_COMPARED =
      Set.of(BsonType.NULL, BsonType.UNDEFINED, BsonType.ARRAY, BsonType.REGULAR_EXPRESSION);

  private static final Set<String> OF_THE_DOCUMENT = Set.of("$$ROOT", "$$CURRENT");

  /** The equalities that are necessary for a match of a query. */
  static List<ExprEquality> in(BsonDocument query, ParseContext parse) {
    List<ExprEquality> found = new ArrayList<>();
    BsonValue expression = query.get("$expr");
    if (expression != null) {
      collect(expression, parse, found);
    }
    return found;
  }

  private static void collect(BsonValue expression, ParseContext parse, List<ExprEquality> found) {
    if (!expression.isDocument() || expression.asDocument().size() != 1) {
      return;
    }
    BsonDocument operation = expression.asDocument();
    BsonValue operands = operation.get(operation.getFirstKey());
    if (!operands.isArray()) {
      return;
    }
    if (operation.getFirstKey().equals("$and")) {
      operands.asArray().forEach(each -> collect(each, parse, found));
    } else if (operation.getFirstKey().equals("$eq") && operands.asArray().size() == 2) {
      BsonArray sides = operands.asArray();
      for (int i = 0; i < 2; i++) {
        if (isField(sides.get(i)) && isVariable(sides.get(1 - i))) {
          String path = sides.get(i).asString().getValue().substring(1);
          found.add(new ExprEquality(path, ExpressionParser.parse(sides.get(1 - i), parse)));
        }
      }
    }
  }

  private static boolean isField(BsonValue side) {
    return side.isString()
        && side.asString().getValue().startsWith("$")
        && !side.asString().getValue().startsWith("$$");
  }

  private static boolean isVariable(BsonValue side) {
    return side.isString()
        && side.asString().getValue().startsWith("$$")
        && !OF_THE_DOCUMENT.contains(side.asString().getValue().split("\\.")[0]);
  }

  /**
   * A query extended by the equalities; it matches all that the original matches with these
   * variables.
   */
  static BsonDocument added(
      BsonDocument query, List<ExprEquality> equalities, Variables variables) {
    if (equalities.isEmpty()) {
      return query;
    }
    BsonArray all = new BsonArray(List.of(query));
    for (ExprEquality each : equalities) {
      BsonValue value = each.value().evaluate(variables);
      if (value != null && !NOT_COMPARED.contains(value.getBsonType())) {
        all.add(new BsonDocument(each.path(), new BsonDocument("$eq", value)));
      }
    }
    return all.size() == 1 ? query : new BsonDocument("$and", all);
  }
}
