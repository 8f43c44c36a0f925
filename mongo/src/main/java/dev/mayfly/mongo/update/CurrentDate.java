package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

record CurrentDate(boolean timestamp) implements Modifier {
  private static final int MILLIS_PER_SECOND = 1000;

  static CurrentDate parse(BsonValue operand) {
    if (operand.isBoolean()) {
      return new CurrentDate(false);
    }
    if (!operand.isDocument()) {
      throw new MongoException(
          BAD_VALUE,
          TypeNames.of(operand)
              + " is not valid type for $currentDate. Please use a boolean ('true') or a $type"
              + " expression ({$type: 'timestamp/date'}).");
    }
    BsonDocument options = operand.asDocument();
    for (String option : options.keySet()) {
      if (!option.equals("$type")) {
        throw new MongoException(BAD_VALUE, "Unrecognized $currentDate option: " + option);
      }
    }
    BsonValue type = options.get("$type");
    String name = type != null && type.isString() ? type.asString().getValue() : "";
    if (!name.equals("date") && !name.equals("timestamp")) {
      throw new MongoException(
          BAD_VALUE,
          "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field"
              + " : {$type: 'date'}}}");
    }
    return new CurrentDate(name.equals("timestamp"));
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    long now = place.call().variables().nowMillis();
    return timestamp
        ? new BsonTimestamp((int) Math.floorDiv(now, MILLIS_PER_SECOND), 1)
        : new BsonDateTime(now);
  }
}
