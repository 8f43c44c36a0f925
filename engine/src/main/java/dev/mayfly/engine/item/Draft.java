package dev.mayfly.engine.item;

import dev.mayfly.engine.bson.IndexTerms;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.engine.ttl.TtlValue;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A body, looked through once: all that a row needs of it. Made before the write is handed over,
 * with the container's face of that moment; made again if the face has changed by the commit.
 */
final class Draft {
  static final int BODY_BYTES_MAX = 16 * 1024 * 1024;
  private static final byte[] TTL = "ttl".getBytes(StandardCharsets.UTF_8);

  private final Face face;
  private final byte[] body;
  private final TtlReading reading;
  private final String refusedTtl;
  private final TtlClass ttlClass;
  private final int ttlSeconds;
  private final int sizeBytes;
  private final int terms;
  private final ItemHeader.Date[] dates;
  private final List<byte[]> uniqueValues;
  private final List<IndexKeys> indexKeys;

  private Draft(Face face, byte[] body, TtlReading reading) {
    this.face = face;
    this.body = body;
    this.reading = reading;
    RawValue ttl = reading == TtlReading.IGNORED ? null : RawBson.findRoot(body, TTL);
    int value = ttl == null ? TtlValue.INVALID : TtlValue.parse(ttl);
    this.refusedTtl =
        ttl != null && value == TtlValue.INVALID && reading == TtlReading.STRICT
            ? ttl.toBsonValue().toString()
            : null;
    if (value == TtlValue.INVALID) {
      this.ttlClass = TtlClass.INHERITS;
      this.ttlSeconds = 0;
    } else if (value == TtlValue.NEVER) {
      this.ttlClass = TtlClass.NEVER;
      this.ttlSeconds = 0;
    } else {
      this.ttlClass = TtlClass.OWN;
      this.ttlSeconds = value;
    }
    this.sizeBytes = RawBson.chargedSizeBytes(body);
    this.terms = IndexTerms.count(body, face.indexingPaths());
    this.dates = face.dates(body);
    this.uniqueValues = UniqueValues.of(face.definition(), body);
    this.indexKeys = face.indexes().keys(body);
  }

  /** Looks through a body that comes from outside. */
  static Draft of(Face face, ItemKey key, byte[] body, TtlReading reading) {
    RawBson.validate(body, BODY_BYTES_MAX, RawBson.MAX_DEPTH);
    PartitionKey inBody = PartitionKey.fromBody(face.definition().partitionKey(), body);
    if (!inBody.equals(key.partitionKey())) {
      throw new EngineException(
          ErrorCode.WRONG_PARTITION_KEY,
          "The partition key of the request, "
              + key.partitionKey()
              + ", is not the one in the body, "
              + inBody
              + ".");
    }
    return new Draft(face, body, reading);
  }

  /** The same body as the container looks now. */
  Draft as(Face now) {
    return now == face ? this : new Draft(now, body, reading);
  }

  /** Refuses a ttl that is not valid, where that matters (A4). */
  void checkTtl() {
    if (refusedTtl != null && face.policy().isOn()) {
      throw TtlValue.refuse("ttl", refusedTtl);
    }
  }

  int sizeBytes() {
    return sizeBytes;
  }

  int terms() {
    return terms;
  }

  /** The keys in each index. */
  List<IndexKeys> indexKeys() {
    return indexKeys;
  }

  /** The values that nobody else may have. */
  List<Claim> claims(byte[] partition) {
    return Claim.of(face, partition, uniqueValues, indexKeys);
  }

  /** A row for this body as a version of an item. */
  ItemHeader row(long lsn, long tsSecond, long rid, Long keptSecond) {
    ItemHeader.Builder builder =
        new ItemHeader.Builder()
            .ttl(ttlClass, ttlSeconds)
            .version(lsn, tsSecond, rid)
            .size(sizeBytes, terms)
            .unique(!uniqueValues.isEmpty())
            .dates(dates);
    if (keptSecond != null && keptSecond != tsSecond) {
      builder.importedFrom(keptSecond);
    }
    return builder.build(body);
  }
}
