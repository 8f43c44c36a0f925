package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Which documents around one are looked at: by their positions, or by what they are sorted by. */
final class Window {
  private static final int BAD_KEY = 5429414;
  private static final int BAD_DATE_KEY = 5429413;
  private static final int NOT_ASCENDING = 5339900;
  private static final int POSITIONS_WITHOUT_SORT = 5339901;
  private static final int RANGE_WITHOUT_SORT = 5339902;
  private static final int RANGE_DESCENDS = 8947401;
  private static final BsonString UNBOUNDED = new BsonString("unbounded");
  private static final BsonString CURRENT = new BsonString("current");

  /** Everything. */
  static final Window WHOLE = new Window(UNBOUNDED, UNBOUNDED, null);

  private final BsonValue lower;
  private final BsonValue upper;

  /** Null for positions. */
  private final TimeSteps range;

  private Window(BsonValue lower, BsonValue upper, TimeSteps range) {
    this.lower = lower;
    this.upper = upper;
    this.range = range;
  }

  /**
   * @param written null for everything
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
        lower, upper, new TimeSteps(unit == null ? null : unit.asString().getValue()));
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
          NOT_ASCENDING,
          "Lower bound must not exceed upper bound: ["
              + BsonText.of(lower)
              + ", "
              + BsonText.of(upper)
              + "]");
    }
  }

  private static BsonValue number(BsonValue bound) {
    return bound.equals(CURRENT) ? new BsonInt32(0) : bound;
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }

  /**
   * Refuses what the order of the documents does not allow.
   *
   * @param sortBy null if they are in no order
   */
  void checkSort(SortPattern sortBy) {
    boolean isWhole = lower.equals(UNBOUNDED) && upper.equals(UNBOUNDED);
    if (range == null) {
      if (sortBy == null && !isWhole) {
        throw new MongoException(POSITIONS_WITHOUT_SORT, "Document-based bounds require a sortBy");
      }
      return;
    }
    if (sortBy == null || sortBy.size() != 1) {
      throw new MongoException(
          RANGE_WITHOUT_SORT, "Range-based bounds require sortBy a single field");
    }
    if (!sortBy.isAscending()) {
      throw new MongoException(RANGE_DESCENDS, "Range-based bounds require an ascending sortBy");
    }
  }

  /** Whether it begins with the first document, so that it only grows. */
  boolean beginsAtFirst() {
    return lower.equals(UNBOUNDED);
  }

  /** The position of the first document in the window of one; one past it if there is none. */
  int from(Partition partition, int position) {
    if (lower.equals(UNBOUNDED)) {
      return 0;
    }
    if (range == null) {
      return Math.max(0, position + (int) Numbers.toDouble(number(lower)));
    }
    return firstFrom(partition, bound(partition, position, lower), false);
  }

  /** The position behind the last document in the window of one. */
  int to(Partition partition, int position) {
    if (upper.equals(UNBOUNDED)) {
      return partition.size();
    }
    if (range == null) {
      long behind = (long) position + (int) Numbers.toDouble(number(upper)) + 1;
      return (int) Math.max(0, Math.min(partition.size(), behind));
    }
    return firstFrom(partition, bound(partition, position, upper), true);
  }

  /** The first position whose key is not before the bound; or, past it, is behind the bound. */
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

  private BsonValue bound(Partition partition, int position, BsonValue bound) {
    BsonValue key = partition.key(position)[0];
    boolean isRight = range.isOfDates() ? key.isDateTime() : Numbers.isNumber(key);
    if (!isRight) {
      throw new MongoException(
          range.isOfDates() ? BAD_DATE_KEY : BAD_KEY,
          "Invalid range: Expected the sortBy field to be a "
              + (range.isOfDates() ? "Date" : "number")
              + ", but it was "
              + TypeNames.of(key));
    }
    return range.add(key, number(bound));
  }
}
