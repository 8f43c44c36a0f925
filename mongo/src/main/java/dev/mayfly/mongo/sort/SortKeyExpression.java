package dev.mayfly.mongo.sort;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code {$meta: "sortKey"}}: the values by which the document was sorted. */
public record SortKeyExpression(SortPattern pattern) implements Expression {
  @Override
  public BsonValue evaluate(Variables variables) {
    return new BsonArray(List.of(pattern.key(variables.root())));
  }
}
