package dev.mayfly.mongo.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.bson.Numbers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An index as it is kept and listed. */
public record IndexSpec(BsonDocument document) {
  private static final int NAME_BEGINNING = 180;

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

  /**
   * Whether the engine keeps it. An index on places of arrays would find nothing that is asked for,
   * because a number in a path may also be a name; it is kept only if it is unique.
   */
  public boolean isKept() {
    boolean plain = IndexKeys.specialType(key()) == null && !isOnTs() && !isOnId();
    return plain && (isUnique() || !isOnPlaces());
  }

  /** Whether it is the one that every collection has: documents lie in its order anyway. */
  private boolean isOnId() {
    return key().size() == 1 && "_id".equals(key().getFirstKey());
  }

  /** Whether queries may read it. */
  public boolean isReadable() {
    return isKept() && !isOnPlaces();
  }

  private boolean isOnPlaces() {
    return key().keySet().stream().anyMatch(IndexKeys::hasPlace);
  }

  /** Its name in the engine, which has none that are very long. */
  public String keptName() {
    String name = name();
    return name.length() <= PathIndex.NAME_CHARACTERS_MAX
        ? name
        : name.substring(0, NAME_BEGINNING) + '#' + digest(name);
  }

  private static String digest(String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** What the engine must keep so that this is the index. */
  public PathIndex toPathIndex() {
    List<PathIndex.Part> parts = new ArrayList<>();
    key()
        .forEach(
            (path, direction) ->
                parts.add(
                    new PathIndex.Part(FieldPath.ofDotted(path), Numbers.toDouble(direction) < 0)));
    return new PathIndex(
        keptName(),
        parts,
        PathIndex.Arrays.ELEMENTS,
        isUnique(),
        isSparse(),
        partialFilter(),
        new BsonDocument());
  }
}
