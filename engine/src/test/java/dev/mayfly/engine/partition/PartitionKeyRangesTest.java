package dev.mayfly.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Seeds;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.ru.Throughput;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PartitionKeyRangesTest {
  private static final PartitionKeyDefinition V2 = PartitionKeyDefinition.hash("/pk");
  private static final PartitionKeyDefinition TREE = PartitionKeyDefinition.multiHash("/a", "/b");
  private static final PartitionKeyDefinition V1 =
      new PartitionKeyDefinition(
          PartitionKeyDefinition.Kind.HASH, List.of(FieldPath.ofSlashed("/pk")), 1);

  static List<PartitionKeyDefinition> definitions() {
    return List.of(V1, V2, TREE);
  }

  private static List<String> bounds(PartitionKeyRanges ranges) {
    List<String> bounds = new ArrayList<>();
    ranges.list().forEach(range -> bounds.add(range.keys().minHex()));
    bounds.add(ranges.list().get(ranges.size() - 1).keys().maxHex());
    return bounds;
  }

  /** Those of version 1 are the ones of the service for five physical partitions. */
  @Test
  void boundsDivideTheHashSpace() {
    assertThat(bounds(PartitionKeyRanges.evenly(V2, 4)))
        .containsExactly(
            "",
            "10000000000000000000000000000000",
            "20000000000000000000000000000000",
            "30000000000000000000000000000000",
            "FF");
    assertThat(bounds(PartitionKeyRanges.evenly(V1, 5)))
        .containsExactly(
            "", "05C1C9CD673398", "05C1D9CD673398", "05C1E399CD6732", "05C1E9CD673398", "FF");
    assertThat(PartitionKeyRanges.evenly(PartitionKeyDefinition.NONE, 5))
        .isEqualTo(PartitionKeyRanges.ONE);
  }

  @ParameterizedTest
  @MethodSource("definitions")
  void everyKeyIsInOneRangeAndHalvesAreOfAboutTheSameSize(PartitionKeyDefinition definition) {
    Random random = Seeds.random(PartitionKeyRangesTest.class);
    PartitionKeyRanges ranges = PartitionKeyRanges.evenly(definition, 1 + random.nextInt(4));
    for (int i = 0; i < 12; i++) {
      PartitionKeyRange parent = ranges.list().get(random.nextInt(ranges.size()));
      PartitionKeyRanges before = ranges;
      ranges = ranges.split(definition, parent.id());
      assertThat(ranges.get(parent.id())).isNull();
      assertThat(ranges.size()).isEqualTo(before.size() + 1);
      int[] keys = new int[ranges.nextId()];
      for (int j = 0; j < 2000; j++) {
        PartitionKey key = key(definition, random);
        PartitionKeyRange range = ranges.of(definition, key);
        keys[range.id()]++;
        assertThat(ranges.list().stream().filter(each -> each.holds(definition, key)))
            .containsExactly(range);
        PartitionKeyRange old = before.of(definition, key);
        assertThat(range.descendsFrom(old.id())).isTrue();
        assertThat(range.descendsFrom(ranges.nextId())).isFalse();
        assertThat(old.descendsFrom(range.id())).isEqualTo(old.id() == range.id());
      }
      if (before.size() == 1) {
        assertThat(keys[ranges.nextId() - 1]).isBetween(800, 1200);
      }
    }
  }

  private static PartitionKey key(PartitionKeyDefinition definition, Random random) {
    List<PartitionKeyComponent> components = new ArrayList<>();
    definition
        .paths()
        .forEach(path -> components.add(new PartitionKeyComponent.Numeric(random.nextInt())));
    return new PartitionKey(components);
  }

  @Test
  void growthSplitsTheWidest() {
    PartitionKeyRanges ranges = PartitionKeyRanges.evenly(V2, 2).atLeast(V2, 5);
    assertThat(bounds(ranges))
        .containsExactly(
            "",
            "08000000000000000000000000000000",
            "10000000000000000000000000000000",
            "20000000000000000000000000000000",
            "30000000000000000000000000000000",
            "FF");
    assertThat(ranges.list().get(0).parents()).containsExactly(0, 2);
    assertThat(ranges.atLeast(V2, 3)).isSameAs(ranges);
    assertThat(PartitionKeyRanges.ONE.atLeast(PartitionKeyDefinition.NONE, 7))
        .isEqualTo(PartitionKeyRanges.ONE);
  }

  @Test
  void whatCannotBeSplitIsRefused() {
    fails(ErrorCode.RANGE_NOT_FOUND, () -> PartitionKeyRanges.ONE.split(V2, 1));
    fails(ErrorCode.RANGE_NOT_FOUND, () -> PartitionKeyRanges.ONE.split(V2, 0).split(V2, 0));
    fails(
        ErrorCode.BAD_REQUEST, () -> PartitionKeyRanges.ONE.split(PartitionKeyDefinition.NONE, 0));
    fails(ErrorCode.BAD_REQUEST, () -> PartitionKeyRanges.evenly(V2, 0));
    fails(ErrorCode.BAD_REQUEST, () -> PartitionKeyRanges.evenly(V2, 1001));
    fails(ErrorCode.BAD_REQUEST, () -> PartitionKeyRanges.evenly(V2, 1000).split(V2, 999));
    for (PartitionKeyDefinition definition : definitions()) {
      PartitionKeyRanges[] ranges = {PartitionKeyRanges.ONE};
      int bits = definition == V1 ? 32 : 126;
      for (int i = 0; i < bits; i++) {
        ranges[0] = ranges[0].split(definition, ranges[0].list().get(1 % (i + 1)).id());
      }
      int narrowest = ranges[0].list().get(1).id();
      fails(ErrorCode.BAD_REQUEST, () -> ranges[0].split(definition, narrowest));
    }
  }

  private static void fails(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void rangesWithGapsOrOverlapsAreNone() {
    PartitionKeyRange low = new PartitionKeyRange(0, EpkRange.parse("", "20"), List.of());
    PartitionKeyRange high = new PartitionKeyRange(1, EpkRange.parse("20", "FF"), List.of());
    PartitionKeyRange gap = new PartitionKeyRange(1, EpkRange.parse("30", "FF"), List.of());
    assertThat(new PartitionKeyRanges(List.of(low, high), 2).size()).isEqualTo(2);
    for (List<PartitionKeyRange> wrong :
        List.of(List.of(low, gap), List.of(low), List.of(high), List.of(high, low))) {
      assertThatThrownBy(() -> new PartitionKeyRanges(wrong, 2))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new PartitionKeyRanges(List.of(low, high), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void throughputAsksForOnePartitionPerTenThousand() {
    assertThat(Throughput.NONE.partitions()).isEqualTo(1);
    assertThat(Throughput.SHARED.partitions()).isEqualTo(1);
    assertThat(Throughput.manual(400).partitions()).isEqualTo(1);
    assertThat(Throughput.manual(10_000).partitions()).isEqualTo(1);
    assertThat(Throughput.manual(10_100).partitions()).isEqualTo(2);
    assertThat(Throughput.autoscale(50_000).partitions()).isEqualTo(5);
  }
}
