package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.accumulator.Accumulators;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Registry of the window functions, accumulators included. */
public final class WindowFunctions {
  private static final int NO_SORT = 5371602;
  private static final int NO_SORT_TO_FILL = 605001;
  private static final Set<String> ORDERED =
      Set.of(
          "$denseRank",
          "$documentNumber",
          "$expMovingAvg",
          "$linearFill",
          "$locf",
          "$rank",
          "$shift");

  /** Functions that take a window and are no accumulators. */
  private static final Set<String> WINDOWED =
      Set.of("$covariancePop", "$covarianceSamp", "$derivative", "$integral");

  private WindowFunctions() {}

  public static Set<String> names() {
    Set<String> names = new TreeSet<>(ORDERED);
    names.addAll(WINDOWED);
    names.addAll(Accumulators.names());
    return names;
  }

  /**
   * Parses an output field: a function and an optional window.
   *
   * @param sortBy null if not sorted
   */
  public static WindowFunction parse(
      String field, BsonValue written, SortPattern sortBy, ParseContext context) {
    int sortKeys = sortBy == null ? 0 : sortBy.size();
    if (!written.isDocument() || written.asDocument().isEmpty()) {
      throw bad("The field '" + field + "' must be a window function object");
    }
    BsonDocument options = written.asDocument();
    String name = null;
    for (String option : options.keySet()) {
      if (option.startsWith("$") && name == null) {
        name = option;
      } else if (!option.equals("window")) {
        throw bad("Window function found an unknown argument: " + option);
      }
    }
    if (name == null) {
      throw bad("Expected a $-prefixed window function, window");
    }
    if (ORDERED.contains(name)) {
      return ordered(name, options, sortKeys, context);
    }
    if (!WINDOWED.contains(name) && !Accumulators.names().contains(name)) {
      throw bad("Unrecognized window function, " + name);
    }
    Window window = Window.parse(options.get("window"));
    window.checkSort(sortBy);
    BsonValue argument = options.get(name);
    return switch (name) {
      case "$derivative" -> Derivative.parse(options, sortBy, window, context);
      case "$integral" -> new WindowAccumulation(Integral.parse(argument, sortBy, context), window);
      case "$covariancePop", "$covarianceSamp" ->
          new WindowAccumulation(Covariance.parse(name, argument, context), window);
      default ->
          new WindowAccumulation(
              Accumulators.parse("window", new BsonDocument(name, argument), context), window);
    };
  }

  private static WindowFunction ordered(
      String name, BsonDocument options, int sortKeys, ParseContext context) {
    if (options.containsKey("window")) {
      throw bad("'window' field is not allowed in " + name);
    }
    boolean needsOne = name.equals("$rank") || name.equals("$denseRank");
    boolean needsAny = !name.equals("$locf");
    boolean isFill = name.equals("$linearFill");
    if ((needsOne || isFill) && sortKeys != 1) {
      throw new MongoException(
          isFill ? NO_SORT_TO_FILL : NO_SORT,
          name + " must be specified with a top level sortBy expression with exactly one element");
    }
    if (needsAny && sortKeys == 0) {
      throw new MongoException(NO_SORT, "'" + name + "' requires a sortBy");
    }
    BsonValue argument = options.get(name);
    if (Set.of("$rank", "$denseRank", "$documentNumber").contains(name)
        && !(argument.isDocument() && argument.asDocument().isEmpty())) {
      throw bad(name + " must be specified with '{}' as the value");
    }
    return switch (name) {
      case "$rank" -> Ranks::rank;
      case "$denseRank" -> Ranks::denseRank;
      case "$documentNumber" -> Ranks::documentNumber;
      case "$shift" -> Shift.parse(argument, context);
      case "$expMovingAvg" -> ExpMovingAverage.parse(argument, context);
      case "$locf" -> {
        Expression value = ExpressionParser.parse(argument, context);
        yield partition -> GapFill.carriedForward(partition, value);
      }
      default -> {
        Expression value = ExpressionParser.parse(argument, context);
        yield partition -> GapFill.linear(partition, value);
      }
    };
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }
}
