package dev.mayfly.engine.partition;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.bson.Bodies.hex;
import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Seeds;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpkRangeTest {
  private static final PartitionKeyDefinition MULTI =
      PartitionKeyDefinition.multiHash("/a", "/b", "/c");

  private static byte[] epk(Object... values) {
    return EffectivePartitionKey.of(MULTI, PartitionKey.of(values));
  }

  @Test
  void fullHoldsEveryKey() {
    assertThat(EpkRange.FULL.contains(new byte[0])).isTrue();
    assertThat(EpkRange.FULL.contains(epk("a", "b", 5))).isTrue();
    assertThat(EpkRange.FULL.contains(hex("FF"))).isFalse();
    assertThat(EpkRange.parse("", "FF")).isEqualTo(EpkRange.FULL).hasToString("[,FF)");
    assertThat(EpkRange.parse("", "ff")).hasSameHashCodeAs(EpkRange.FULL);
  }

  @Test
  void oneKeyHoldsItselfOnly() {
    EpkRange range = EpkRange.of(MULTI, PartitionKey.of("a", "b", 5));
    assertThat(range.contains(epk("a", "b", 5))).isTrue();
    assertThat(range.contains(epk("a", "b", 6))).isFalse();
    assertThat(range.contains(epk("a", "b"))).isFalse();
    assertThat(range.contains(Arrays.copyOf(epk("a", "b", 5), 49))).isFalse();
  }

  @Test
  void aPrefixHoldsWhatStartsWithIt() {
    EpkRange range = EpkRange.of(MULTI, PartitionKey.of("a", "b"));
    for (int i = 0; i < 1000; i++) {
      assertThat(range.contains(epk("a", "b", i))).isTrue();
      assertThat(range.contains(epk("a", "c", i))).isFalse();
      assertThat(range.contains(epk("b", "b", i))).isFalse();
    }
    assertThat(EpkRange.of(MULTI, PartitionKey.of())).isEqualTo(EpkRange.FULL);
    EpkRange none = EpkRange.of(PartitionKeyDefinition.NONE, PartitionKey.NONE);
    assertThat(none.contains(new byte[0])).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'',FF, 10,20, 10,20",
    "10,20, 18,30, 18,20",
    "10,20, 20,30, 20,20",
    "10,20, 30,40, 30,30",
    "10,20, 1000,2000, 1000,20",
    "10,20, 10,20, 10,20",
  })
  void intersections(String aMin, String aMax, String bMin, String bMax, String min, String max) {
    EpkRange a = EpkRange.parse(aMin, aMax);
    EpkRange b = EpkRange.parse(bMin, bMax);
    assertThat(a.intersect(b)).isEqualTo(EpkRange.parse(min, max)).isEqualTo(b.intersect(a));
    assertThat(a.intersect(b).isEmpty()).isEqualTo(min.equals(max));
  }

  @ParameterizedTest
  @CsvSource({"0, FF", "'', XY", "20, 10", "' ', FF", "'', 0x10", "1000, 10"})
  void malformedRangesAreRefused(String min, String max) {
    assertRefused(BAD_REQUEST, () -> EpkRange.parse(min, max));
  }

  @Test
  void lengthIsBounded() {
    assertRefused(BAD_REQUEST, () -> EpkRange.parse("", "FF".repeat(513)));
  }

  @Test
  void boundsAreCopied() {
    byte[] max = hex("20");
    EpkRange range = new EpkRange(hex("10"), max);
    max[0] = 0;
    range.maxExclusive()[0] = 0;
    range.minInclusive()[0] = 0;
    assertThat(range).hasToString("[10,20)");
  }

  @Test
  void bytesCompareAsTheirHexadecimalTexts() {
    Random random = Seeds.random(EpkRangeTest.class);
    HexFormat format = HexFormat.of().withUpperCase();
    for (int i = 0; i < 10_000; i++) {
      byte[] a = new byte[random.nextInt(4)];
      byte[] b = new byte[random.nextInt(4)];
      random.nextBytes(a);
      random.nextBytes(b);
      boolean inside = new EpkRange(new byte[0], b).contains(a);
      assertThat(inside).isEqualTo(format.formatHex(a).compareTo(format.formatHex(b)) < 0);
    }
  }
}
