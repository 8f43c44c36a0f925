package dev.mayfly.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.ttl.TtlClass;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * The bytes of format version 1, pinned. A test that fails here means that stores written before
 * can no longer be read: that needs a new version, not a new expectation.
 */
class GoldenBytesTest {
  private static final byte[] BODY = {5, 0, 0, 0, 0};
  private static final byte[] SUFFIX = {(byte) 0xaa, (byte) 0xbb};

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static ItemRow.Builder version() {
    return new ItemRow.Builder().version(0x1122, 0x6000, 0x33).size(0x44, 0x55);
  }

  @Test
  void plainHeader() {
    assertThat(hex(version().build(BODY).row()))
        .isEqualTo(
            "01"
                + "00"
                + "0000000000001122"
                + "0000000000006000"
                + "0000000000000033"
                + "00000044"
                + "00000055"
                + "0024"
                + "0500000000");
  }

  @Test
  void headerWithEverything() {
    ItemRow item =
        version()
            .ttl(TtlClass.OWN, 7)
            .importedFrom(0x5000)
            .unique(true)
            .dates(new ItemRow.Date(2, -1), new ItemRow.Date(3, 0x7000))
            .build(BODY);
    assertThat(hex(item.row()))
        .isEqualTo(
            "01"
                + "3d"
                + "0000000000001122"
                + "0000000000006000"
                + "0000000000000033"
                + "00000044"
                + "00000055"
                + "0049"
                + "00000007"
                + "0000000000005000"
                + "02"
                + "00000002"
                + "ffffffffffffffff"
                + "00000003"
                + "0000000000007000"
                + "0500000000");
  }

  @Test
  void headerReadsBackWhatWasWritten() {
    for (TtlClass ttlClass : TtlClass.values()) {
      for (boolean imported : new boolean[] {false, true}) {
        for (int dates = 0; dates < 3; dates++) {
          ItemRow.Builder builder =
              version().ttl(ttlClass, ttlClass == TtlClass.OWN ? Integer.MAX_VALUE : 0);
          if (imported) {
            builder.importedFrom(-5);
          }
          ItemRow.Date[] given = new ItemRow.Date[dates];
          Arrays.setAll(given, i -> new ItemRow.Date(i + 2, Long.MIN_VALUE / (i + 1)));
          ItemRow item = ItemRow.of(builder.dates(given).build(BODY).row());
          assertThat(item.ttlClass()).isEqualTo(ttlClass);
          assertThat(item.ttlSeconds()).isEqualTo(ttlClass == TtlClass.OWN ? Integer.MAX_VALUE : 0);
          assertThat(item.isImported()).isEqualTo(imported);
          assertThat(item.baseSecond()).isEqualTo(imported ? -5 : 0x6000);
          assertThat(item.dates()).isEqualTo(given);
          assertThat(item.hasSeveralDeadlines()).isEqualTo(imported || dates > 0);
          assertThat(item.body()).isEqualTo(BODY);
          assertThat(item.lsn()).isEqualTo(0x1122);
          assertThat(item.rid()).isEqualTo(0x33);
          assertThat(item.withDates().dateCount()).isZero();
          assertThat(item.withDates(given)).isEqualTo(item);
        }
      }
    }
  }

  @Test
  void damagedHeadersAreRefused() {
    byte[] row = version().build(BODY).row();
    assertThatThrownBy(() -> ItemRow.of(Arrays.copyOf(row, 20)))
        .isInstanceOf(EngineException.class);
    byte[] newer = row.clone();
    newer[0] = 2;
    assertThatThrownBy(() -> ItemRow.of(newer)).isInstanceOf(EngineException.class);
    byte[] longer = row.clone();
    longer[34] = 1;
    assertThatThrownBy(() -> ItemRow.of(longer)).isInstanceOf(EngineException.class);
  }

  @Test
  void keys() {
    assertThat(hex(Keys.item(9, SUFFIX))).isEqualTo("00000009" + "aabb");
    assertThat(hex(Keys.feed(9, Keys.LANE_OTHERS, 0x10)))
        .isEqualTo("0000000901" + "0000000000000010");
    assertThat(hex(Keys.queue(9, 1, 0x60, 0x10)))
        .isEqualTo("00000009" + "00000001" + "8000000000000060" + "0000000000000010");
    assertThat(hex(Keys.queue(9, 2, -1, 0x10)))
        .isEqualTo("00000009" + "00000002" + "7fffffffffffffff" + "0000000000000010");
    assertThat(hex(Keys.unique(9, 1, SUFFIX, BODY))).isEqualTo("000000090001aabb0500000000");
    assertThat(hex(Keys.log(9, 0x10))).isEqualTo("00000009" + "0000000000000010");
    assertThat(hex(Keys.event(9, 0x60, 0x10)))
        .isEqualTo("00000009" + "8000000000000060" + "0000000000000010");
    assertThat(hex(CountKeys.bucket(9, 1, 2, 0x10000)))
        .isEqualTo("01" + "00000009" + "00000001" + "02" + "8000000000010000");
    assertThat(hex(CountKeys.total(9, 1))).isEqualTo("02" + "00000009" + "00000001");
    assertThat(hex(CountKeys.partition(9, SUFFIX))).isEqualTo("0300000009aabb");
    assertThat(hex(CountKeys.delta(7))).isEqualTo("0400000007");
    assertThat(hex(MetaKeys.container(9))).isEqualTo("6300000009");
    assertThat(hex(MetaKeys.partition(9, SUFFIX))).isEqualTo("7000000009aabb");
  }

