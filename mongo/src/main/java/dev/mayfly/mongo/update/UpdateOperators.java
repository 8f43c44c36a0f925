package dev.mayfly.mongo.update;

import dev.mayfly.mongo.expression.ParseContext;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonValue;

/** Registry of the update operators. */
public final class UpdateOperators {
  /** Parses the operand of one field. */
  @FunctionalInterface
  interface Factory {
    Modifier make(String path, BsonValue operand, ParseContext context);
  }

  private static final Map<String, Factory> FACTORIES = new TreeMap<>();

  static {
    FACTORIES.put(
        "$addToSet", (path, operand, context) -> AddToSet.parse(operand, context.order()));
    FACTORIES.put("$bit", (path, operand, context) -> Bit.parse(operand));
    FACTORIES.put("$currentDate", (path, operand, context) -> CurrentDate.parse(operand));
    FACTORIES.put("$inc", (path, operand, context) -> Inc.parse(path, operand, false));
    FACTORIES.put("$max", (path, operand, context) -> new MinMax(operand, true, context.order()));
    FACTORIES.put("$min", (path, operand, context) -> new MinMax(operand, false, context.order()));
    FACTORIES.put("$mul", (path, operand, context) -> Inc.parse(path, operand, true));
    FACTORIES.put("$pop", (path, operand, context) -> Pop.parse(path, operand));
    FACTORIES.put("$pull", (path, operand, context) -> Pull.parse(operand, context));
    FACTORIES.put("$pullAll", (path, operand, context) -> Pull.parseAll(operand, context));
    FACTORIES.put("$push", (path, operand, context) -> Push.parse(operand, context));
    FACTORIES.put("$rename", (path, operand, context) -> Rename.parse(path, operand));
    FACTORIES.put("$set", (path, operand, context) -> new SetField(operand, false));
    FACTORIES.put("$setOnInsert", (path, operand, context) -> new SetField(operand, true));
    FACTORIES.put("$unset", (path, operand, context) -> new Unset());
  }

  private UpdateOperators() {}

  static Factory named(String name) {
    return FACTORIES.get(name);
  }

  /** The supported operators. */
  public static Set<String> names() {
    return new TreeSet<>(FACTORIES.keySet());
  }
}
