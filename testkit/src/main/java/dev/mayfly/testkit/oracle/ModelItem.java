package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** One version of an item in the model. It can die, and nothing makes it live again. */
final class ModelItem {
  final ItemKey key;
  final BsonDocument body;
  final byte[] bytes;
  final int sizeBytes;
  final long committedSecond;

  /**
   * The second from which a ttl counts: that of the commit, or an older one that an import kept.
   */
  final long countedFromSecond;

  /** The item's own ttl: null if it has none that counts, -1, or seconds. */
  final Integer ttlSeconds;

  /** Rises with every write. */
  final long version;

  boolean dead;
  long deathSecond;

  /** Deleted with its partition; its time came later. */
  boolean dueAfterDeletion;

  /** Deleted with its partition, before the policy changed or the partition was deleted again. */
  boolean deletionBlurred;

  /** What the engine called this version and this life. Only ever compared. */
  Etag etag;

  long rid;

  ModelItem(Ask ask, BsonDocument body, long committedSecond, long version) {
    this.key = ask.key();
    this.body = body;
    this.bytes = Bodies.encode(body);
    this.sizeBytes = RawBson.chargedSizeBytes(bytes);
    this.committedSecond = committedSecond;
    this.countedFromSecond = ask.kind() == Ask.Kind.IMPORT ? ask.keptSecond() : committedSecond;
    this.ttlSeconds = ask.reading() == TtlReading.IGNORED ? null : validTtl(body.get("ttl"));
    this.version = version;
  }

  private ModelItem(ModelItem other) {
    this.key = other.key;
    this.body = other.body;
    this.bytes = other.bytes;
    this.sizeBytes = other.sizeBytes;
    this.committedSecond = other.committedSecond;
    this.countedFromSecond = other.countedFromSecond;
    this.ttlSeconds = other.ttlSeconds;
    this.version = other.version;
    this.dead = other.dead;
    this.deathSecond = other.deathSecond;
    this.etag = other.etag;
    this.rid = other.rid;
  }

  ModelItem copy() {
    return new ModelItem(this);
  }

  /** A ttl that counts (A3, D4), or null. */
  static Integer validTtl(BsonValue value) {
    if (value == null || !(value.isInt32() || value.isInt64() || value.isDouble())) {
      return null;
    }
    double number = value.asNumber().doubleValue();
    boolean whole = number == Math.rint(number);
    boolean inDomain = number == -1 || number >= 1 && number <= 2147483647.0;
    return whole && inDomain ? (Integer) (int) number : null;
  }

  @Override
  public String toString() {
    return "#" + version + " " + body.toJson() + (dead ? " dead since " + deathSecond : "");
  }
}
