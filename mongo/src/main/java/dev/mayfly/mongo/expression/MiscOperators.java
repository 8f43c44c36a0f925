package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonValue;

public final class MiscOperators {
  public static final Map<String, Operator> ALL =
      Map.of(
          "$binarySize", Operators.unary(MiscOperators::binarySize),
          "$bsonSize", Operators.unary(MiscOperators::bsonSize),
          "$function", MiscOperators::function,
          "$meta", Meta::parse,
          "$rand", MiscOperators::random,
          "$toHashedIndexKey", MiscOperators::hashed);

  private MiscOperators() {}

  private static BsonValue bsonSize(BsonValue value) {
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!value.isDocument()) {
      throw new MongoException(
          31393, "$bsonSize requires a document input, found: " + TypeNames.of(value));
    }
    return new BsonInt32(
        value instanceof LazyDocument lazy
            ? lazy.raw().length()
            : BsonBytes.of(value.asDocument()).length);
  }

  private static BsonValue binarySize(BsonValue value) {
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    return switch (value.getBsonType()) {
      case BINARY -> new BsonInt32(value.asBinary().getData().length);
      case STRING ->
          new BsonInt32(value.asString().getValue().getBytes(StandardCharsets.UTF_8).length);
      default ->
          throw new MongoException(
              51276,
              "$binarySize requires a string or BinData argument, found: " + TypeNames.of(value));
    };
  }

  private static Expression random(String name, BsonValue argument, ParseContext context) {
    if (!argument.isDocument() && !argument.isArray()) {
      throw new MongoException(10065, "invalid parameter: expected an object ($rand)");
    }
    boolean empty =
        argument.isDocument() && argument.asDocument().isEmpty()
            || argument.isArray() && argument.asArray().isEmpty();
    if (!empty) {
      throw new MongoException(3040501, "$rand does not currently accept arguments");
    }
    return variables -> new BsonDouble(ThreadLocalRandom.current().nextDouble());
  }

  private static Expression hashed(String name, BsonValue argument, ParseContext context) {
    Expression operand = ExpressionParser.parse(argument, context.deeper());
    return Operators.folded(variables -> HashedIndexKey.of(operand.evaluate(variables)), operand);
  }

  private static Expression function(String name, BsonValue argument, ParseContext context) {
    throw new MongoException(
        31264, "Cannot run server-side javascript without the javascript engine enabled");
  }
}
