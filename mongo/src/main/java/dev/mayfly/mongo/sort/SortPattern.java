package dev.mayfly.mongo.sort;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.FieldPath;
import dev.mayfly.mongo.expression.Meta;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * An order of documents by their fields. Of an array the element counts that comes first in this
 * order; what is missing counts as null.
 */
public final class SortPattern implements Comparator<BsonValue[]> {
  private static final int NOT_AN_OBJECT = 15973;
  private static final int BAD_KEY = 15974;
  private static final int BAD_DIRECTION = 15975;
  private static final int NO_KEYS = 15976;
  private static final int META = 31138;
  private static final int NO_METADATA = 40218;

  /** A path that no document has, in place of metadata. */
  private static final String[] NO_PATH = {"$meta"};

  private static final int MAX_KEYS = 32;
  private static final int TOO_MANY_KEYS = 13103;

  /** Metadata depend on the document only. */
  private static final Variables NO_VARIABLES = Variables.at(0);

  private final String[][] paths;
  private final boolean[] descending;
  private final Expression[] metadata;
  private final BsonOrder order;

  /**
   * @param metadata the expressions that stand in place of a path; null where there is a path
   */
  private SortPattern(
      String[][] paths, boolean[] descending, Expression[] metadata, BsonOrder order) {
    this.paths = paths;
    this.descending = descending;
    this.metadata = metadata;
    this.order = requireNonNull(order, "order");
  }

  public static SortPattern parse(BsonValue specification, BsonOrder order) {
    return parse(specification, order, null, null);
  }

  /** Parses an order that may be by the score of a search. */
  public static SortPattern parse(BsonValue specification, ParseContext context) {
    return parse(
        specification, context.order(), context.text().score(), context.vector().ofDocument());
  }

  private static SortPattern parse(
      BsonValue specification, BsonOrder order, Expression text, Expression vector) {
    if (!specification.isDocument()) {
      throw new MongoException(NOT_AN_OBJECT, "the $sort key specification must be an object");
    }
    BsonDocument keys = specification.asDocument();
    if (keys.isEmpty()) {
      throw new MongoException(NO_KEYS, "$sort stage must have at least one sort key");
    }
    if (keys.size() > MAX_KEYS) {
      throw new MongoException(TOO_MANY_KEYS, "too many compound keys");
    }
    List<String[]> paths = new ArrayList<>();
    boolean[] descending = new boolean[keys.size()];
    Expression[] metadata = new Expression[keys.size()];
    Set<String> seen = new HashSet<>();
    for (Map.Entry<String, BsonValue> key : keys.entrySet()) {
      boolean byVector = isScore(key.getValue(), Meta.VECTOR_SCORE);
      if (byVector || isScore(key.getValue(), "textScore")) {
        descending[paths.size()] = true;
        metadata[paths.size()] = byVector ? vector : text;
        if (metadata[paths.size()] == null) {
          throw new MongoException(
              NO_METADATA,
              "query requires "
                  + (byVector ? "vector search score" : "text score")
                  + " metadata, but it is not available");
        }
        paths.add(NO_PATH);
      } else if (seen.add(key.getKey())) {
        descending[paths.size()] = isDescending(key.getKey(), key.getValue());
        paths.add(FieldPath.split(key.getKey()));
      }
    }
    return new SortPattern(paths.toArray(new String[0][]), descending, metadata, order);
  }

  private static boolean isScore(BsonValue direction, String keyword) {
    return direction.isDocument()
        && direction.asDocument().size() == 1
        && direction.asDocument().containsKey("$meta")
        && direction.asDocument().get("$meta").isString()
        && direction.asDocument().getString("$meta").getValue().equals(keyword);
  }

