package dev.mayfly.mongo.index;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Checks a requested index against the existing ones. */
public final class IndexConflicts {
  private IndexConflicts() {}

  /** Whether the same index exists; throws if a conflicting one does. */
  public static boolean exists(IndexSpec requested, List<IndexSpec> existing) {
    for (IndexSpec each : existing) {
      if (each.name().equals(requested.name())) {
        return existsAlike(requested, each);
      }
    }
    for (IndexSpec each : existing) {
      if (isSameKind(requested, each)) {
        throw new MongoException(
            ErrorCodes.INDEX_OPTIONS_CONFLICT,
            hasSameOptions(requested, each)
                ? "Index already exists with a different name: " + each.name()
                : "An equivalent index already exists with a different name and options. "
                    + both(requested, each));
      }
      if (requested.isText() && each.isText()) {
        throw IndexSpecs.cannot(
            "only one text index per collection allowed, found existing text index \""
                + each.name()
                + "\"");
      }
      if (requested.isDefaultTtl() && each.isDefaultTtl()) {
        throw new MongoException(
            ErrorCodes.INDEX_OPTIONS_CONFLICT,
            "A collection has one default TTL, and so one TTL index on '_ts'. "
                + both(requested, each));
      }
    }
    return false;
  }

  private static boolean existsAlike(IndexSpec requested, IndexSpec existing) {
    if (!isSameKind(requested, existing)) {
      throw new MongoException(
          ErrorCodes.INDEX_KEY_SPECS_CONFLICT,
          "An existing index has the same name as the requested index. When index names are not"
              + " specified, they are auto generated and can cause conflicts. Please refer to our"
              + " documentation. "
              + both(requested, existing));
    }
    if (!hasSameOptions(requested, existing)) {
      throw new MongoException(
          ErrorCodes.INDEX_OPTIONS_CONFLICT,
          "An equivalent index already exists with the same name but different options. "
              + both(requested, existing));
    }
    return true;
  }

  private static String both(IndexSpec requested, IndexSpec existing) {
    return "Requested index: "
        + BsonText.of(requested.document())
        + ", existing index: "
        + BsonText.of(existing.document());
  }

  /** Whether two indexes have the same keys and documents. */
  static boolean isSameKind(IndexSpec first, IndexSpec second) {
    return same(first.key(), second.key())
        && first.isUnique() == second.isUnique()
        && first.isSparse() == second.isSparse()
        && same(first.partialFilter(), second.partialFilter())
        && same(first.collation(), second.collation());
  }

  private static boolean hasSameOptions(IndexSpec first, IndexSpec second) {
    return same(options(first), options(second));
  }

  private static BsonDocument options(IndexSpec spec) {
    TreeMap<String, BsonValue> sorted = new TreeMap<>(spec.document());
    sorted.remove("name");
    sorted.remove("v");
    BsonDocument options = new BsonDocument();
    options.putAll(sorted);
    return options;
  }

  private static boolean same(BsonValue first, BsonValue second) {
    return BsonOrder.SIMPLE.equal(first, second);
  }
}
