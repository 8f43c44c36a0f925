package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.window.TimeSteps;
import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * What was written in a {@code $densify}.
 *
 * @param lower null unless the bounds were written
 * @param isFull whether each partition is filled as far as all documents reach
 */
record DensifyOptions(
    String field,
    List<String> partitionByFields,
    BsonValue step,
    TimeSteps steps,
    BsonValue lower,
    BsonValue upper,
    boolean isFull) {
  private static final int NOT_A_NUMBER = 5733201;
  private static final int NOT_A_DATE = 6053600;
  private static final int BAD_STEP = 5733401;
  private static final int BAD_UNIT = 6586400;
  private static final int NO_PARTITIONS = 5733408;

  static DensifyOptions parse(BsonValue specification) {
    if (!specification.isDocument()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The $densify stage specification must be an object, found "
              + TypeNames.of(specification));
    }
    BsonDocument options = specification.asDocument();
    StageOptions.checkKnown("$densify", options, List.of("field", "partitionByFields", "range"));
    BsonDocument range = required(options, "range").asDocument();
    StageOptions.checkKnown("$densify.range", range, List.of("step", "unit", "bounds"));
    BsonValue step = range.get("step");
    if (!Numbers.isNumber(step) || !(Numbers.toDouble(step) > 0)) {
      throw new MongoException(
          BAD_STEP,
          "The step parameter in a range statement must be a strictly positive numeric value");
    }
    BsonValue unit = range.get("unit");
    if (unit != null && (!unit.isString() || Numbers.exactLong(step) == null)) {
      throw new MongoException(
          BAD_UNIT,
          "The step parameter in a range statement must be a whole number when densifying a date"
              + " range");
    }
    TimeSteps steps = new TimeSteps(unit == null ? null : unit.asString().getValue());
    List<String> partitionBy = PartitionFields.parse("$densify", options);
    BsonValue bounds = DensifyBounds.check(range.get("bounds"), step, unit != null);
    boolean isFull = bounds.equals(DensifyBounds.FULL);
    if (bounds.equals(DensifyBounds.PARTITION) && partitionBy.isEmpty()) {
      throw new MongoException(
          NO_PARTITIONS,
          "One cannot specify the bounds as 'partition' without specifying a non-empty array of"
              + " partitionByFields. You may have meant to specify 'full' bounds.");
    }
    return new DensifyOptions(
        required(options, "field").asString().getValue(),
        partitionBy,
        step,
        steps,
        bounds.isArray() ? bounds.asArray().get(0) : null,
        bounds.isArray() ? bounds.asArray().get(1) : null,
        isFull);
  }

  private static BsonValue required(BsonDocument options, String name) {
    BsonValue value = options.get(name);
    boolean isRight =
        value != null && (name.equals("field") ? value.isString() : value.isDocument());
    if (!isRight) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field '$densify." + name + "' is missing but a required field");
    }
    return value;
  }

  boolean hasBounds() {
    return lower != null;
  }

  /** Dates go with a unit, numbers without. */
  void check(BsonValue value) {
    if (steps.isOfDates() && !value.isDateTime()) {
      throw new MongoException(NOT_A_DATE, "Encountered non-date value while expecting dates");
    }
    if (!steps.isOfDates() && !Numbers.isNumber(value)) {
      throw new MongoException(NOT_A_NUMBER, "Densify field type must be numeric");
    }
  }

  /** Where a partition begins to be filled, given its first value and that of all. */
  BsonValue first(BsonValue ofPartition, BsonValue ofAll) {
    return lower != null ? lower : isFull ? ofAll : ofPartition;
  }

  BsonValue last(BsonValue ofPartition, BsonValue ofAll) {
    return upper != null ? upper : isFull ? ofAll : ofPartition;
  }

  /** The value after that many steps; months are counted from the first, as they differ. */
  BsonValue value(BsonValue first, long count) {
    return steps.add(first, Arithmetic.multiply(step, countOf(count)));
  }

  private BsonValue countOf(long count) {
    return step.isInt64() ? new BsonInt64(count) : Numbers.integer(count);
  }
}
