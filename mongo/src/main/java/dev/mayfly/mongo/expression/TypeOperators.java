package dev.mayfly.mongo.expression;

import static java.util.Map.entry;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import java.util.Map;
import org.bson.BsonString;

public final class TypeOperators {
  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$convert", Convert::parse),
          entry("$isNumber", Operators.unary(value -> Values.of(Numbers.isNumber(value)))),
          entry("$toBool", Convert.to(Conversions::toBool)),
          entry("$toDate", Convert.to(Conversions::toDate)),
          entry("$toDecimal", Convert.to(Conversions::toDecimal)),
          entry("$toDouble", Convert.to(Conversions::toDouble)),
          entry("$toInt", Convert.to(Conversions::toInt)),
          entry("$toLong", Convert.to(Conversions::toLong)),
          entry("$toObjectId", Convert.to(Conversions::toObjectId)),
          entry("$toString", Convert.to(Conversions::toText)),
          entry("$toUUID", Convert.to(Conversions::toUuid)),
          entry("$type", Operators.unary(value -> new BsonString(TypeNames.of(value)))));

  private TypeOperators() {}
}
