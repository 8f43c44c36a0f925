package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.ErrorCode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When decisions are refused because the disk has only its reserve left. */
class DiskSpaceTest {
  private static final long RESERVE = 64L << 20;
  private static final long TENTH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private long usable = 2 * RESERVE;
  private long nanos = Long.MAX_VALUE - TENTH_NANOS / 2;
  private int measurements;
  private final DiskSpace space = space(RESERVE);

  private DiskSpace space(long reserve) {
    return new DiskSpace(
        Path.of("data"),
        reserve,
        () -> {
          measurements++;
          return usable;
        },
        () -> nanos);
  }

  private boolean refuses(boolean mayUseReserve) {
    space.beginGroup();
    return space.refusal(mayUseReserve) != null;
  }

  @Test
  void refusesBelowTheReserveAndNothingAboveIt() {
    usable = RESERVE;
    assertThat(refuses(false)).isFalse();
    usable = RESERVE - 1;
    nanos += TENTH_NANOS;
    assertThat(refuses(false)).isTrue();
    assertThat(space.refusal(false).code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(space.refusal(false))
        .hasMessageContaining("free bytes " + (RESERVE - 1))
        .hasMessageContaining("reserved bytes " + RESERVE);
  }

  @Test
  void whatRemovesMayUseHalfOfTheReserve() {
    usable = RESERVE / 2;
    assertThat(refuses(false)).isTrue();
    assertThat(refuses(true)).isFalse();
    usable = RESERVE / 2 - 1;
    nanos += TENTH_NANOS;
    assertThat(refuses(true)).isTrue();
  }

  @Test
  void resumesWhenThereIsSomeMoreThanTheReserve() {
    usable = RESERVE - 1;
    assertThat(refuses(false)).isTrue();
    usable = RESERVE + RESERVE / 8 - 1;
    nanos += TENTH_NANOS;
    assertThat(refuses(false)).isTrue();
    usable = RESERVE + RESERVE / 8;
    nanos += TENTH_NANOS;
    assertThat(refuses(false)).isFalse();
    usable = RESERVE;
    nanos += TENTH_NANOS;
    assertThat(refuses(false)).isFalse();
  }

  @Test
  void measuresAfterATenthOfASecondOrAMegabyte() {
    assertThat(refuses(false)).isFalse();
    usable = 0;
    nanos += TENTH_NANOS - 1;
    space.wrote((1 << 20) - 1);
    assertThat(refuses(false)).isFalse();
    assertThat(measurements).isEqualTo(1);
    space.wrote(1);
    assertThat(refuses(false)).isTrue();
    assertThat(measurements).isEqualTo(2);
    usable = 2 * RESERVE;
    assertThat(refuses(false)).isTrue();
    nanos += TENTH_NANOS;
    assertThat(refuses(false)).isFalse();
    assertThat(measurements).isEqualTo(3);
  }

  @Test
  void withoutAReserveNothingIsMeasuredOrRefused() {
    DiskSpace none = space(0);
    usable = 0;
    none.beginGroup();
    assertThat(none.refusal(false)).isNull();
    assertThat(measurements).isZero();
  }
}
