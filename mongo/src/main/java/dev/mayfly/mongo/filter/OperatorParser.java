package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.filter.ComparisonMatcher.Kind.EQUAL;
import static dev.mayfly.mongo.filter.ComparisonMatcher.Kind.GREATER;
import static dev.mayfly.mongo.filter.ComparisonMatcher.Kind.GREATER_OR_EQUAL;
import static dev.mayfly.mongo.filter.ComparisonMatcher.Kind.LESS;
import static dev.mayfly.mongo.filter.ComparisonMatcher.Kind.LESS_OR_EQUAL;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.geo.GeoQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Parses the operators of a field: {@code {$gt: 1, $lt: 5}}. */
record OperatorParser(ParseContext context, FilterParser documents) {
  private static final int OPTIONS_TWICE_IN_REGEX = 51074;
  private static final int OPTIONS_TWICE = 51075;

  /** Whether a value is a document of operators rather than a literal. */
  static boolean isOperators(BsonValue value, boolean alsoPartsOfReferences) {
    if (!value.isDocument() || value.asDocument().isEmpty()) {
      return false;
    }
    BsonDocument document = value.asDocument();
    if (!document.getFirstKey().startsWith("$")) {
      return false;
    }
    boolean hasCollection = document.containsKey("$ref");
    boolean hasId = document.containsKey("$id");
    return alsoPartsOfReferences
        ? !(hasCollection || hasId || document.containsKey("$db"))
        : !(hasCollection && hasId);
  }

  /** A literal: equality, or a regular expression. */
  Condition equality(BsonValue value) {
    return value.isRegularExpression()
        ? new Condition.Leaf(new RegexMatcher(value.asRegularExpression()))
        : compare(EQUAL, value);
  }

  private Condition compare(ComparisonMatcher.Kind kind, BsonValue operand) {
    if (operand.getBsonType() == BsonType.UNDEFINED) {
      throw new MongoException(BAD_VALUE, "cannot compare to undefined");
    }
    return new Condition.Leaf(new ComparisonMatcher(kind, operand, context.order()));
  }

  Condition all(String field, BsonDocument operators) {
    List<Condition> conditions = new ArrayList<>(operators.size());
    for (Map.Entry<String, BsonValue> each : LazyDocument.allFields(operators)) {
      Condition condition = one(field, each.getKey(), each.getValue(), operators);
      if (condition != null) {
        conditions.add(condition);
      }
    }
    return conditions.size() == 1 ? conditions.get(0) : new Condition.All(conditions);
  }

  private Condition one(String field, String name, BsonValue operand, BsonDocument beside) {
    return switch (name) {
      case "$eq" -> compare(EQUAL, operand);
      case "$ne" -> {
        if (operand.isRegularExpression()) {
          throw new MongoException(BAD_VALUE, "Can't have regex as arg to $ne.");
        }
        yield new Condition.Opposite(compare(EQUAL, operand));
      }
      case "$gt" -> range(field, GREATER, operand);
      case "$gte" -> range(field, GREATER_OR_EQUAL, operand);
      case "$lt" -> range(field, LESS, operand);
      case "$lte" -> range(field, LESS_OR_EQUAL, operand);
      case "$in" -> in(name, operand);
      case "$nin" -> new Condition.Opposite(in(name, operand));
      case "$not" -> not(field, operand);
      case "$exists" -> exists(operand);
      case "$type" -> new Condition.Leaf(type(TypeSet.parse(operand)));
      case "$mod" -> mod(operand);
      case "$size" -> new Condition.Leaf(new SizeMatcher(Integers.nonNegative(name, operand)));
      case "$all" -> allOf(operand);
      case "$elemMatch" -> elemMatch(operand);
      case "$regex" -> regex(operand, beside.get("$options"), beside);
      case "$options" -> {
        if (!beside.containsKey("$regex")) {
          throw new MongoException(BAD_VALUE, "$options needs a $regex");
        }
        yield null;
      }
      case "$bitsAllSet", "$bitsAllClear", "$bitsAnySet", "$bitsAnyClear" ->
          new Condition.Leaf(BitsMatcher.parse(name, operand));
      case "$geoWithin", "$geoIntersects", "$within" -> geometry(name, operand);
      case "$near", "$nearSphere", "$geoNear" -> throw documents.near().misplaced();
      default -> throw new MongoException(BAD_VALUE, "unknown operator: " + name);
    };
  }

  private static Condition geometry(String name, BsonValue operand) {
    GeoQuery query = GeoQuery.parse(name, operand);
    return new Condition.Leaf((value, variables, match) -> query.matches(value));
  }

  private Condition range(String field, ComparisonMatcher.Kind kind, BsonValue operand) {
    if (operand.isRegularExpression()) {
      throw new MongoException(
          BAD_VALUE, "Can't have RegEx as arg to predicate over field '" + field + "'.");
    }
    return compare(kind, operand);
  }

  private Condition in(String name, BsonValue operand) {
    if (!operand.isArray()) {
      throw new MongoException(BAD_VALUE, name + " needs an array");
    }
    List<BsonValue> values = new ArrayList<>(operand.asArray().size());
    List<RegexMatcher> regexes = new ArrayList<>();
    for (BsonValue each : operand.asArray()) {
      if (isOperators(each, false)) {
        throw new MongoException(BAD_VALUE, "cannot nest $ under $in");
      }
      if (each.isRegularExpression()) {
        regexes.add(new RegexMatcher(each.asRegularExpression()));
      } else if (each.getBsonType() == BsonType.UNDEFINED) {
        throw new MongoException(BAD_VALUE, "InMatchExpression equality cannot be undefined");
      } else {
        values.add(each);
      }
    }
    return new Condition.Leaf(new InMatcher(values, regexes, context.order()));
  }

