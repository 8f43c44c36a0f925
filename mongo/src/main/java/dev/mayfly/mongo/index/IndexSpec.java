package dev.mayfly.mongo.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.Numbers;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An index as it is kept and listed. */
public record IndexSpec(BsonDocument document) {
  public IndexSpec {
    requireNonNull(document, "document");
  }

  public String name() {
    return document.getString("name").getValue();
  }

  public BsonDocument key() {
    return document.getDocument("key");
  }

  public boolean isUnique() {
    return flag("unique");
  }

  public boolean isSparse() {
    return flag("sparse");
  }

  public boolean isHidden() {
    return flag("hidden");
  }

  private boolean flag(String option) {
    BsonValue value = document.get(option);
    return value != null && value.isBoolean() && value.asBoolean().getValue();
  }

  /** Null if there is none. */
  public BsonDocument partialFilter() {
    BsonValue filter = document.get("partialFilterExpression");
    return filter == null ? null : filter.asDocument();
  }

  /** Null if there is none. */
  public BsonDocument collation() {
    BsonValue collation = document.get("collation");
    return collation == null ? null : collation.asDocument();
  }

  /** Null if nothing expires by this index. */
  public Integer expireAfterSeconds() {
    BsonValue seconds = document.get("expireAfterSeconds");
    return seconds == null ? null : (int) Numbers.toLong(seconds);
  }

  /** Whether it is the one whose seconds are the collection's default TTL (D1). */
  public boolean isDefaultTtl() {
    return expireAfterSeconds() != null && isOnTs();
  }

  /** Whether it stands on the time of the last change, which clients do not see. */
  public boolean isOnTs() {
    return key().size() == 1 && "_ts".equals(key().getFirstKey());
  }

  /** Why its seconds can't be the collection's default TTL; null if they can. */
  public String unfitForDefault() {
    if (partialFilter() != null || isUnique() || isSparse()) {
      return "A TTL index on '_ts' is for the whole collection: it can't be partial, unique or"
          + " sparse";
    }
    return IndexKeys.specialType(key()) == null
        ? null
        : "A TTL index on '_ts' is ascending or descending, not of another kind";
  }

  /** Whether its one key is a plain field, so that dates in it can be gone by. */
  public boolean isOnDates() {
    if (key().size() != 1 || isOnTs()) {
      return false;
    }
    String field = key().getFirstKey();
    return Numbers.isNumber(key().get(field)) && !field.contains("$**");
  }

  /** Whether it keeps documents with the same key out. */
  public boolean isEnforced() {
    return isUnique() && IndexKeys.specialType(key()) == null && !isOnTs();
  }
}
