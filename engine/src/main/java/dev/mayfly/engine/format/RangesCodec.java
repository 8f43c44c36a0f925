package dev.mayfly.engine.format;

import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Partition key ranges as part of a container's BSON row. A row without them, as all rows from
 * before there were several, has one range of all keys.
 */
final class RangesCodec {
  private static final int VERSION = 1;

  private RangesCodec() {}

  static BsonDocument encode(PartitionKeyRanges ranges) {
    return new BsonDocument("version", new BsonInt32(VERSION))
        .append("next", new BsonInt32(ranges.nextId()))
        .append("list", CatalogCodec.array(ranges.list(), RangesCodec::encode));
  }

  /**
   * @param value null if the row has no ranges
   */
  static PartitionKeyRanges ranges(BsonValue value) {
    if (value == null) {
      return PartitionKeyRanges.ONE;
    }
    BsonDocument document = value.asDocument();
    if (document.getInt32("version").getValue() != VERSION) {
      throw new IllegalArgumentException("ranges of version " + document.get("version"));
    }
    return new PartitionKeyRanges(
        CatalogCodec.list(document.getArray("list"), RangesCodec::range),
        document.getInt32("next").getValue());
  }

  private static BsonDocument encode(PartitionKeyRange range) {
    return new BsonDocument("id", new BsonInt32(range.id()))
        .append("min", new BsonBinary(range.keys().minInclusive()))
        .append("max", new BsonBinary(range.keys().maxExclusive()))
        .append("parents", CatalogCodec.array(range.parents(), BsonInt32::new));
  }

  private static PartitionKeyRange range(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new PartitionKeyRange(
        document.getInt32("id").getValue(),
        new EpkRange(document.getBinary("min").getData(), document.getBinary("max").getData()),
        CatalogCodec.list(document.getArray("parents"), parent -> parent.asInt32().getValue()));
  }
}
