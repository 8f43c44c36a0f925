package dev.mayfly.mongo.index;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether an index that is asked for is there already, or is at odds with one that is. */
public final class IndexConflicts {
  private IndexConflicts() {}

  /** True if the same index is there; throws if a different one is in its way. */
  public static boolean exists(IndexSpec wanted, List<IndexSpec> existing) {
    for (IndexSpec each : existing) {
      if (each.name().equals(wanted.name())) {
        return existsAlike(wanted, each);
      }
    }
    for (IndexSpec each : existing) {
      if (isSameKind(wanted, each)) {
        throw new MongoException(
            ErrorCodes.INDEX_OPTIONS_CONFLICT,
            hasSameOptions(wanted, each)
                ? "Index already exists with a different name: " + each.name()
                : "An equivalent index already exists with a different name and options. "
                    + both(wanted, each));
      }
      if (wanted.isDefaultTtl() && each.isDefaultTtl()) {
        throw new MongoException(
            ErrorCodes.INDEX_OPTIONS_CONFLICT,
            "A collection has one default TTL, and so one TTL index on '_ts'. "
                + both(wanted, each));
      }
    }
    return false;
  }

  private static boolean existsAlike(IndexSpec wanted, IndexSpec existing) {
    if (!isSameKind(wanted, existing)) {
      throw new MongoException(
          ErrorCodes.INDEX_KEY_SPECS_CONFLICT,
          "An existing index has the same name as the requested index. When index names are not"
              + " specified, they are auto generated and can cause conflicts. Please refer to our"
              + " documentation. "
              + both(wanted, existing));
    }
    if (!hasSameOptions(wanted, existing)) {
      throw new MongoException(
          ErrorCodes.INDEX_OPTIONS_CONFLICT,
          "An equivalent index already exists with the same name but different options. "
              + both(wanted, existing));
    }
    return true;
  }

  private static String both(IndexSpec wanted, IndexSpec existing) {
    return "Requested index: "
        + BsonText.of(wanted.document())
        + ", existing index: "
        + BsonText.of(existing.document());
  }

  /** Whether two indexes hold the same keys of the same documents. */
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
