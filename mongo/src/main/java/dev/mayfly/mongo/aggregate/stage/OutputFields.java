package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulators;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The {@code output} of {@code $bucket} and {@code $bucketAuto}; by default a count. */
final class OutputFields {
  private static final BsonDocument COUNT =
      new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));

  private OutputFields() {}

  /**
   * @param output null if none was written
   */
  static Map<String, AccumulationStatement> parse(BsonValue output, ParseContext context) {
    Map<String, AccumulationStatement> fields = new LinkedHashMap<>();
    BsonDocument written = output == null ? COUNT : output.asDocument();
    for (Map.Entry<String, BsonValue> field : written.entrySet()) {
      fields.put(field.getKey(), Accumulators.parse(field.getKey(), field.getValue(), context));
    }
    return fields;
  }
}
