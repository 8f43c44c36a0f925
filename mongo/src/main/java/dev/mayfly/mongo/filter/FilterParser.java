package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.COMMAND_NOT_SUPPORTED;
import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Makes filters of the documents that clients write. */
public final class FilterParser {
  private static final int DEEPEST = 200;

  private final ParseContext context;
  private final OperatorParser operators;
  private int depth;

  private FilterParser(ParseContext context) {
    this.context = context;
    this.operators = new OperatorParser(context, this);
  }

  /**
   * @throws MongoException with MongoDB's code and text if the filter is none
   */
  public static Filter parse(BsonDocument filter, ParseContext context) {
    return new FilterParser(context).document(filter, true);
  }

  /**
   * @param outermost whether operators on the whole document may stand here
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
      return operators.all(name, value.asDocument()).at(path);
    }
    return operators.equality(value).at(path);
  }

  private Filter onDocument(String name, BsonValue operand, boolean outermost) {
    return switch (name) {
      case "$and" -> And.of(list(name, operand, outermost));
      case "$or" -> Or.of(list(name, operand, outermost));
      case "$nor" -> new Not(Or.of(list(name, operand, outermost)));
      case "$comment" -> null;
      case "$alwaysTrue" -> {
        requireOne(name, operand);
        yield AlwaysTrue.FILTER;
      }
      case "$alwaysFalse" -> {
        requireOne(name, operand);
        yield AlwaysFalse.FILTER;
      }
      case "$expr" -> expr(operand, outermost);
      case "$jsonSchema" -> JsonSchema.parse(operand);
      case "$sampleRate" -> SampleRate.parse(operand);
      case "$ref", "$id", "$db" -> operators.equality(operand).at(new FilterPath(name));
      case "$text" ->
          throw new MongoException(
              COMMAND_NOT_SUPPORTED, "$text is not supported: there is no text search here");
      case "$where" ->
          throw new MongoException(
              COMMAND_NOT_SUPPORTED, "$where is not supported: no JavaScript runs here");
      default ->
          throw new MongoException(
              BAD_VALUE,
              "unknown top level operator: "
                  + name
                  + ". If you have a field name that starts with a '$' symbol, consider using"
                  + " $getField or $setField.");
    };
  }

  private Filter expr(BsonValue operand, boolean outermost) {
    if (!outermost) {
      throw new MongoException(BAD_VALUE, "$expr can only be applied to the top-level document");
    }
    return new Expr(ExpressionParser.parse(operand, context));
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

  private static void requireOne(String name, BsonValue operand) {
    Long number = Numbers.isNumber(operand) ? Numbers.exactLong(operand) : null;
    if (number == null || number != 1) {
      throw new MongoException(FAILED_TO_PARSE, name + " must be an integer value of 1");
    }
  }
}
