package dev.mayfly.mongo.collation;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RuleBasedCollator;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TextOrder;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Parses collations into ICU collators. */
public final class Collations {
  /** The collation version that MongoDB reports, whatever its ICU. */
  private static final String VERSION = "57.1";

  /** ICU's names of the strengths 1 to 5. */
  private static final int[] STRENGTHS = {
    Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY, Collator.QUATERNARY, Collator.IDENTICAL
  };

  private static final Map<String, List<String>> CHOICES =
      Map.of(
          "caseFirst", List.of("off", "upper", "lower"),
          "alternate", List.of("non-ignorable", "shifted"),
          "maxVariable", List.of("punct", "space"));

  private Collations() {}

  /**
   * The order of a collation. {@link BsonOrder#collation} has all fields, with the defaults of the
   * locale.
   *
   * @param collation null or empty for the simple order
   * @throws MongoException with MongoDB's code and text if the collation is invalid
   */
  public static BsonOrder order(BsonDocument collation) {
    if (collation == null || collation.isEmpty()) {
      return BsonOrder.SIMPLE;
    }
    for (Map.Entry<String, BsonValue> each : collation.entrySet()) {
      check(each.getKey(), each.getValue());
    }
    if (!collation.containsKey("locale")) {
      throw FieldErrors.missing("collation.locale");
    }
    String locale = collation.getString("locale").getValue();
    if (locale.equals("simple")) {
      return BsonOrder.SIMPLE;
    }
    RuleBasedCollator collator = CollationLocales.collator(locale);
    if (collator == null) {
      throw new MongoException(
          BAD_VALUE, "Field 'locale' is invalid in: " + BsonText.of(collation));
    }
    collation.forEach((name, value) -> set(collator, name, value));
    return new BsonOrder(new CollatedTexts(collator.freeze()), describe(locale, collator));
  }

  /** Frozen collators are thread safe. */
  private record CollatedTexts(Collator collator) implements TextOrder {
    @Override
    public int compare(String first, String second) {
      return collator.compare(first, second);
    }

    @Override
    public int hash(String text) {
      return collator.getCollationKey(text).hashCode();
    }
  }

  private static void set(RuleBasedCollator collator, String name, BsonValue value) {
    switch (name) {
      case "caseLevel" -> collator.setCaseLevel(value.asBoolean().getValue());
      case "caseFirst" -> {
        String caseFirst = value.asString().getValue();
        collator.setUpperCaseFirst(caseFirst.equals("upper"));
        if (caseFirst.equals("lower")) {
          collator.setLowerCaseFirst(true);
        }
      }
      case "strength" -> collator.setStrength(STRENGTHS[strength(value) - 1]);
      case "numericOrdering" -> collator.setNumericCollation(value.asBoolean().getValue());
      case "alternate" ->
          collator.setAlternateHandlingShifted(value.asString().getValue().equals("shifted"));
      case "maxVariable" ->
          collator.setMaxVariable(
              value.asString().getValue().equals("space")
                  ? Collator.ReorderCodes.SPACE
                  : Collator.ReorderCodes.PUNCTUATION);
      case "normalization" ->
          collator.setDecomposition(
              value.asBoolean().getValue()
                  ? Collator.CANONICAL_DECOMPOSITION
                  : Collator.NO_DECOMPOSITION);
      case "backwards" -> collator.setFrenchCollation(value.asBoolean().getValue());
      default -> {
        // Locale and version are not attributes of a collator.
      }
    }
  }

  /** All fields, with the defaults of the locale. */
  private static BsonDocument describe(String locale, RuleBasedCollator collator) {
    String caseFirst =
        collator.isUpperCaseFirst() ? "upper" : collator.isLowerCaseFirst() ? "lower" : "off";
    boolean shifted = collator.isAlternateHandlingShifted();
    boolean spaceOnly = collator.getMaxVariable() == Collator.ReorderCodes.SPACE;
    boolean normalized = collator.getDecomposition() == Collator.CANONICAL_DECOMPOSITION;
    return new BsonDocument("locale", new BsonString(locale))
        .append("caseLevel", BsonBoolean.valueOf(collator.isCaseLevel()))
        .append("caseFirst", new BsonString(caseFirst))
        .append("strength", new BsonInt32(strength(collator)))
        .append("numericOrdering", BsonBoolean.valueOf(collator.getNumericCollation()))
        .append("alternate", new BsonString(shifted ? "shifted" : "non-ignorable"))
        .append("maxVariable", new BsonString(spaceOnly ? "space" : "punct"))
        .append("normalization", BsonBoolean.valueOf(normalized))
        .append("backwards", BsonBoolean.valueOf(collator.isFrenchCollation()))
        .append("version", new BsonString(VERSION));
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
      default -> throw FieldErrors.unknown("collation." + name);
    }
  }

  private static void require(String name, BsonValue value, boolean right, String type) {
    if (!right) {
      throw new MongoException(
          TYPE_MISMATCH,
          "BSON field 'collation.%s' is the wrong type '%s', expected type '%s'"
              .formatted(name, TypeNames.of(value), type));
    }
  }

  private static int strength(BsonValue value) {
    double number = Numbers.toDouble(value);
    if (!(number >= 1 && number < STRENGTHS.length + 1)) {
      throw noChoice("strength", Long.toString((long) number));
    }
    return (int) number;
  }

  private static int strength(RuleBasedCollator collator) {
    int strength = 1;
    while (STRENGTHS[strength - 1] != collator.getStrength()) {
      strength++;
    }
    return strength;
  }

  private static MongoException noChoice(String name, String value) {
    return new MongoException(
        BAD_VALUE,
        "Enumeration value '%s' for field 'collation.%s' is not a valid value."
            .formatted(value, name));
  }
}
