package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

/** Ids of every kind and bodies as large as they may be. */
class LargeBodyTest extends EachStorageTest {
  private static final int BODY_BYTES_MAX = 16 * 1024 * 1024;
  private static final Retention PLENTY = new Retention(1000, 1L << 40);

  private static ItemKey id(BsonValue id) {
    return new ItemKey(PartitionKey.NONE, ItemId.of(id));
  }

  private static byte[] body(BsonValue id, int sizeBytes) {
    BsonDocument body = new BsonDocument("_id", id);
    int rest = sizeBytes - Bodies.encode(body).length - "x..".length() - 5;
    return Bodies.encode(body.append("x", new BsonBinary(new byte[rest])));
  }

  @Test
  void bodiesOf16MegabytesGoThroughWritesBatchesScansAndFeeds() {
    Container c =
        engine.createContainer(
            DATABASE,
            ContainerDefinition.named("m")
                .defaultTtl(100)
                .allVersions(PLENTY)
                .pathIndexes(PathIndex.of("by_x", "x"))
                .build());
    List<WriteRequest> batch = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      BsonInt32 number = new BsonInt32(i);
      batch.add(WriteRequest.create(id(number), body(number, BODY_BYTES_MAX)));
    }
    c.batch(batch);
    assertThat(c.read(id(new BsonInt32(1))).bodyLength()).isEqualTo(BODY_BYTES_MAX);
    assertThat(c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries())
        .as("a page holds one item at least")
        .hasSize(1);
    assertThat(c.scan(EpkRange.FULL, null, new ReadLimits(10, 1L << 30, 10)).entries()).hasSize(3);
    FeedStart start = FeedStart.beginning();
    ReadLimits limits = new ReadLimits(10, 1L << 30, 10);
    assertThat(c.changes(start, EpkRange.FULL, limits).entries()).hasSize(3);
    assertThat(c.allVersions(start, EpkRange.FULL, limits).entries()).hasSize(3);
    BsonInt32 number = new BsonInt32(1);
    assertFails(ErrorCode.TOO_LARGE, () -> c.upsert(id(number), body(number, BODY_BYTES_MAX + 1)));
    c.write(WriteRequest.patch(id(number), body -> body(number, BODY_BYTES_MAX)));
    clock.advance(100);
    assertThat(purge(c)).isEqualTo(3);
  }

  @Test
  void idsMayBeOfAnyTypeAndAreTheSameOnlyIfTheyCompareSo() {
    Container c = engine.createContainer(DATABASE, ContainerDefinition.named("m").build());
    List<BsonValue> ids =
        List.of(
            new BsonInt32(1),
            new BsonString("1"),
            BsonNull.VALUE,
            BsonBoolean.TRUE,
            new BsonObjectId(),
            new BsonDateTime(1),
            new BsonTimestamp(1, 1),
            new BsonBinary(new byte[] {1}),
            new BsonMinKey(),
            new BsonMaxKey(),
            new BsonDocument("a", new BsonInt32(1)).append("b", new BsonInt32(2)),
            new BsonDocument("b", new BsonInt32(2)).append("a", new BsonInt32(1)),
            new BsonArray(List.of(new BsonInt32(1))),
            new BsonDecimal128(Decimal128.parse("1.5")));
    for (BsonValue each : ids) {
      c.create(id(each), Bodies.encode(new BsonDocument("_id", each)));
    }
    assertThat(c.live().items()).isEqualTo(ids.size());
    for (BsonValue each : ids) {
      assertThat(Bodies.decode(c.read(id(each)).body()).get("_id")).isEqualTo(each);
    }
    assertFails(
        ErrorCode.ALREADY_EXISTS,
        () -> c.create(id(new BsonDecimal128(Decimal128.parse("1"))), Bodies.plain("_id", 1)));
  }

  @Test
  void anIdMayTake4096BytesAndNoMore() {
    Container c = engine.createContainer(DATABASE, ContainerDefinition.named("m").build());
    BsonString longest = new BsonString("x".repeat(ItemId.BYTES_MAX - 2));
    c.create(id(longest), Bodies.encode(new BsonDocument("_id", longest)));
    assertThat(c.read(id(longest))).isNotNull();
    assertThat(c.scan(EpkRange.FULL, null, ReadLimits.items(1)).entries()).hasSize(1);
    assertFails(ErrorCode.TOO_LARGE, () -> ItemId.of("x".repeat(ItemId.BYTES_MAX - 1)));
  }
}
