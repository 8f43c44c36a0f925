package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Named arguments of an expression: {@code {$map: {input: .., as: .., in: ..}}}. */
public record NamedArguments(BsonDocument fields, ParseContext context) {
  /**
   * Parses named arguments.
   *
   * @param notObject thrown if the argument is no document; {@code %s} in its text stands for the
   *     actual type
   * @param unknown thrown for an unknown name, which {@code %s} stands for
   */
  public static NamedArguments of(
      BsonValue argument,
      ParseContext context,
      Failure notObject,
      Failure unknown,
      String... names) {
    if (!argument.isDocument()) {
      throw notObject.on(TypeNames.of(argument));
    }
    List<String> known = List.of(names);
    for (String name : argument.asDocument().keySet()) {
      if (!known.contains(name)) {
        throw unknown.on(name);
      }
    }
    return new NamedArguments(argument.asDocument(), context.deeper());
  }

  /** An error template. */
  public record Failure(int code, String text) {
    public MongoException on(String what) {
      return new MongoException(code, text.replace("%s", what));
    }
  }

  public static Failure failure(int code, String text) {
    return new Failure(code, text);
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /** The raw argument; null if missing. */
  public BsonValue raw(String name) {
    return fields.get(name);
  }

  /** The parsed argument; null if missing. */
  public Expression optional(String name) {
    return parse(name, context);
  }

  /** The parsed argument; throws if missing. */
  public Expression required(String name, int code, String text) {
    return required(name, context, code, text);
  }

  /** The argument parsed in an inner scope; throws if missing. */
  public Expression required(String name, ParseContext inner, int code, String text) {
    Expression parsed = parse(name, inner);
    if (parsed == null) {
      throw new MongoException(code, text);
    }
    return parsed;
  }

  private Expression parse(String name, ParseContext inner) {
    BsonValue value = fields.get(name);
    return value == null ? null : ExpressionParser.parse(value, inner);
  }
}
