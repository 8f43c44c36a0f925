package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.GroupReplicator.GroupRows;
import dev.mayfly.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bytes of log entries, as docs/internals/replication.md has them. */
class LogRecordTest {
  private static final HexFormat HEX = HexFormat.of();

  /** Writes down what it is target. */
  private static final class Noting implements AppliedRows {
    private final List<String> rows = new ArrayList<>();

    @Override
    public void begin() {}

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      rows.add("put " + table + " " + HEX.formatHex(key) + " " + HEX.formatHex(value));
    }

    @Override
    public void delete(Table table, byte[] key) {
      rows.add("delete " + table + " " + HEX.formatHex(key));
    }

    @Override
    public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
      rows.add(
          "range " + table + " " + HEX.formatHex(fromInclusive) + " " + HEX.formatHex(toExclusive));
    }

    @Override
    public void end() {}
  }

  private static List<String> decoded(List<byte[]> records) {
    Noting target = new Noting();
    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    for (int i = 0; i < records.size(); i++) {
      LogRecord record = LogRecord.decode(ByteBuffer.wrap(records.get(i)));
      assertThat(record.term()).isEqualTo(7);
      if (record.kind() == LogRecord.Kind.ROWS) {
        assertThat(records).hasSize(1);
        LogRecord.readRows(record.body(), target);
      } else {
        assertThat(record.kind()).isEqualTo(LogRecord.Kind.PART);
        assertThat(record.part()).isEqualTo(i);
        assertThat(record.parts()).isEqualTo(records.size());
        parts.writeBytes(record.partBytes());
      }
    }
    if (parts.size() > 0) {
      LogRecord.readRows(ByteBuffer.wrap(parts.toByteArray()), target);
    }
    return target.rows;
  }

  @Test
  void bytesAreAsDescribed() {
    List<byte[]> records =
        LogRecord.encode(
            7,
            target -> {
              target.deleteRange(Table.FEED, new byte[] {1}, new byte[] {2});
              target.put(Table.ITEMS, new byte[] {3}, new byte[] {4, 5});
              target.delete(Table.INDEX, new byte[] {6});
            });
    assertThat(records).hasSize(1);
    assertThat(HEX.formatHex(records.get(0)))
        .isEqualTo(
            "01" // version
                + "01" // rows
                + "0000000000000007" // term
                + "03"
                + "03"
                + "00000001"
                + "01"
                + "00000001"
                + "02"
                + "01"
                + "02"
                + "00000001"
                + "03"
                + "00000002"
                + "0405"
                + "02"
                + "09"
                + "00000001"
                + "06");
  }

  @Test
  void groupsOfAnySizeComeBack() {
    Random random = Seeds.random(LogRecordTest.class);
    for (int round = 0; round < 30; round++) {
      int rows = random.nextInt(40);
      int valueMax = round % 10 == 0 ? 3 << 20 : 200;
      long seed = random.nextLong();
      GroupRows group =
          target -> {
            Random same = new Random(seed);
            for (int i = 0; i < rows; i++) {
              Table table = Table.values()[same.nextInt(Table.values().length)];
              byte[] key = new byte[same.nextInt(60)];
              byte[] value = new byte[same.nextInt(valueMax)];
              same.nextBytes(key);
              same.nextBytes(value);
              switch (same.nextInt(3)) {
                case 0 -> target.put(table, key, value);
                case 1 -> target.delete(table, key);
                default -> target.deleteRange(table, key, key);
              }
            }
          };
      List<byte[]> records = LogRecord.encode(7, group);
      for (byte[] record : records) {
        assertThat(record.length)
            .isLessThanOrEqualTo(LogRecord.HEADER_BYTES + LogRecord.BODY_BYTES_MAX);
      }
      Noting expected = new Noting();
      group.writeTo(expected);
      assertThat(decoded(records)).isEqualTo(expected.rows);
    }
  }

  @Test
  void newerAndDamagedEntriesAreRefused() {
    byte[] record = LogRecord.encode(LogRecord.Kind.RELEASE, 7, new byte[0]);
    record[0] = 2;
    assertCode(ErrorCode.NEWER_FORMAT, record);
    record[0] = 1;
    record[1] = 99;
    assertCode(ErrorCode.CORRUPTED, record);
    assertCode(ErrorCode.CORRUPTED, new byte[3]);
    byte[] cut = LogRecord.encode(LogRecord.Kind.ROWS, 7, new byte[] {1, 2, 0, 0, 0, 9, 1});
    LogRecord decoded = LogRecord.decode(ByteBuffer.wrap(cut));
    assertThatThrownBy(() -> LogRecord.readRows(decoded.body(), new Noting()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("longer than its entry");
  }

  private static void assertCode(ErrorCode code, byte[] record) {
    assertThatThrownBy(() -> LogRecord.decode(ByteBuffer.wrap(record)))
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
