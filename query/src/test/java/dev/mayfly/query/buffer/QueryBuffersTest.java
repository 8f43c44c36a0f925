package dev.mayfly.query.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.query.memory.BufferMemory;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QueryBuffersTest {
  private final AtomicLong held = new AtomicLong();

  @Test
  void theFirstRowsOfAnyInputAreKeptAndCharged() {
    Random random = Seeds.random(QueryBuffersTest.class);
    for (int round = 0; round < 300; round++) {
      long limit = random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(20);
      TopRows<Integer> rows =
          new TopRows<>(Comparator.naturalOrder(), limit, row -> 10 + row, held::addAndGet);
      List<Integer> all = new ArrayList<>();
      for (int i = random.nextInt(60); i > 0; i--) {
        int row = random.nextInt(40);
        all.add(row);
        rows.add(row);
      }
      all.sort(null);
      List<Integer> first = all.subList(0, (int) Math.min(limit, all.size()));
      assertThat(rows.sorted()).toIterable().containsExactlyElementsOf(first);
      assertThat(rows.sortedBy(Comparator.reverseOrder())).hasSize(first.size());
      assertThat(held).hasValue(first.stream().mapToLong(row -> 10 + row).sum());
      rows.close();
      assertThat(held).hasValue(0);
    }
  }

  @Test
  void rowsAreRemovedBeforeAndAfterTheLastOneWasAskedFor() {
    TopRows<String> rows =
        new TopRows<>(Comparator.naturalOrder(), 3, String::length, held::addAndGet);
    rows.add("bb");
    rows.add("a");
    rows.remove("bb");
    rows.remove("not there");
    assertThat(held).hasValue(1);
    rows.add("dddd");
    rows.add("ccc");
    assertThat(rows.last()).isEqualTo("dddd");
    assertThat(rows.removeLast()).isEqualTo("dddd");
    rows.remove("a");
    assertThat(rows.sorted()).toIterable().containsExactly("ccc");
    assertThat(held).hasValue(3);
  }

  @Test
  void groupsWithTheFirstKeysAreKeptWhateverTheOrderOfTheInput() {
    Random random = Seeds.random(QueryBuffersTest.class);
    for (int round = 0; round < 300; round++) {
      int limit = random.nextInt(10);
      GroupBuffer<Integer, AtomicLong> groups =
          GroupBuffer.ofFirst(Comparator.naturalOrder(), limit, group -> 7, held::addAndGet);
      TreeMap<Integer, Long> counts = new TreeMap<>();
      List<Integer> input = random.ints(random.nextInt(60), 0, 20).boxed().toList();
      for (int key : input) {
        counts.merge(key, 1L, Long::sum);
        AtomicLong group = groups.find(key);
        if (group == null && groups.makeRoom(key)) {
          group = new AtomicLong();
          groups.add(key, group);
        }
        if (group != null) {
          group.incrementAndGet();
        }
      }
      List<Long> first = counts.values().stream().limit(limit).toList();
      // A group that was dropped never comes back: it is after the kept ones for good.
      assertThat(groups.groups()).extracting(AtomicLong::get).containsExactlyElementsOf(first);
      assertThat(groups.isCut()).isEqualTo(counts.size() > limit);
      assertThat(held).hasValue(7L * first.size());
      held.set(0);
    }
  }

  @Test
  void allGroupsComeInTheOrderInWhichTheyWereAdded() {
    GroupBuffer<String, String> groups = GroupBuffer.ofAll(String::length, held::addAndGet);
    groups.add("b", "second");
    groups.add("a", "first");
    assertThat(groups.find("a")).isEqualTo("first");
    assertThat(groups.find("c")).isNull();
    assertThat(groups.makeRoom("c")).isTrue();
    assertThat(groups.groups()).containsExactly("second", "first");
    assertThat(groups.isCut()).isFalse();
    assertThat(held).hasValue(11);
  }

  @Test
  void aKeyIsChargedOnce() {
    DistinctBuffer<String> keys = new DistinctBuffer<>(String::length, held::addAndGet);
    assertThat(keys.add("bb")).isTrue();
    assertThat(keys.add("a")).isTrue();
    assertThat(keys.add("bb")).isFalse();
    assertThat(keys.contains("a")).isTrue();
    assertThat(keys).containsExactly("bb", "a");
    assertThat(keys.size()).isEqualTo(2);
    assertThat(held).hasValue(3);
  }

  @Test
  void aBufferHasALimitOfItsOwn() {
    try (BufferMemory memory =
        new BufferMemory(held::addAndGet, 100, () -> new IllegalStateException("too much"))) {
      memory.add(60);
      assertThatThrownBy(() -> memory.add(41)).hasMessage("too much");
      assertThat(memory.heldBytes()).isEqualTo(60);
      memory.add(-20);
      memory.add(60);
      assertThat(held).hasValue(100);
    }
    assertThat(held).hasValue(0);
  }
}
