package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The bounds of a window: by document positions, or by the range of the sort key.
 *
 * @param range null for position bounds
 */
record Window(BsonValue lower, BsonValue upper, RangeStep range) {
  private static final int BAD_KEY = 5429414;
  private static final int BAD_DATE_KEY = 5429413;
  private static final BsonString UNBOUNDED = new BsonString("unbounded");
  private static final BsonString CURRENT = new BsonString("current");

  /** The whole partition. */
  static final Window WHOLE = new Window(UNBOUNDED, UNBOUNDED, null);

  /**
   * @param written null for the whole partition
   */
  static Window parse(BsonValue written) {
    if (written == null) {
      return WHOLE;
    }
    if (!written.isDocument()) {
      throw bad("'window' field must be an object");
    }
    BsonDocument options = written.asDocument();
    for (String option : options.keySet()) {
      if (!List.of("documents", "range", "unit").contains(option)) {
        throw bad("'window' field contains an unknown argument: " + option);
      }
    }
    BsonValue documents = options.get("documents");
    BsonValue range = options.get("range");
    if (documents != null && range != null) {
      throw bad("Window bounds can specify either 'documents' or 'unit', not both.");
    }
    if (documents == null && range == null) {
      if (options.containsKey("unit")) {
        throw bad("Window bounds 'unit' is only allowed with 'range'");
      }
      return WHOLE;
    }
    BsonValue bounds = documents != null ? documents : range;
    if (!bounds.isArray() || bounds.asArray().size() != 2) {
      throw bad("Window bounds must be a 2-element array: " + BsonText.of(bounds));
    }
    BsonValue lower = bounds.asArray().get(0);
    BsonValue upper = bounds.asArray().get(1);
    check(lower, documents != null);
    check(upper, documents != null);
    checkOrder(lower, upper);
    BsonValue unit = options.get("unit");
    if (documents != null) {
      if (unit != null) {
        throw bad("Window bounds 'unit' is only allowed with 'range'");
      }
      return new Window(lower, upper, null);
    }
    if (unit != null && !unit.isString()) {
      throw bad("'unit' must be a string");
    }
    return new Window(
        lower, upper, new RangeStep(unit == null ? null : unit.asString().getValue()));
  }

  private static void check(BsonValue bound, boolean isPosition) {
    if (bound.equals(UNBOUNDED) || bound.equals(CURRENT)) {
      return;
    }
    if (!Numbers.isNumber(bound)) {
      throw bad("Window bounds must be 'unbounded', 'current', or a number.");
    }
    Long exact = Numbers.exactLong(bound);
    if (isPosition && (exact == null || exact != (int) (long) exact)) {
      throw bad("Numeric document-based bounds must be an integer");
    }
  }

  private static void checkOrder(BsonValue lower, BsonValue upper) {
    if (!lower.equals(UNBOUNDED)
        && !upper.equals(UNBOUNDED)
        && Numbers.compare(number(lower), number(upper)) > 0) {
      throw new MongoException(
          5339900,
          "Lower bound must not exceed upper bound: [%s, %s]"
              .formatted(BsonText.of(lower), BsonText.of(upper)));
    }
  }

  private static BsonValue number(BsonValue bound) {
    return bound.equals(CURRENT) ? new BsonInt32(0) : bound;
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }

  /**
   * Rejects a sort that the bounds do not allow.
   *
   * @param sortBy null if not sorted
   */
  void checkSort(SortPattern sortBy) {
    boolean isWhole = lower.equals(UNBOUNDED) && upper.equals(UNBOUNDED);
    if (range == null) {
      if (sortBy == null && !isWhole) {
        throw new MongoException(5339901, "Document-based bounds require a sortBy");
      }
      return;
    }
    if (sortBy == null || sortBy.size() != 1) {
      throw new MongoException(5339902, "Range-based bounds require sortBy a single field");
    }
    if (!sortBy.isAscending()) {
      throw new MongoException(8947401, "Range-based bounds require an ascending sortBy");
    }
  }

  /** Whether it starts at the first document, so that it only grows. */
  boolean beginsAtFirst() {
    return lower.equals(UNBOUNDED);
  }

  /** The first position of a document's window; one past it if empty. */
  int from(Partition partition, int position) {
    checkKey(partition, position);
    if (lower.equals(UNBOUNDED)) {
      return 0;
    }
    if (isPosition(lower)) {
      return Math.max(0, position + (int) Numbers.toDouble(number(lower)));
    }
    return firstFrom(partition, bound(partition, position, lower), false);
  }

  /** The position after the end of a document's window. */
  int to(Partition partition, int position) {
    if (upper.equals(UNBOUNDED)) {
      return partition.size();
    }
    if (isPosition(upper)) {
      long behind = (long) position + (int) Numbers.toDouble(number(upper)) + 1;
      return (int) Math.max(0, Math.min(partition.size(), behind));
    }
    return firstFrom(partition, bound(partition, position, upper), true);
  }

  /** The first position whose key is not before the bound, or is after it. */
  private static int firstFrom(Partition partition, BsonValue bound, boolean past) {
    int low = 0;
    int high = partition.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int compared = BsonOrder.SIMPLE.compare(partition.key(middle)[0], bound);
      if (compared < 0 || past && compared == 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether a bound counts documents: in a range, 0 includes ties and "current" does not. */
  private boolean isPosition(BsonValue bound) {
    return range == null || bound.equals(CURRENT);
  }

  private BsonValue bound(Partition partition, int position, BsonValue bound) {
    return range.add(partition.key(position)[0], bound);
  }

  private void checkKey(Partition partition, int position) {
    if (range == null) {
      return;
    }
    BsonValue key = partition.key(position)[0];
    boolean isValid = range.isOfDates() ? key.isDateTime() : Numbers.isNumber(key);
    if (!isValid) {
      throw new MongoException(
          range.isOfDates() ? BAD_DATE_KEY : BAD_KEY,
          "Invalid range: Expected the sortBy field to be a %s, but it was %s"
              .formatted((range.isOfDates() ? "Date" : "number"), TypeNames.of(key)));
    }
  }
}