  private static boolean isDescending(String name, BsonValue direction) {
    if (direction.isDocument()) {
      throw meta(name, direction);
    }
    if (!Numbers.isNumber(direction)) {
      throw new MongoException(
          BAD_KEY, "Illegal key in $sort specification: " + name + ": " + BsonText.of(direction));
    }
    Long number = Numbers.exactLong(direction);
    if (number == null || number != 1 && number != -1) {
      throw new MongoException(
          BAD_DIRECTION, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    return number < 0;
  }

  private static MongoException meta(String name, BsonValue direction) {
    if (direction.asDocument().containsKey("$meta")) {
      return new MongoException(
          META, "Illegal $meta sort: " + name + ": " + BsonText.of(direction));
    }
    return new MongoException(
        BAD_KEY, "Illegal key in $sort specification: " + name + ": " + BsonText.of(direction));
  }

  public int size() {
    return paths.length;
  }

  /** A dotted path and its direction. */
  public record Field(String path, boolean descending) {}

  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(paths.length);
    for (int i = 0; i < paths.length; i++) {
      fields.add(new Field(String.join(".", paths[i]), descending[i]));
    }
    return fields;
  }

  /** Whether documents with smaller values of the first key come first. */
  public boolean isAscending() {
    return !descending[0];
  }

  /** The values that a document is sorted by. */
  public BsonValue[] key(BsonDocument document) {
    BsonValue[] key = new BsonValue[paths.length];
    for (int i = 0; i < paths.length; i++) {
      BsonValue value = paths[i] == NO_PATH ? null : plain(document, paths[i]);
      if (value != null && value.isArray()) {
        return withMetadata(least(document), document);
      }
      key[i] = value == null ? BsonNull.VALUE : value;
    }
    return withMetadata(key, document);
  }

  /** The {@link SortRow#prefix} of a key of this pattern. */
  public long prefix(BsonValue[] key) {
    long prefix = KeyPrefix.of(key[0], order.collation() == null);
    return descending[0] ? ~prefix : prefix;
  }

  /** The {@link SortRow#rest} of a key of this pattern. */
  public long rest(BsonValue[] key) {
    long rest = KeyPrefix.rest(key[0], order.collation() == null);
    return descending[0] ? ~rest : rest;
  }

  private BsonValue[] withMetadata(BsonValue[] key, BsonDocument document) {
    for (int i = 0; i < key.length; i++) {
      if (metadata[i] != null) {
        key[i] = metadata[i].evaluate(NO_VARIABLES.on(document));
      }
    }
    return key;
  }

  /** Whether a score is part of the order. */
  public boolean usesMetadata() {
    return Arrays.stream(metadata).anyMatch(each -> each != null);
  }

  private BsonValue[] least(BsonDocument document) {
    BsonValue[][] least = new BsonValue[1][];
    new SortKeys(
            paths,
            each -> least[0] = least[0] == null || compare(each, least[0]) < 0 ? each : least[0])
        .of(document);
    return least[0];
  }

  /** Whether one of the keys that the document has in an index of this pattern is accepted. */
  public boolean anyKey(BsonDocument document, Predicate<BsonValue[]> accepted) {
    boolean[] found = new boolean[1];
    new SortKeys(paths, each -> found[0] |= accepted.test(each)).of(document);
    return found[0];
  }

  /** The value at a path, or the first array on the way. */
  private static BsonValue plain(BsonDocument document, String[] path) {
    BsonValue value = document;
    for (String name : path) {
      if (!value.isDocument()) {
        return value.isArray() ? value : null;
      }
      value = value.asDocument().get(name);
      if (value == null) {
        return null;
      }
    }
    return value;
  }

  @Override
  public int compare(BsonValue[] first, BsonValue[] second) {
    for (int i = 0; i < first.length; i++) {
      int compared = order.compare(first[i], second[i]);
      if (compared != 0) {
        return descending[i] ? -compared : compared;
      }
    }
    return 0;
  }

  static MongoException parallelArrays() {
    return new MongoException(
        ErrorCodes.BAD_VALUE, "cannot sort with keys that are parallel arrays");
  }
}
