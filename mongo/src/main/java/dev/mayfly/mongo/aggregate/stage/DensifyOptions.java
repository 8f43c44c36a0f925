package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.window.RangeStep;
import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * The parsed options of {@code $densify}.
 *
 * @param lower null unless explicit bounds were given
 * @param isFull whether each partition is filled to the range of all documents
 */
record DensifyOptions(
    String field,
    List<String> partitionByFields,
    BsonValue step,
    RangeStep steps,
    BsonValue lower,
    BsonValue upper,
    boolean isFull) {
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
          5733401,
          "The step parameter in a range statement must be a strictly positive numeric value");
    }
    BsonValue unit = range.get("unit");
    if (unit != null && (!unit.isString() || Numbers.exactLong(step) == null)) {
      throw new MongoException(
          6586400,
          "The step parameter in a range statement must be a whole number when densifying a date"
              + " range");
    }
    RangeStep steps = new RangeStep(unit == null ? null : unit.asString().getValue());
    List<String> partitionBy = PartitionFields.parse("$densify", options);
    BsonValue bounds = DensifyBounds.check(range.get("bounds"), step, unit != null);
    boolean isFull = bounds.equals(DensifyBounds.FULL);
    if (bounds.equals(DensifyBounds.PARTITION) && partitionBy.isEmpty()) {
      throw new MongoException(
          5733408,
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
      throw FieldErrors.missing("$densify." + name);
    }
    return value;
  }

  boolean hasBounds() {
    return lower != null;
  }

  /** Dates need a unit, numbers must not have one. */
  void check(BsonValue value) {
    if (steps.isOfDates() && !value.isDateTime()) {
      throw new MongoException(6053600, "Encountered non-date value while expecting dates");
    }
    if (!steps.isOfDates() && !Numbers.isNumber(value)) {
      throw new MongoException(5733201, "Densify field type must be numeric");
    }
  }

  /**
   * The first value to fill in a partition, given its own first value and that of all documents.
   */
  BsonValue first(BsonValue ofPartition, BsonValue ofAll) {
    return lower != null ? lower : isFull ? ofAll : ofPartition;
  }

  BsonValue last(BsonValue ofPartition, BsonValue ofAll) {
    return upper != null ? upper : isFull ? ofAll : ofPartition;
  }

  /**
   * The value after a number of steps; months are added to the first value, as their length
   * differs.
   */
  BsonValue value(BsonValue first, long count) {
    return steps.add(first, Arithmetic.multiply(step, countOf(count)));
  }

  private BsonValue countOf(long count) {
    return step.isInt64() ? new BsonInt64(count) : Numbers.integer(count);
  }
}
