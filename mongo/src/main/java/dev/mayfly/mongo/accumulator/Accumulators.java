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

/** Registry of the accumulators. */
public final class Accumulators {
  private static final Map<String, AccumulatorParser> PARSERS = new TreeMap<>();

  static {
    PARSERS.put("$sum", unary(context -> (variables, memory) -> new SumAccumulator()));
    PARSERS.put("$avg", unary(context -> (variables, memory) -> new AverageAccumulator()));
    PARSERS.put(
        "$min",
        unary(context -> (variables, memory) -> new MinMaxAccumulator(context.order(), memory)));
    PARSERS.put(
        "$max",
        unary(
            context ->
                (variables, memory) -> new MinMaxAccumulator(context.order().reversed(), memory)));
    PARSERS.put("$first", unary(context -> (variables, memory) -> new First(memory)));
    PARSERS.put("$last", unary(context -> (variables, memory) -> new Last(memory)));
    PARSERS.put("$push", unary(context -> (variables, memory) -> new PushAccumulator(memory)));
    PARSERS.put(
        "$addToSet",
        unary(context -> (variables, memory) -> new AddToSetAccumulator(context.order(), memory)));
    PARSERS.put(
        "$stdDevPop", unary(context -> (variables, memory) -> new StdDevAccumulator(false)));
    PARSERS.put(
        "$stdDevSamp", unary(context -> (variables, memory) -> new StdDevAccumulator(true)));
    PARSERS.put(
        "$mergeObjects",
        unary(context -> (variables, memory) -> new MergeObjectsAccumulator(memory)));
    PARSERS.put("$count", CountDocuments::parse);
    PARSERS.put("$top", TopBottomAccumulator.single(true));
    PARSERS.put("$bottom", TopBottomAccumulator.single(false));
    PARSERS.put("$topN", TopBottomAccumulator.several(true));
    PARSERS.put("$bottomN", TopBottomAccumulator.several(false));
    PARSERS.put(
        "$firstN",
        NArguments.parser((n, context, memory) -> new FirstLastNAccumulator(n, true, memory)));
    PARSERS.put(
        "$lastN",
        NArguments.parser((n, context, memory) -> new FirstLastNAccumulator(n, false, memory)));
    PARSERS.put(
        "$minN",
        NArguments.parser(
            (n, context, memory) -> new MinMaxNAccumulator(n, context.order(), memory)));
    PARSERS.put(
        "$maxN",
        NArguments.parser(
            (n, context, memory) -> new MinMaxNAccumulator(n, context.order().reversed(), memory)));
    PARSERS.put("$median", PercentileAccumulator::parseMedian);
    PARSERS.put("$percentile", PercentileAccumulator::parse);
  }

  private Accumulators() {}

  public static Set<String> names() {
    return Collections.unmodifiableSet(PARSERS.keySet());
  }

  /**
   * Parses an output field of {@code $group} and similar stages: its name, and an accumulator with
   * its argument.
   */
  public static AccumulationStatement parse(String field, BsonValue written, ParseContext context) {
    if (field.indexOf('.') >= 0) {
      throw new MongoException(40235, "The field name '" + field + "' cannot contain '.'");
    }
    if (field.startsWith("$")) {
      throw new MongoException(40236, "The field name '" + field + "' cannot be an operator name");
    }
    if (!written.isDocument()
        || written.asDocument().isEmpty()
        || !written.asDocument().getFirstKey().startsWith("$")) {
      throw new MongoException(40234, "The field '" + field + "' must be an accumulator object");
    }
    BsonDocument accumulator = written.asDocument();
    if (accumulator.size() != 1) {
      throw new MongoException(40238, "The field '" + field + "' must specify one accumulator");
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
      throw new MongoException(15952, "unknown group operator '" + name + "'");
    }
    return parser;
  }

  private static AccumulatorParser unary(
      Function<ParseContext, AccumulationStatement.Starter> starters) {
    return (name, argument, context) -> {
      if (argument.isArray()) {
        throw new MongoException(40237, "The " + name + " accumulator is a unary operator");
      }
      return new AccumulationStatement(
          name, ExpressionParser.parse(argument, context), argument, starters.apply(context));
    };
  }
}
