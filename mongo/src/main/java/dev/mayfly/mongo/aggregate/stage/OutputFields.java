package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.Accumulation;
import dev.mayfly.mongo.accumulator.Accumulators;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** What {@code $bucket} and {@code $bucketAuto} say of each bucket: a count unless told else. */
final class OutputFields {
  private static final BsonDocument COUNT =
      new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));

  private OutputFields() {}

  /**
   * @param output null if none was written
   */
  static Map<String, Accumulation> parse(BsonValue output, ParseContext context) {
    Map<String, Accumulation> fields = new LinkedHashMap<>();
    BsonDocument written = output == null ? COUNT : output.asDocument();
    for (Map.Entry<String, BsonValue> field : written.entrySet()) {
      fields.put(field.getKey(), Accumulators.parse(field.getKey(), field.getValue(), context));
    }
    return fields;
  }
}
