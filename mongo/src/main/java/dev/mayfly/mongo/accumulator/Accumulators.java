package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** All accumulators by their names. */
public final class Accumulators {
  private static final int UNKNOWN = 15952;
  private static final int NOT_AN_OBJECT = 40234;
  private static final int DOTTED = 40235;
  private static final int DOLLAR = 40236;
  private static final int NOT_UNARY = 40237;
  private static final int NOT_ONE = 40238;

  private static final Map<String, AccumulatorParser> PARSERS = new TreeMap<>();

  static {
    PARSERS.put("$sum", unary(context -> (variables, memory) -> new SumOfNumbers()));
    PARSERS.put("$avg", unary(context -> (variables, memory) -> new Average()));
    PARSERS.put(
        "$min", unary(context -> (variables, memory) -> new Extreme(context.order(), memory)));
    PARSERS.put(
        "$max",
        unary(context -> (variables, memory) -> new Extreme(context.order().reversed(), memory)));
    PARSERS.put("$first", unary(context -> (variables, memory) -> new First(memory)));
    PARSERS.put("$last", unary(context -> (variables, memory) -> new Last(memory)));
    PARSERS.put("$push", unary(context -> (variables, memory) -> new Push(memory)));
    PARSERS.put(
        "$addToSet",
        unary(context -> (variables, memory) -> new AddToSet(context.order(), memory)));
    PARSERS.put(
        "$stdDevPop", unary(context -> (variables, memory) -> new DeviationOfNumbers(false)));
    PARSERS.put(
        "$stdDevSamp", unary(context -> (variables, memory) -> new DeviationOfNumbers(true)));
    PARSERS.put("$mergeObjects", unary(context -> (variables, memory) -> new MergeObjects(memory)));
    PARSERS.put("$count", CountDocuments::parse);
    PARSERS.put("$top", TopOrBottom.single(true));
    PARSERS.put("$bottom", TopOrBottom.single(false));
    PARSERS.put("$topN", TopOrBottom.several(true));
    PARSERS.put("$bottomN", TopOrBottom.several(false));
    PARSERS.put(
        "$firstN",
        ArgumentsWithCount.parser((n, context, memory) -> new FirstOrLastN(n, true, memory)));
    PARSERS.put(
        "$lastN",
        ArgumentsWithCount.parser((n, context, memory) -> new FirstOrLastN(n, false, memory)));
    PARSERS.put(
        "$minN",
        ArgumentsWithCount.parser(
            (n, context, memory) -> new LeastOrGreatestN(n, context.order(), memory)));
    PARSERS.put(
        "$maxN",
        ArgumentsWithCount.parser(
            (n, context, memory) -> new LeastOrGreatestN(n, context.order().reversed(), memory)));
    PARSERS.put("$median", PercentileOfNumbers::parseMedian);
    PARSERS.put("$percentile", PercentileOfNumbers::parse);
  }

  private Accumulators() {}

  /** The names of all accumulators, in the order of the alphabet. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(PARSERS.keySet());
  }

  /** A field of a {@code $group} or the like: its name, and an accumulator with its argument. */
  public static Accumulation parse(String field, BsonValue written, ParseContext context) {
    if (field.indexOf('.') >= 0) {
      throw new MongoException(DOTTED, "The field name '" + field + "' cannot contain '.'");
    }
    if (field.startsWith("$")) {
      throw new MongoException(DOLLAR, "The field name '" + field + "' cannot be an operator name");
    }
    if (!written.isDocument()
        || written.asDocument().isEmpty()
        || !written.asDocument().getFirstKey().startsWith("$")) {
      throw new MongoException(
          NOT_AN_OBJECT, "The field '" + field + "' must be an accumulator object");
    }
    BsonDocument accumulator = written.asDocument();
    if (accumulator.size() != 1) {
      throw new MongoException(NOT_ONE, "The field '" + field + "' must specify one accumulator");
    }
    String name = accumulator.getFirstKey();
    return find(name).parse(name, accumulator.get(name), context);
  }

  private static AccumulatorParser find(String name) {
    AccumulatorParser parser = PARSERS.get(name);
    if (parser == null && name.equals("$accumulator")) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED,
          "$accumulator is not supported: this server does not run JavaScript");
    }
    if (parser == null) {
      throw new MongoException(UNKNOWN, "unknown group operator '" + name + "'");
    }
    return parser;
  }

  private static AccumulatorParser unary(Function<ParseContext, Accumulation.Starter> starters) {
    return (name, argument, context) -> {
      if (argument.isArray()) {
        throw new MongoException(NOT_UNARY, "The " + name + " accumulator is a unary operator");
      }
      return new Accumulation(
          name, ExpressionParser.parse(argument, context), argument, starters.apply(context));
    };
  }
}
