package dev.mayfly.mongo.collation;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.IDL_FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.IDL_UNKNOWN_FIELD;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Orders of values by the collations that clients ask for. */
public final class Collations {
  private static final String VERSION = "57.1";

  private static final Map<String, List<String>> CHOICES =
      Map.of(
          "caseFirst", List.of("off", "upper", "lower"),
          "alternate", List.of("non-ignorable", "shifted"),
          "maxVariable", List.of("punct", "space"));

  private Collations() {}

  /**
   * The order that a collation describes. What it was asked for with, completed by what holds
   * otherwise, is in {@link BsonOrder#collation}.
   *
   * @param collation null or empty for the simple order
   * @throws MongoException with MongoDB's code and text if the collation is none
   */
  public static BsonOrder order(BsonDocument collation) {
    if (collation == null || collation.isEmpty()) {
      return BsonOrder.SIMPLE;
    }
    BsonDocument complete = complete(collation);
    if (complete.getString("locale").getValue().equals("simple")) {
      return BsonOrder.SIMPLE;
    }
    TextOrder texts = TextOrder.of(complete);
    if (texts == null) {
      throw new MongoException(
          BAD_VALUE, "Field 'locale' is invalid in: " + BsonText.of(collation));
    }
    return new BsonOrder(texts, complete);
  }

  private static BsonDocument complete(BsonDocument collation) {
    for (Map.Entry<String, BsonValue> each : collation.entrySet()) {
      check(each.getKey(), each.getValue());
    }
    if (!collation.containsKey("locale")) {
      throw new MongoException(
          IDL_FAILED_TO_PARSE, "BSON field 'collation.locale' is missing but a required field");
    }
    BsonDocument complete = new BsonDocument("locale", collation.get("locale"));
    complete.put("caseLevel", collation.get("caseLevel", BsonBoolean.FALSE));
    complete.put("caseFirst", collation.get("caseFirst", new BsonString("off")));
    complete.put("strength", new BsonInt32(strength(collation.get("strength"))));
    complete.put("numericOrdering", collation.get("numericOrdering", BsonBoolean.FALSE));
    complete.put("alternate", collation.get("alternate", new BsonString("non-ignorable")));
    complete.put("maxVariable", collation.get("maxVariable", new BsonString("punct")));
    complete.put("normalization", collation.get("normalization", BsonBoolean.FALSE));
    complete.put("backwards", collation.get("backwards", BsonBoolean.FALSE));
    complete.put("version", new BsonString(VERSION));
    return complete;
  }

  private static void check(String name, BsonValue value) {
    switch (name) {
      case "locale", "version" -> require(name, value, value.isString(), "string");
      case "caseFirst", "alternate", "maxVariable" -> {
        require(name, value, value.isString(), "string");
        if (!CHOICES.get(name).contains(value.asString().getValue())) {
          throw noChoice(name, value.asString().getValue());
        }
      }
      case "caseLevel", "numericOrdering", "normalization", "backwards" ->
          require(name, value, value.isBoolean(), "bool");
      case "strength" -> {
        if (!Numbers.isNumber(value)) {
          throw new MongoException(
              TYPE_MISMATCH,
              "BSON field 'collation.strength' is the wrong type '"
                  + TypeNames.of(value)
                  + "', expected types '[long, int, decimal, double]'");
        }
        strength(value);
      }
      default ->
          throw new MongoException(
              IDL_UNKNOWN_FIELD, "BSON field 'collation." + name + "' is an unknown field.");
    }
  }

  private static void require(String name, BsonValue value, boolean right, String type) {
    if (!right) {
      throw new MongoException(
          TYPE_MISMATCH,
          "BSON field 'collation."
              + name
              + "' is the wrong type '"
              + TypeNames.of(value)
              + "', expected type '"
              + type
              + "'");
    }
  }

  private static int strength(BsonValue value) {
    if (value == null) {
      return TextOrder.TERTIARY;
    }
    double number = Numbers.toDouble(value);
    if (!(number >= TextOrder.PRIMARY && number < TextOrder.IDENTICAL + 1)) {
      throw noChoice("strength", Long.toString((long) number));
    }
    return (int) number;
  }

  private static MongoException noChoice(String name, String value) {
    return new MongoException(
        BAD_VALUE,
        "Enumeration value '"
            + value
            + "' for field 'collation."
            + name
            + "' is not a valid value.");
  }
}
