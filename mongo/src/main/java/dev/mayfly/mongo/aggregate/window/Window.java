package dev.mayfly.mongo.aggregate.window;

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
      throw bad("'window' field must be an object, but found type " + TypeNames.of(written));
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
    return new Window(
        lower, upper, new TimeSteps(unit == null ? null : unit.asString().getValue()));
  }

  private static void check(BsonValue bound, boolean isPosition) {
    if (bound.equals(UNBOUNDED) || bound.equals(CURRENT)) {
      return;
    }
    if (!Numbers.isNumber(bound)) {
      throw bad(
          "Window bounds must be 'unbounded', 'current', or a number. Got: " + BsonText.of(bound));
    }
    Long exact = Numbers.exactLong(bound);
    if (isPosition && (exact == null || exact != (int) (long) exact)) {
      throw bad("Numeric document-based bounds must be an integer: " + BsonText.of(bound));
    }
  }

  private static void checkOrder(BsonValue lower, BsonValue upper) {
    if (!lower.equals(UNBOUNDED)
        && !upper.equals(UNBOUNDED)
        && Numbers.compare(number(lower), number(upper)) > 0) {
      throw bad(
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

  boolean isRange() {
    return range != null;
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
          BAD_KEY,
          "Invalid range: Expected the sortBy field to be a "
              + (range.isOfDates() ? "Date" : "number")
              + ", but it was "
              + TypeNames.of(key));
    }
    return range.add(key, number(bound));
  }
}
