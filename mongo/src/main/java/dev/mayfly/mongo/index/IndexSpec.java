package dev.mayfly.mongo.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.text.TextDefinition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An index specification, as stored and listed. */
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

  /** Null if it is no TTL index. */
  public Integer expireAfterSeconds() {
    BsonValue seconds = document.get("expireAfterSeconds");
    return seconds == null ? null : (int) Numbers.toLong(seconds);
  }

  /** Whether it sets the collection's default TTL (D1). */
  public boolean isDefaultTtl() {
    return expireAfterSeconds() != null && isOnTs();
  }

  /** Whether its key is {@code _ts}, the time of the last write. */
  public boolean isOnTs() {
    return key().size() == 1 && "_ts".equals(key().getFirstKey());
  }

  /** Why it can't set the default TTL; null if it can. */
  public String unfitForDefault() {
    if (partialFilter() != null || isUnique() || isSparse()) {
      return "A TTL index on '_ts' is for the whole collection: it can't be partial, unique or"
          + " sparse";
    }
    return IndexKeys.specialType(key()) == null
        ? null
        : "A TTL index on '_ts' is ascending or descending, not of another kind";
  }

  /** Whether it has a single ordinary key, as a TTL index on dates must. */
  public boolean isOnDates() {
    if (key().size() != 1 || isOnTs()) {
      return false;
    }
    String field = key().getFirstKey();
    return Numbers.isNumber(key().get(field)) && !field.contains("$**");
  }

  /**
   * Whether the engine maintains it. A path with an array index is ambiguous, because a number may
   * also be a field name, so such an index could not serve queries; it is maintained only if
   * unique.
   */
  public boolean isStored() {
    if (isText()) {
      return true;
    }
    boolean kept = IndexKeys.specialType(key()) == null || isHashed() || isOnGeometries();
    boolean plain = kept && !isOnTs() && !isOnId();
    return plain && (isUnique() || !isOnPlaces());
  }

  /** Whether it is a text index. */
  public boolean isText() {
    return TextIndexes.isText(key());
  }

  /** What a text index holds. */
  public TextDefinition textDefinition() {
    return TextIndexes.definition(document);
  }

  /**
   * Whether one of its values is hashed. The engine keeps the value itself: its order serves all
   * that a hash would.
   */
  private boolean isHashed() {
    return IndexKeys.isHashed(key());
  }

  /** Whether it is a 2dsphere or 2d index. */
  public boolean isOnGeometries() {
    return GeoSpecs.isGeometry(key());
  }

  /** Whether it is the index on _id, which is the primary order of documents. */
  private boolean isOnId() {
    return key().size() == 1 && "_id".equals(key().getFirstKey());
  }

  /** Whether queries may read it by the values of its fields. */
  public boolean isReadable() {
    return isStored() && !isOnPlaces() && !isText();
  }

  private boolean isOnPlaces() {
    return key().keySet().stream().anyMatch(IndexKeys::hasPlace);
  }

  /** Its name in the engine, which limits the length. */
  public String storedName() {
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

  static boolean isDescending(BsonValue direction) {
    return Numbers.isNumber(direction) && Numbers.toDouble(direction) < 0;
  }

  /** The engine's index. */
  public PathIndex toPathIndex() {
    if (isOnGeometries()) {
      return new PathIndex(
          storedName(),
          GeoSpecs.parts(document),
          PathIndex.Arrays.COMPUTED,
          isUnique(),
          isSparse(),
          partialFilter(),
          GeoSpecs.function(document),
          new BsonDocument());
    }
    if (isText()) {
      return TextIndexes.toPathIndex(this);
    }
    List<PathIndex.Part> parts = new ArrayList<>();
    key()
        .forEach(
            (path, direction) ->
                parts.add(new PathIndex.Part(FieldPath.ofDotted(path), isDescending(direction))));
    return new PathIndex(
        storedName(),
        parts,
        isHashed() ? PathIndex.Arrays.REFUSED : PathIndex.Arrays.ELEMENTS,
        isUnique(),
        isSparse(),
        partialFilter(),
        null,
        new BsonDocument());
  }
}
