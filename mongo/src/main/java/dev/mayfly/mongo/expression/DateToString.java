package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.bson.BsonString;
import org.bson.BsonValue;

record DateToString(Expression date, Expression format, Expression onNull, Zone zone)
    implements Expression {
  private static final String LOCAL = "%Y-%m-%dT%H:%M:%S.%L";
  private static final BsonValue UTC = new BsonString(LOCAL + "Z");

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(18629, "$dateToString only supports an object as its argument"),
            NamedArguments.failure(18534, "Unrecognized argument to $dateToString: %s"),
            "format",
            "date",
            "timezone",
            "onNull");
    Expression date =
        arguments.required("date", 18628, "Missing 'date' parameter to $dateToString");
    Expression format = arguments.optional("format");
    Expression onNull = arguments.optional("onNull");
    Expression timezone = arguments.optional("timezone");
    return Operators.folded(
        new DateToString(date, format, onNull, new Zone(timezone)), date, format, onNull, timezone);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue value = date.evaluate(variables);
    BsonValue form = format == null ? UTC : Values.orNull(format.evaluate(variables));
    check(form);
    ZoneId in = zone.of(variables);
    if (Values.isNullish(value)) {
      return onNull == null ? Values.NULL : onNull.evaluate(variables);
    }
    if (in == null || Values.isNullish(form)) {
      return Values.NULL;
    }
    String text = format == null && !in.equals(ZoneOffset.UTC) ? LOCAL : form.asString().getValue();
    return new BsonString(DateFormat.write(text, Dates.in(in, value)));
  }

  private static void check(BsonValue form) {
    if (Values.isNullish(form)) {
      return;
    }
    if (!form.isString()) {
      throw new MongoException(
          18533,
          "$dateToString requires that 'format' be a string, found: %s with value %s"
              .formatted(TypeNames.of(form), BsonText.of(form)));
    }
    DateFormat.checkWritten(form.asString().getValue());
  }
}
