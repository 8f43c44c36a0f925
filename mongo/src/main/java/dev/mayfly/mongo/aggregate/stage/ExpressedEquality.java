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
 * A field and what a {@code $expr} wants it to be equal to: a variable, as that of a {@code let}. A
 * filter that says the same finds these documents too, and an index can serve it.
 *
 * @param value does not depend on the document
 */
record ExpressedEquality(String path, Expression value) {
  /** A filter finds more with these: what is missing, elements of arrays, what a pattern fits. */
  private static final Set<BsonType> NOT_COMPARED =
      Set.of(BsonType.NULL, BsonType.UNDEFINED, BsonType.ARRAY, BsonType.REGULAR_EXPRESSION);

  private static final Set<String> OF_THE_DOCUMENT = Set.of("$$ROOT", "$$CURRENT");

  /** Those that all documents meet which a query matches. */
  static List<ExpressedEquality> in(BsonDocument query, ParseContext parse) {
    List<ExpressedEquality> found = new ArrayList<>();
    BsonValue expression = query.get("$expr");
    if (expression != null) {
      collect(expression, parse, found);
    }
    return found;
  }

  private static void collect(
      BsonValue expression, ParseContext parse, List<ExpressedEquality> found) {
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
          found.add(new ExpressedEquality(path, ExpressionParser.parse(sides.get(1 - i), parse)));
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

  /** A query that matches all that the given one matches with these variables. */
  static BsonDocument added(
      BsonDocument query, List<ExpressedEquality> equalities, Variables variables) {
    if (equalities.isEmpty()) {
      return query;
    }
    BsonArray all = new BsonArray(List.of(query));
    for (ExpressedEquality each : equalities) {
      BsonValue value = each.value().evaluate(variables);
      if (value != null && !NOT_COMPARED.contains(value.getBsonType())) {
        all.add(new BsonDocument(each.path(), new BsonDocument("$eq", value)));
      }
    }
    return all.size() == 1 ? query : new BsonDocument("$and", all);
  }
}
