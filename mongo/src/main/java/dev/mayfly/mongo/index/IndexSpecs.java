package dev.mayfly.mongo.index;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Parses index specifications.
 *
 * @param ignoreUnknown whether unknown options are dropped instead of rejected
 */
public record IndexSpecs(boolean ignoreUnknown) {
  private static final Set<String> FLAGS =
      Set.of("unique", "sparse", "hidden", "prepareUnique", "background", "dropDups");
  private static final Set<String> KEPT =
      Set.of(
          "weights",
          "default_language",
          "language_override",
          "textIndexVersion",
          "2dsphereIndexVersion",
          "bits",
          "min",
          "max",
          "bucketSize",
          "wildcardProjection",
          "storageEngine",
          "coarsestIndexedLevel",
          "finestIndexedLevel");
  private static final Set<String> DROPPED =
      Set.of("ns", "safe", "cache", "background", "dropDups");
  private static final String SHOWN_ONLY = "prepareUnique";
  private static final Set<String> PARSED =
      Set.of("collation", "expireAfterSeconds", "partialFilterExpression");
  private static final Set<String> ON_ID =
      Set.of("key", "name", "v", "ns", "collation", "background");

  /** The options of ordinary indexes that have an effect. */
  public static Set<String> options() {
    Set<String> options = new TreeSet<>(FLAGS);
    options.removeAll(DROPPED);
    options.remove(SHOWN_ONLY);
    options.addAll(PARSED);
    return options;
  }

  /**
   * Parses an index specification.
   *
   * @param sent as received
   * @param collation default collation of the collection; null for none
   */
  public IndexSpec parse(BsonDocument sent, BsonDocument collation) {
    try {
      return parsed(sent, collation);
    } catch (MongoException e) {
      throw e.in("Error in specification " + BsonText.of(sent) + " :: caused by :: ");
    }
  }

  private IndexSpec parsed(BsonDocument sent, BsonDocument collectionCollation) {
    BsonDocument key = key(sent);
    boolean onId = key.size() == 1 && key.getFirstKey().equals("_id");
    String name = name(sent, onId);
    BsonDocument kept =
        new BsonDocument("v", version(sent))
            .append("key", BsonCopies.of(key))
            .append("name", new BsonString(name));
    if (onId) {
      checkOnId(sent, key);
    }
    for (Map.Entry<String, BsonValue> option : sent.entrySet()) {
      option(option.getKey(), option.getValue(), kept, sent);
    }
    collation(sent, collectionCollation, kept);
    if (GeoSpecs.isGeometry(key)) {
      GeoSpecs.complete(kept);
    }
    if (TextIndexes.isText(key)) {
      kept = TextIndexes.completed(kept);
    }
    IndexSpec spec = new IndexSpec(kept);
    IndexTtl.check(spec, sent);
    checkTogether(spec);
    return spec;
  }