  @Test
  void values() {
    ItemRow item = version().build(BODY);
    byte[] due = DueRow.encode(item, true, SUFFIX);
    assertThat(hex(due)).isEqualTo("01" + "0000000000006000" + "00000044" + "0055" + "aabb");
    assertThat(DueRow.decode(due).suffix()).isEqualTo(SUFFIX);
    assertThat(hex(new UniqueRow(0x1122, SUFFIX).encode())).isEqualTo("0000000000001122aabb");
    byte[] logged = new LogRow(ChangeKind.TTL_DELETE, 0x60, 0, SUFFIX, BODY).encode();
    assertThat(hex(logged)).isEqualTo("04" + "0000000000000060" + "0002" + "aabb" + "0500000000");
    assertThat(LogRow.decode(logged).kind()).isEqualTo(ChangeKind.TTL_DELETE);
    byte[] replaced = new LogRow(ChangeKind.REPLACE, 0x60, 0x59, SUFFIX, BODY).encode();
    assertThat(hex(replaced))
        .isEqualTo("05" + "0000000000000060" + "0002" + "0000000000000059" + "aabb" + "0500000000");
    assertThat(LogRow.decode(replaced).kind()).isEqualTo(ChangeKind.REPLACE);
    assertThat(LogRow.decode(replaced).previousLsn()).isEqualTo(0x59);
    assertThat(LogRow.decode(replaced).suffix()).isEqualTo(SUFFIX);
    assertThat(LogRow.decode(replaced).row()).isEqualTo(BODY);
    byte[] unknown = new LogRow(ChangeKind.REPLACE, 0x60, 0, SUFFIX, BODY).encode();
    assertThat(hex(unknown)).isEqualTo("02" + "0000000000000060" + "0002" + "aabb" + "0500000000");
    assertThat(LogRow.decode(unknown).previousLsn()).isZero();
    byte[] event = new EventRow(0x60, SUFFIX, BODY).encode();
    assertThat(hex(event)).isEqualTo("0000000000000060" + "0002" + "aabb" + "0500000000");
    assertThat(EventRow.decode(event).row()).isEqualTo(BODY);
    assertThat(hex(CountKeys.count(1, -2))).isEqualTo("0000000000000001fffffffffffffffe");
  }

  @Test
  void rowsOfIndexes() {
    byte[] key = {0x1c, 7};
    byte[] row = Keys.index(9, 3, key, SUFFIX);
    assertThat(hex(row)).isEqualTo("00000009" + "00000003" + "1c07" + "aabb");
    byte[] value = IndexRow.value(key.length);
    assertThat(hex(value)).isEqualTo("0002");
    assertThat(hex(IndexRow.decode(row, value).key())).isEqualTo("1c07");
    assertThat(hex(IndexRow.decode(row, value).suffix())).isEqualTo("aabb");
    byte[] unique = Bytes.concat(Keys.uniqueIndex(9, 3), key);
    assertThat(hex(unique)).isEqualTo("00000009" + "ffff" + "00000003" + "1c07");
    IndexRow owned = IndexRow.decodeUnique(unique, new UniqueRow(0x1122, SUFFIX).encode());
    assertThat(hex(owned.key())).isEqualTo("1c07");
    assertThat(hex(owned.suffix())).isEqualTo("aabb");
    assertThat(hex(MetaKeys.index(9, 3))).isEqualTo("69" + "00000009" + "00000003");
    IndexProgress progress = IndexProgress.BUILDING.with(true, true).builtTo(SUFFIX, 5);
    assertThat(hex(IndexProgressRow.encode(progress)))
        .isEqualTo("06" + "0000000000000005" + "aabb");
    assertThat(IndexProgressRow.decode(IndexProgressRow.encode(progress))).isEqualTo(progress);
    assertThat(hex(IndexProgressRow.encode(progress.asReady())))
        .isEqualTo("07" + "0000000000000005");
    assertThatThrownBy(() -> IndexProgressRow.decode(new byte[3]))
        .isInstanceOf(EngineException.class);
    assertThatThrownBy(() -> IndexRow.decode(row, new byte[1])).isInstanceOf(EngineException.class);
  }

  @Test
  void bucketsOfPastSecondsStartBelowThem() {
    assertThat(CountKeys.bucketStart(1, -1)).isEqualTo(-256);
    assertThat(CountKeys.bucketStart(2, 65_536)).isEqualTo(65_536);
    assertThat(CountKeys.bucketStart(2, 65_535)).isZero();
  }
}
