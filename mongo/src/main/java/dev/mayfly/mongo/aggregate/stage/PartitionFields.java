package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The {@code partitionByFields} of a stage. */
final class PartitionFields {
  private static final String NAME = "partitionByFields";

  private PartitionFields() {}

  /** Empty if there are none. */
  static List<String> parse(String stage, BsonDocument options) {
    BsonValue written = options.get(NAME);
    if (written == null || written.isNull()) {
      return List.of();
    }
    if (!written.isArray()) {
      throw wrongType(stage, NAME, written, "array");
    }
    List<String> fields = new ArrayList<>();
    for (BsonValue each : written.asArray()) {
      if (!each.isString()) {
        throw wrongType(stage, NAME + "." + fields.size(), each, "string");
      }
      fields.add(each.asString().getValue());
    }
    return fields;
  }

  private static MongoException wrongType(
      String stage, String field, BsonValue value, String expected) {
    return FieldErrors.wrongType(stage + "." + field, TypeNames.of(value), expected);
  }
}
