package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.IndexTerms;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.engine.ttl.TtlValue;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A body, parsed once: all that a row needs of it. Made before the write is handed over, with the
 * container's snapshot of that moment; made again if that has changed by the commit.
 */
final class ItemDraft {
  static final int BODY_BYTES_MAX = 16 * 1024 * 1024;
  private static final byte[] TTL = "ttl".getBytes(StandardCharsets.UTF_8);

  private final ContainerSnapshot snapshot;
  private final byte[] body;
  private final TtlReading reading;
  private final String refusedTtl;
  private final TtlClass ttlClass;
  private final int ttlSeconds;
  private final int sizeBytes;
  private final int terms;
  private final ItemRow.Date[] dates;
  private final List<byte[]> uniqueValues;
  private final List<IndexKeys> indexKeys;

  private ItemDraft(ContainerSnapshot snapshot, byte[] body, TtlReading reading) {
    this.snapshot = snapshot;
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
    this.terms = IndexTerms.count(body, snapshot.indexingPaths());
    this.dates = snapshot.dates(body);
    this.uniqueValues = UniqueValues.of(snapshot.definition(), body);
    this.indexKeys = snapshot.indexes().keys(body);
  }

  /** Looks through a body that comes from outside. */
  static ItemDraft of(ContainerSnapshot snapshot, ItemKey key, byte[] body, TtlReading reading) {
    RawBson.validate(body, BODY_BYTES_MAX, RawBson.MAX_DEPTH);
    PartitionKey inBody = PartitionKey.fromBody(snapshot.definition().partitionKey(), body);
    if (!inBody.equals(key.partitionKey())) {
      throw new EngineException(
          ErrorCode.WRONG_PARTITION_KEY,
          "The partition key of the request, "
              + key.partitionKey()
              + ", is not the one in the body, "
              + inBody
              + ".");
    }
    return new ItemDraft(snapshot, body, reading);
  }

  /** The same body for the current snapshot of the container. */
  ItemDraft as(ContainerSnapshot now) {
    return now == snapshot ? this : new ItemDraft(now, body, reading);
  }

  /** Refuses a ttl that is not valid (A4). */
  void checkTtl() {
    if (refusedTtl != null) {
      throw TtlValue.refuse("ttl", refusedTtl);
    }
  }

  byte[] body() {
    return body;
  }

  TtlReading reading() {
    return reading;
  }

  int sizeBytes() {
    return sizeBytes;
  }

  int terms() {
    return terms;
  }

  List<IndexKeys> indexKeys() {
    return indexKeys;
  }

  /** The values that no other item may have. */
  List<UniqueClaim> claims(byte[] partition) {
    return UniqueClaim.of(snapshot, partition, uniqueValues, indexKeys);
  }

  /** A row for this body as a version of an item. */
  ItemRow row(long lsn, long tsSecond, long rid, Long keptSecond) {
    ItemRow.Builder builder =
        new ItemRow.Builder()
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
