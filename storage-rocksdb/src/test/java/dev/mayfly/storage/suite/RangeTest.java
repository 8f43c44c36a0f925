package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Partition key ranges: how many a container has, and what a split leaves as it was. */
class RangeTest extends EachStorageTest {
  private static void fill(Container c, int items) {
    for (int i = 0; i < items; i++) {
      String id = "i" + i;
      c.upsert(ItemKey.of("p" + i, id), Bodies.plain("id", id, "pk", "p" + i));
    }
  }

  private static List<Long> lsns(List<Item> items) {
    return items.stream().map(Item::lsn).toList();
  }

  @Test
  void aContainerHasOneUnlessTheEngineOrItsThroughputAsksForMore() {
    assertThat(container(null).ranges()).isEqualTo(PartitionKeyRanges.ONE);
    Container busy = create(named("busy").throughput(Throughput.manual(30_100)));
    assertThat(busy.ranges().size()).isEqualTo(4);
    reopen(options().withPartitionsPerContainer(3));
    assertThat(engine.container(DATABASE, "c").ranges()).isEqualTo(PartitionKeyRanges.ONE);
    assertThat(again(busy).ranges()).isEqualTo(busy.ranges());
    assertThat(create(named("more")).ranges().size()).isEqualTo(3);
    assertThat(create(named("most").throughput(Throughput.autoscale(50_000))).ranges().size())
        .isEqualTo(5);
  }

  @Test
  void throughputThatGrowsSplitsAndNothingMerges() {
    Container c = create(named("c").throughput(Throughput.manual(400)));
    fill(c, 20);
    change(c, definition -> definition.throughput(Throughput.manual(10_000)));
    assertThat(c.ranges()).isEqualTo(PartitionKeyRanges.ONE);
    change(c, definition -> definition.throughput(Throughput.manual(20_100)));
    assertThat(c.ranges().size()).isEqualTo(3);
    assertThat(c.ranges().get(0)).isNull();
    change(c, definition -> definition.throughput(Throughput.manual(400)));
    assertThat(c.ranges().size()).isEqualTo(3);
    reopen();
    assertThat(again(c).ranges()).isEqualTo(c.ranges());
    assertThat(again(c).live().items()).isEqualTo(20);
  }

  @Test
  void aSplitWritesOneRowWhateverTheRangeHolds() {
    Container c = container(null);
    fill(c, 200);
    long definitionLsn = c.state().lsn();
    PartitionKeyRanges split = c.splitRange(0);
    assertThat(split.list()).extracting(PartitionKeyRange::id).containsExactly(1, 2);
    assertThat(split.list()).allMatch(range -> range.parents().equals(List.of(0)));
    assertThat(c.ranges()).isEqualTo(split);
    assertThat(c.state().lsn()).isEqualTo(definitionLsn);
    assertFails(ErrorCode.RANGE_NOT_FOUND, () -> c.splitRange(0));
    assertThat(c.splitRange(2).list()).extracting(PartitionKeyRange::id).containsExactly(1, 3, 4);
    reopen();
    Container after = again(c);
    assertThat(after.ranges()).isEqualTo(c.ranges());
    assertThat(after.ranges().get(4).parents()).containsExactly(0, 2);
    assertThat(after.live().items()).isEqualTo(200);
    engine.deleteContainer(DATABASE, "c");
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> after.splitRange(1));
  }

  @Test
  void aScanOfTheParentContinuesInItsChildren() {
    Container c = container(null);
    fill(c, 50);
    List<Long> whole = lsns(c.scan(c.ranges().get(0).keys(), null, ReadLimits.items(50)).entries());
    for (int first = 1; first < 50; first += 7) {
      List<PartitionKeyRange> children = c.ranges().list();
      List<Long> found = new ArrayList<>();
      Page<Item> page =
          c.scan(PartitionKeyRanges.ONE.list().get(0).keys(), null, ReadLimits.items(first));
      found.addAll(lsns(page.entries()));
      for (PartitionKeyRange child : children) {
        byte[] continuation = page.continuation();
        do {
          Page<Item> next = c.scan(child.keys(), continuation, ReadLimits.items(3));
          found.addAll(lsns(next.entries()));
          continuation = next.continuation();
        } while (continuation != null);
      }
      assertThat(found).isEqualTo(whole);
      c.splitRange(c.ranges().list().get(first % c.ranges().size()).id());
    }
  }

  @Test
  void aFeedOfTheParentContinuesInItsChildren() {
    Container c = container(null);
    fill(c, 40);
    Page<Item> page =
        c.changes(FeedStart.beginning(), c.ranges().get(0).keys(), ReadLimits.items(15));
    c.splitRange(0);
    fill(c, 5);
    List<Long> found = new ArrayList<>(lsns(page.entries()));
    for (PartitionKeyRange child : c.ranges().list()) {
      FeedStart from = FeedStart.after(page.continuation());
      Page<Item> next;
      do {
        next = c.changes(from, child.keys(), ReadLimits.items(4));
        found.addAll(lsns(next.entries()));
        from = FeedStart.after(next.continuation());
      } while (next.reason() != StopReason.END);
    }
    // Fifteen were read before the split; five of them were written again after it.
    assertThat(found).hasSize(45).doesNotHaveDuplicates();
  }
}
