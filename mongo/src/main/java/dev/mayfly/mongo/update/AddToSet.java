package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

record AddToSet(List<BsonValue> values, BsonOrder order) implements Modifier {
  static AddToSet parse(BsonValue operand, BsonOrder order) {
    boolean each =
        operand.isDocument()
            && !operand.asDocument().isEmpty()
            && operand.asDocument().getFirstKey().equals("$each");
    if (!each) {
      return new AddToSet(List.of(operand), order);
    }
    BsonDocument clauses = operand.asDocument();
    BsonValue values = clauses.get("$each");
    if (!values.isArray()) {
      throw new MongoException(
          TYPE_MISMATCH,
          "The argument to $each in $addToSet must be an array but it was of type "
              + TypeNames.of(values));
    }
    if (clauses.size() > 1) {
      throw new MongoException(
          BAD_VALUE, "Found unexpected fields after $each in $addToSet: " + BsonText.of(clauses));
    }
    return new AddToSet(values.asArray(), order);
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    if (value != null && !value.isArray()) {
      throw new MongoException(
          BAD_VALUE,
          "Cannot apply $addToSet to non-array field. Field named '%s' has non-array type %s"
              .formatted(place.name(), TypeNames.of(value)));
    }
    List<BsonValue> before = value == null ? List.of() : value.asArray();
    Set<ValueKey> known = new HashSet<>();
    before.forEach(each -> known.add(new ValueKey(each, order)));
    List<BsonValue> after = new ArrayList<>(before);
    for (BsonValue each : values) {
      if (known.add(new ValueKey(each, order))) {
        after.add(each);
      }
    }
    return value != null && after.size() == before.size() ? value : new BsonArray(after);
  }

  @Override
  public int depth() {
    return 1 + NestingDepth.deepest(values);
  }
}
