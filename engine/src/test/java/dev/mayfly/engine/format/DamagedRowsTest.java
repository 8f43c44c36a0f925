package dev.mayfly.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.commit.CountDeltas;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.ttl.TtlClass;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that are cut off or changed are refused as damaged, whatever is wrong with them. */
class DamagedRowsTest {
  private static final byte[] SUFFIX = {0x30, 'i', 0};
  private static final ItemRow ITEM =
      new ItemRow.Builder()
          .ttl(TtlClass.OWN, 60)
          .version(7, 1_700_000_000L, 5)
          .size(5, 1)
          .importedFrom(1_600_000_000L)
          .dates(new ItemRow.Date(2, 1_700_000_100L))
          .build(new byte[] {5, 0, 0, 0, 0});

  static Stream<Arguments> rows() {
    return Stream.of(
        decoder("item", ITEM.row(), row -> ItemRow.of(row).dates()),
        decoder("due", DueRow.encode(ITEM, true, SUFFIX), DueRow::decode),
        decoder("event", new EventRow(1, SUFFIX, ITEM.row()).encode(), EventRow::decode),
        decoder("log", log(ChangeKind.CREATE, 0), LogRow::decode),
        decoder("replace", log(ChangeKind.REPLACE, 6), LogRow::decode),
        decoder("unique", new UniqueRow(7, SUFFIX).encode(), UniqueRow::decode),
        decoder("progress", IndexProgressRow.encode(IndexProgress.READY), IndexProgressRow::decode),
        decoder("deltas", deltas(), CountDeltas::decode));
  }

  private static byte[] deltas() {
    CountDeltas deltas = new CountDeltas();
    deltas.addTotal(1, CountKeys.SET_NEVER, 1, 300);
    return deltas.encode(7);
  }

  private static byte[] log(ChangeKind kind, long previousLsn) {
    return new LogRow(kind, 1, previousLsn, SUFFIX, ITEM.row()).encode();
  }

  private static Arguments decoder(String name, byte[] row, Consumer<byte[]> decode) {
    return Arguments.of(name, row, decode);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void rowsThatAreCutOffAreRefused(String name, byte[] row, Consumer<byte[]> decode) {
    assertThatCode(() -> decode.accept(row)).doesNotThrowAnyException();
    for (int length = 0; length < row.length; length++) {
      requireValueOrDamage(Arrays.copyOf(row, length), decode);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void rowsWithAnotherByteAreReadOrRefused(String name, byte[] row, Consumer<byte[]> decode) {
    for (int at = 0; at < row.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] damaged = row.clone();
        damaged[at] = (byte) value;
        requireValueOrDamage(damaged, decode);
      }
    }
  }

  @Test
  void negativeSizesAreRefused() {
    for (int at : new int[] {26, 30}) {
      byte[] row = ITEM.row().clone();
      row[at] = -1;
      assertThatThrownBy(() -> ItemRow.of(row)).isInstanceOf(EngineException.class);
    }
    byte[] due = DueRow.encode(ITEM, true, SUFFIX);
    due[9] = -1;
    assertThatThrownBy(() -> DueRow.decode(due)).isInstanceOf(EngineException.class);
  }

  @Test
  void aMissingRowIsRefused() {
    assertThatThrownBy(() -> IndexProgressRow.decode(null)).isInstanceOf(EngineException.class);
    assertThatThrownBy(() -> ItemRow.of(null)).isInstanceOf(EngineException.class);
  }

  @Test
  void aHeaderOfNoLengthIsRefused() {
    byte[] row = ITEM.row().clone();
    row[34] = 0;
    row[35] = 0;
    row[1] |= (byte) 0xc0;
    assertThatThrownBy(() -> ItemRow.of(row))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }

  private static void requireValueOrDamage(byte[] row, Consumer<byte[]> decode) {
    try {
      decode.accept(row);
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
    } catch (RuntimeException e) {
      throw new AssertionError("the row " + Arrays.toString(row), e);
    }
  }
}
