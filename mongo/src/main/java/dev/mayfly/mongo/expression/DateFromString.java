package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.time.ZoneId;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

final class DateFromString implements Expression {
  private final Expression text;
  private final Expression format;
  private final Expression onNull;
  private final Expression onError;
  private final Zone zone;

  private DateFromString(NamedArguments arguments, Expression text, Expression timezone) {
    this.text = text;
    this.format = arguments.optional("format");
    this.onNull = arguments.optional("onNull");
    this.onError = arguments.optional("onError");
    this.zone = new Zone(timezone);
  }

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(
                40540, "$dateFromString only supports an object as an argument, found: %s"),
            NamedArguments.failure(40541, "Unrecognized argument to $dateFromString: %s"),
            "dateString",
            "format",
            "timezone",
            "onNull",
            "onError");
    Expression text =
        arguments.required(
            "dateString", 40542, "Missing 'dateString' parameter to $dateFromString");
    Expression timezone = arguments.optional("timezone");
    DateFromString parsed = new DateFromString(arguments, text, timezone);
    return Operators.folded(parsed, text, timezone, parsed.format, parsed.onNull, parsed.onError);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue value = text.evaluate(variables);
    BsonValue form = format == null ? null : Values.orNull(format.evaluate(variables));
    check(form);
    ZoneId in = zone.of(variables);
    if (Values.isNullish(value)) {
      return onNull == null ? Values.NULL : onNull.evaluate(variables);
    }
    try {
      return date(value, form, in);
    } catch (MongoException e) {
      if (onError == null || e.code() != ErrorCodes.CONVERSION_FAILURE) {
        throw e;
      }
      return onError.evaluate(variables);
    }
  }

  private static void check(BsonValue form) {
    if (Values.isNullish(form)) {
      return;
    }
    if (!form.isString()) {
      throw new MongoException(
          40684,
          "$dateFromString requires that 'format' be a string, found: %s with value %s"
              .formatted(TypeNames.of(form), BsonText.of(form)));
    }
    DateFormat.check(form.asString().getValue(), DateFormatParser.READ);
  }

  private static BsonValue date(BsonValue value, BsonValue form, ZoneId in) {
    if (!value.isString()) {
      throw new MongoException(
          ErrorCodes.CONVERSION_FAILURE,
          "$dateFromString requires that 'dateString' be a string, found: %s with value %s"
              .formatted(TypeNames.of(value), BsonText.of(value)));
    }
    if (in == null || (form != null && Values.isNullish(form))) {
      return Values.NULL;
    }
    String text = value.asString().getValue();
    return new BsonDateTime(
        form == null
            ? DateParser.read(text, in)
            : DateFormatParser.read(text, form.asString().getValue(), in));
  }
}
