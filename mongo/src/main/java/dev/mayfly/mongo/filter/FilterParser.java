package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.COMMAND_NOT_SUPPORTED;
import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;
import static dev.mayfly.mongo.error.ErrorCodes.QUERY_FEATURE_NOT_ALLOWED;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.geo.NearOperators;
import dev.mayfly.mongo.text.DocumentSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Parses query documents into filters. */
public final class FilterParser {
  private static final int DEEPEST = 200;

  private final ParseContext context;
  private final OperatorParser operators;
  private final NearPlacement near;
  private int depth;

  private FilterParser(ParseContext context, boolean nearAllowed) {
    this.context = context;
    this.operators = new OperatorParser(context, this);
    this.near = new NearPlacement(nearAllowed);
  }

  /**
   * @throws MongoException with MongoDB's code and text if the query is invalid
   */
  public static Filter parse(BsonDocument filter, ParseContext context) {
    return new FilterParser(context, false).document(filter, true);
  }

  /**
   * As {@link #parse}, of a query whose results may be sorted by distance. An operator that asks
   * for it matches everything: who reads the documents chooses and sorts them.
   */
  public static Filter parseWithNear(BsonDocument filter, ParseContext context) {
    return new FilterParser(context, true).document(filter, true);
  }

  NearPlacement near() {
    return near;
  }

  /**
   * @param outermost whether this is the top level, where some operators are allowed only
   */
  Filter document(BsonDocument filter, boolean outermost) {
    if (++depth > DEEPEST) {
      throw new MongoException(OVERFLOW, "The filter is nested more than 200 levels deep");
    }
    List<Filter> filters = new ArrayList<>(filter.size());
    for (Map.Entry<String, BsonValue> each : LazyDocument.allFields(filter)) {
      String name = each.getKey();
      if (name.startsWith("$")) {
        Filter made = onDocument(name, each.getValue(), outermost);
        if (made != null) {
          filters.add(made);
        }
      } else {
        filters.add(onField(name, each.getValue()));
      }
    }
    depth--;
    return And.of(filters);
  }

  private Filter onField(String name, BsonValue value) {
    FilterPath path = new FilterPath(name);
    if (OperatorParser.isOperators(value, false)) {
      return NearOperators.isNear(value.asDocument())
          ? near.filter(name, value.asDocument())
          : operators.all(name, value.asDocument()).at(path);
    }
    return operators.equality(value).at(path);
  }

  private Filter onDocument(String name, BsonValue operand, boolean outermost) {
    return switch (name) {
      case "$and" -> And.of(list(name, operand, outermost));
      case "$or" -> near.outside(() -> or(operand, outermost));
      case "$nor" -> near.outside(() -> Or.of(list(name, operand, outermost)).not());
      case "$comment" -> null;
      case "$alwaysTrue" -> {
        requireOne(name, operand);
        yield Filter.ALWAYS_TRUE;
      }
      case "$alwaysFalse" -> {
        requireOne(name, operand);
        yield Filter.ALWAYS_FALSE;
      }
      case "$expr" -> expr(operand, outermost);
      case "$jsonSchema" -> jsonSchema(operand);
      case "$sampleRate" -> sampleRate(operand);
      case "$ref", "$id", "$db" -> operators.equality(operand).at(new FilterPath(name));
      case "$text" -> text(outermost);
      case "$where" ->
          throw new MongoException(
              COMMAND_NOT_SUPPORTED, "$where is not supported: no JavaScript runs here");
      default ->
          throw new MongoException(
              BAD_VALUE,
              ("unknown top level operator: %s. If you have a field name that starts with a "
                      + "'$' symbol, consider using $getField or $setField.")
                  .formatted(name));
    };
  }

  private Filter or(BsonValue operand, boolean outermost) {
    String field = operand.isArray() ? equalityField(operand.asArray()) : null;
    if (field == null) {
      return Or.of(list("$or", operand, outermost));
    }
    // As in MongoDB, equalities of one field are an $in, which reports the matching element.
    BsonArray values = new BsonArray();
    operand.asArray().forEach(each -> values.add(each.asDocument().get(field)));
    return onField(field, new BsonDocument("$in", values));
  }

  /** The field that all alternatives compare with a value; null if they do anything else. */
  private static String equalityField(BsonArray alternatives) {
    String field = null;
    for (BsonValue each : alternatives) {
      if (!each.isDocument() || each.asDocument().size() != 1) {
        return null;
      }
      BsonDocument alternative = each.asDocument();
      String name = alternative.getFirstKey();
      BsonValue value = alternative.get(name);
      if (name.startsWith("$")
          || field != null && !field.equals(name)
          || value.isRegularExpression()
          || value.isDocument()
          || value.getBsonType() == BsonType.UNDEFINED) {
        return null;
      }
      field = name;
    }
    return field;
  }

  private Filter expr(BsonValue operand, boolean outermost) {
    if (!outermost) {
      throw new MongoException(BAD_VALUE, "$expr can only be applied to the top-level document");
    }
    Expression expression = ExpressionParser.parse(operand, context);
    return (document, variables, match) ->
        Values.isTrue(expression.evaluate(variables.on(document)));
  }

  private List<Filter> list(String name, BsonValue operand, boolean outermost) {
    if (!operand.isArray()) {
      throw new MongoException(BAD_VALUE, name + " must be an array");
    }
    if (operand.asArray().isEmpty()) {
      throw new MongoException(BAD_VALUE, "$and/$or/$nor must be a nonempty array");
    }
    List<Filter> filters = new ArrayList<>(operand.asArray().size());
    for (BsonValue each : operand.asArray()) {
      if (!each.isDocument()) {
        throw new MongoException(BAD_VALUE, "$or/$and/$nor entries need to be full objects");
      }
      filters.add(document(each.asDocument(), outermost));
    }
    return filters;
  }

  /** The search was parsed before, with what it needs to know of the query. */
  private Filter text(boolean outermost) {
    if (!outermost) {
      throw new MongoException(BAD_VALUE, "$text can only be applied to the top-level document");
    }
    DocumentSearch search = context.text().search();
    if (search == null) {
      throw new MongoException(QUERY_FEATURE_NOT_ALLOWED, "$text is not allowed in this context");
    }
    return (document, variables, match) -> search.matches(document);
  }

  private static void requireOne(String name, BsonValue operand) {
    Long number = Numbers.isNumber(operand) ? Numbers.exactLong(operand) : null;
    if (number == null || number != 1) {
      throw new MongoException(FAILED_TO_PARSE, name + " must be an integer value of 1");
    }
  }

  private static Filter jsonSchema(BsonValue operand) {
    if (!operand.isDocument()) {
      throw new MongoException(TYPE_MISMATCH, "$jsonSchema must be an object");
    }
    SchemaMatcher schema = SchemaParser.parse(operand.asDocument());
    return (document, variables, match) -> schema.accepts(document);
  }

  private static Filter sampleRate(BsonValue operand) {
    if (!Numbers.isNumber(operand)) {
      throw new MongoException(BAD_VALUE, "argument to $sampleRate must be a numeric type");
    }
    double rate = Numbers.toDouble(operand);
    if (!(rate >= 0 && rate <= 1)) {
      throw new MongoException(BAD_VALUE, "numeric argument to $sampleRate must be in [0, 1]");
    }
    return (document, variables, match) ->
        rate > 0 && ThreadLocalRandom.current().nextDouble() < rate;
  }
}
