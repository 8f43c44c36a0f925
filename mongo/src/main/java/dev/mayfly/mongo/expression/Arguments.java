package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Named arguments of an expression: {@code {$map: {input: .., as: .., in: ..}}}. */
public final class Arguments {
  private final BsonDocument fields;
  private final ParseContext context;

  private Arguments(BsonDocument fields, ParseContext context) {
    this.fields = fields;
    this.context = context;
  }

  /**
   * Reads the arguments.
   *
   * @param notObject what is thrown if they are not a document; {@code %s} in its text stands for
   *     the type that was given
   * @param unknown what is thrown for a name that is not among these; {@code %s} stands for it
   */
  public static Arguments of(
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
    return new Arguments(argument.asDocument(), context.deeper());
  }

  /** An error to come: its code, and its text with a place for what was wrong. */
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

  /** The argument as it was written; null if it is not there. */
  public BsonValue raw(String name) {
    return fields.get(name);
  }

  /** The argument parsed; null if it is not there. */
  public Expression optional(String name) {
    return parse(name, context);
  }

  /** The argument parsed, or a failure. */
  public Expression required(String name, int code, String text) {
    return required(name, context, code, text);
  }

  /** The argument parsed where more variables are known, or a failure. */
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

  public ParseContext context() {
    return context;
  }
}
