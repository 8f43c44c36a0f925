package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Documents that belong together, in their order.
 *
 * @param sortBy null if they are in no order
 */
public record Partition(
    List<BsonDocument> documents,
    SortPattern sortBy,
    Variables variables,
    MemoryUse memory,
    Steps steps) {
  public int size() {
    return documents.size();
  }

  /** What an expression says of a document; null if it is missing. */
  public BsonValue value(Expression expression, int position) {
    return expression.evaluate(variables.on(documents.get(position)));
  }

  /** What a document is sorted by. */
  public BsonValue[] key(int position) {
    return sortBy.key(documents.get(position));
  }
}
