package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The documents of one partition, sorted.
 *
 * @param sortBy null if not sorted
 */
public record Partition(
    List<BsonDocument> documents,
    SortPattern sortBy,
    Variables variables,
    MemoryUse memory,
    InterruptCheck steps) {
  public int size() {
    return documents.size();
  }

  /** The value of an expression for a document; null if missing. */
  public BsonValue value(Expression expression, int position) {
    return expression.evaluate(variables.on(documents.get(position)));
  }

  /** The sort key of a document. */
  public BsonValue[] key(int position) {
    return sortBy.key(documents.get(position));
  }
}
