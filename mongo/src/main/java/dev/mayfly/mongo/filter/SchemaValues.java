package dev.mayfly.mongo.filter;

import com.google.re2j.Pattern;
import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.ValueKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** JSON Schema keywords for scalars. */
final class SchemaValues {
  private SchemaValues() {}

  static SchemaMatcher oneOf(List<BsonValue> values) {
    Set<ValueKey> keys = new HashSet<>();
    values.forEach(each -> keys.add(unordered(each)));
    return value -> keys.contains(unordered(value));
  }

  /** A hash key that ignores the order of fields. */
  static ValueKey unordered(BsonValue value) {
    return new ValueKey(sorted(value), BsonOrder.SIMPLE);
  }

  private static BsonValue sorted(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> {
        Map<String, BsonValue> fields = new TreeMap<>();
        value.asDocument().forEach((name, each) -> fields.put(name, sorted(each)));
        BsonDocument document = new BsonDocument();
        document.putAll(fields);
        yield document;
      }
      case ARRAY -> new BsonArray(value.asArray().stream().map(SchemaValues::sorted).toList());
      default -> value;
    };
  }

  static SchemaMatcher minimum(BsonValue least, boolean exclusive) {
    return ofNumbers(
        value -> {
          int comparison = Numbers.compare(value, least);
          return exclusive ? comparison > 0 : comparison >= 0;
        });
  }

  static SchemaMatcher maximum(BsonValue most, boolean exclusive) {
    return ofNumbers(
        value -> {
          int comparison = Numbers.compare(value, most);
          return exclusive ? comparison < 0 : comparison <= 0;
        });
  }

  static SchemaMatcher multipleOf(BsonValue divisor) {
    return ofNumbers(
        value -> {
          BsonValue remainder = Arithmetic.remainder(value, divisor);
          return remainder != null && Arithmetic.isZero(remainder);
        });
  }

  private static SchemaMatcher ofNumbers(SchemaMatcher test) {
    return value -> !Numbers.isNumber(value) || test.accepts(value);
  }

  static SchemaMatcher minLength(long least) {
    return value -> !value.isString() || length(value) >= least;
  }

  static SchemaMatcher maxLength(long most) {
    return value -> !value.isString() || length(value) <= most;
  }

  private static int length(BsonValue text) {
    String value = text.asString().getValue();
    return value.codePointCount(0, value.length());
  }

  static SchemaMatcher pattern(Pattern pattern) {
    return value -> !value.isString() || pattern.matcher(value.asString().getValue()).find();
  }
}