  private static BsonDocument key(BsonDocument sent) {
    BsonValue key = sent.get("key");
    if (key == null) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The 'key' field is a required property of an index specification");
    }
    if (!key.isDocument()) {
      throw wrongType("key", key, "object");
    }
    IndexKeys.check(key.asDocument());
    return key.asDocument();
  }

  private static String name(BsonDocument sent, boolean onId) {
    BsonValue name = sent.get("name");
    if (name == null) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The 'name' field is a required property of an index specification");
    }
    if (!name.isString()) {
      throw wrongType("name", name, "string");
    }
    String text = name.asString().getValue();
    if (text.isEmpty()) {
      throw cannot("index name cannot be empty");
    }
    if (text.indexOf('\0') >= 0) {
      throw cannot("The index name cannot contain NUL bytes");
    }
    if (text.equals("*")) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "The index name '*' is not valid.");
    }
    if (onId) {
      return "_id_";
    }
    if (text.equals("_id_")) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "The index name '_id_' is reserved for the _id index, which must have key pattern"
              + " {_id: 1}, found key: "
              + BsonText.of(sent.get("key")));
    }
    return text;
  }

  private static BsonInt32 version(BsonDocument sent) {
    BsonValue version = sent.get("v");
    if (version == null) {
      return new BsonInt32(2);
    }
    Long number = Numbers.isNumber(version) ? Numbers.exactLong(version) : null;
    if (number == null || number != 1 && number != 2) {
      throw cannot("Invalid index specification " + BsonText.of(sent) + "; v must be 1 or 2");
    }
    return new BsonInt32(number.intValue());
  }

  private static void checkOnId(BsonDocument sent, BsonDocument key) {
    if (!Numbers.isNumber(key.get("_id")) || Numbers.toDouble(key.get("_id")) != 1) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "The field 'key' for an _id index must be {_id: 1}, but got " + BsonText.of(key));
    }
    for (String option : sent.keySet()) {
      if (!ON_ID.contains(option)) {
        throw new MongoException(
            ErrorCodes.INVALID_INDEX_SPECIFICATION_OPTION,
            "The field '%s' is not valid for an _id index specification. Specification: %s"
                .formatted(option, BsonText.of(sent)));
      }
    }
  }

  private void option(String name, BsonValue value, BsonDocument kept, BsonDocument sent) {
    switch (name) {
      case "key", "name", "v", "collation", "expireAfterSeconds" -> {
        // Parsed separately.
      }
      case "partialFilterExpression" -> {
        if (!value.isDocument()) {
          throw wrongType(name, value, "object");
        }
        PartialFilters.check(value.asDocument());
        kept.append(name, BsonCopies.of(value.asDocument()));
      }
      default -> {
        if (FLAGS.contains(name)) {
          flag(name, value, kept);
        } else if (KEPT.contains(name)) {
          kept.append(name, BsonCopies.of(value));
        } else if (!ignoreUnknown && !DROPPED.contains(name)) {
          throw new MongoException(
              ErrorCodes.INVALID_INDEX_SPECIFICATION_OPTION,
              "The field '%s' is not valid for an index specification. Specification: %s"
                  .formatted(name, BsonText.of(sent)));
        }
      }
    }
  }

  private static void flag(String name, BsonValue value, BsonDocument kept) {
    boolean set;
    if (value.isBoolean()) {
      set = value.asBoolean().getValue();
    } else if (Numbers.isNumber(value)) {
      set = Numbers.toDouble(value) != 0;
    } else {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "The field '%s' has value %s, which is not convertible to bool"
              .formatted(name, BsonText.of(value)));
    }
    if (set && !DROPPED.contains(name)) {
      kept.append(name, BsonBoolean.TRUE);
    }
  }

  private static void collation(
      BsonDocument sent, BsonDocument collectionCollation, BsonDocument kept) {
    BsonValue collation = sent.get("collation");
    if (collation == null) {
      if (collectionCollation != null) {
        kept.append("collation", collectionCollation);
      }
      return;
    }
    if (!collation.isDocument()) {
      throw wrongType("collation", collation, "object");
    }
    BsonDocument whole = Collations.order(collation.asDocument()).collation();
    if (whole != null) {
      kept.append("collation", BsonCopies.of(whole));
    }
  }

  private static void checkTogether(IndexSpec spec) {
    if (spec.isSparse() && spec.partialFilter() != null) {
      throw cannot("cannot mix \"partialFilterExpression\" and \"sparse\" options");
    }
    if (spec.isOnTs() && spec.isUnique()) {
      throw cannot("An index on '_ts' can't be unique: the server sets it, and many are the same");
    }
    String special = IndexKeys.specialType(spec.key());
    if ("wildcard".equals(special)) {
      for (String option : List.of("unique", "sparse", "expireAfterSeconds")) {
        if (spec.document().containsKey(option) && !option.equals("sparse")) {
          throw cannot("Index type 'wildcard' does not support the '" + option + "' option");
        }
      }
    }
    if (IndexKeys.isHashed(spec.key()) && spec.isUnique()) {
      throw cannot("Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
    }
  }

  static MongoException cannot(String text) {
    return new MongoException(ErrorCodes.CANNOT_CREATE_INDEX, text);
  }

  private static MongoException wrongType(String field, BsonValue value, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "The field '" + field + "' must be an " + expected + ", but got " + TypeNames.of(value));
  }
}