  private Condition not(String field, BsonValue operand) {
    if (operand.isRegularExpression()) {
      return new Condition.Opposite(equality(operand));
    }
    if (!operand.isDocument()) {
      throw new MongoException(BAD_VALUE, "$not needs a regex or a document");
    }
    if (operand.asDocument().isEmpty()) {
      throw new MongoException(BAD_VALUE, "$not cannot be empty");
    }
    return new Condition.Opposite(all(field, operand.asDocument()));
  }

  private static Condition exists(BsonValue operand) {
    Condition exists = new Condition.Leaf((value, variables, match) -> value != null);
    return Values.isTrue(operand) ? exists : new Condition.Opposite(exists);
  }

  private static Condition mod(BsonValue operand) {
    if (!operand.isArray()) {
      throw new MongoException(BAD_VALUE, "malformed mod, needs to be an array");
    }
    List<BsonValue> numbers = operand.asArray();
    if (numbers.size() < 2) {
      throw new MongoException(BAD_VALUE, "malformed mod, not enough elements");
    }
    if (numbers.size() > 2) {
      throw new MongoException(BAD_VALUE, "malformed mod, too many elements");
    }
    long divisor = modNumber(numbers.get(0), "divisor");
    if (divisor == 0) {
      throw new MongoException(BAD_VALUE, "divisor cannot be 0");
    }
    return new Condition.Leaf(new ModMatcher(divisor, modNumber(numbers.get(1), "remainder")));
  }

  private static long modNumber(BsonValue value, String role) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(BAD_VALUE, "malformed mod, " + role + " not a number");
    }
    double number = Numbers.toDouble(value);
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new MongoException(
          BAD_VALUE,
          "malformed mod, "
              + role
              + " value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type");
    }
    return ModMatcher.truncated(value);
  }

  private Condition allOf(BsonValue operand) {
    if (!operand.isArray()) {
      throw new MongoException(BAD_VALUE, "$all needs an array");
    }
    List<Condition> conditions = new ArrayList<>();
    List<BsonValue> values = operand.asArray();
    boolean elements = !values.isEmpty() && isElemMatch(values.get(0));
    for (BsonValue each : values) {
      if (elements != isElemMatch(each) && elements) {
        throw new MongoException(BAD_VALUE, "$all/$elemMatch has to be consistent");
      }
      if (elements) {
        conditions.add(elemMatch(each.asDocument().get("$elemMatch")));
      } else if (isKnownOperator(each)) {
        throw new MongoException(BAD_VALUE, "no $ expressions in $all");
      } else {
        conditions.add(equality(each));
      }
    }
    return conditions.isEmpty() ? new Condition.Never() : new Condition.All(conditions);
  }

  private static boolean isElemMatch(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().getFirstKey().equals("$elemMatch");
  }

  /** Whether a value is a document that begins with a field operator. */
  static boolean isKnownOperator(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && FilterOperators.ON_FIELDS.contains(value.asDocument().getFirstKey());
  }

  private Condition elemMatch(BsonValue operand) {
    if (!operand.isDocument()) {
      throw new MongoException(BAD_VALUE, "$elemMatch needs an Object");
    }
    BsonDocument document = operand.asDocument();
    return new Condition.Leaf(
        isOnValues(document)
            ? new ElemMatchValueMatcher(all("", document).matcher())
            : new ElemMatchObjectMatcher(
                documents.near().outside(() -> documents.document(document, false))));
  }

  /**
   * Whether the condition of an {@code $elemMatch} applies to elements rather than to their fields.
   */
  static boolean isOnValues(BsonDocument condition) {
    return isOperators(condition, true)
        && !FilterOperators.ON_DOCUMENTS.contains(condition.getFirstKey());
  }

  private static Condition regex(BsonValue operand, BsonValue options, BsonDocument beside) {
    if (!operand.isString() && !operand.isRegularExpression()) {
      throw new MongoException(BAD_VALUE, "$regex has to be a string");
    }
    if (options != null && !options.isString()) {
      throw new MongoException(BAD_VALUE, "$options has to be a string");
    }
    String given = options == null ? "" : options.asString().getValue();
    if (operand.isString()) {
      return regex(operand.asString().getValue(), given);
    }
    BsonRegularExpression own = operand.asRegularExpression();
    if (!own.getOptions().isEmpty() && options != null) {
      boolean optionsFirst = new ArrayList<>(beside.keySet()).indexOf("$options") == 0;
      throw new MongoException(
          optionsFirst ? OPTIONS_TWICE_IN_REGEX : OPTIONS_TWICE,
          "options set in both $regex and $options");
    }
    return regex(own.getPattern(), options == null ? own.getOptions() : given);
  }

  private static Condition regex(String pattern, String options) {
    return new Condition.Leaf(new RegexMatcher(new BsonRegularExpression(pattern, options)));
  }

  private static ValueMatcher type(Set<BsonType> types) {
    return (value, variables, match) -> value != null && types.contains(value.getBsonType());
  }
}
