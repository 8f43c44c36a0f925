package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

public final class ObjectOperators {
  public static final Map<String, Operator> ALL =
      Map.of(
          "$getField", FieldOperators::get,
          "$mergeObjects", MergeObjects::parse,
          "$objectToArray", Operators.unary(ObjectOperators::toArray),
          "$setField", FieldOperators::set,
          "$unsetField", FieldOperators::unset);

  private ObjectOperators() {}

  private static BsonValue toArray(BsonValue value) {
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!value.isDocument()) {
      throw new MongoException(
          40390, "$objectToArray requires a document input, found: " + TypeNames.of(value));
    }
    BsonArray fields = new BsonArray();
    for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
      fields.add(
          new BsonDocument("k", new BsonString(field.getKey())).append("v", field.getValue()));
    }
    return fields;
  }
}
