package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is dead is read past once; later reads seek past it, and miss nothing that lives. */
class DeadRangeTest extends EachStorageTest {
  private static final int DEAD = 400;

  /** Rows that a read of two items among any number of dead ones may touch. */
  private static final int FEW = 40;

  private Container indexed(Integer defaultTtl, DateTtl... dates) {
    Container c =
        create(
            named("c")
                .defaultTtl(defaultTtl)
                .dateTtls(dates)
                .pathIndexes(PathIndex.of("by_n", "n")));
    engine.background().catchUp();
    return c;
  }

  /** One item lives before and one after the dead, in each order. */
  private void fill(Container c, Object[] dying, Object[] living) {
    c.upsert(key("a"), body("a", 0, living));
    for (int i = 0; i < DEAD; i++) {
      c.upsert(key("d" + i), body("d" + i, 1, dying));
    }
    c.upsert(key("z"), body("z", 2, living));
  }

  private static byte[] body(String id, int n, Object... more) {
    Object[] all = new Object[more.length + 2];
    all[0] = "n";
    all[1] = n;
    System.arraycopy(more, 0, all, 2, more.length);
    return Bodies.of(id, all);
  }

  private static IndexQuery all(boolean backwards) {
    return new IndexQuery("by_n", IndexRange.ALL, backwards, EpkRange.FULL);
  }

  private void assertReadsSkipTheDead(Container c) {
    List<Supplier<Page<?>>> reads =
        List.of(
            () -> query(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT),
            () -> query(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT, item -> true),
            () -> query(c).scan(ids(false), null, ReadLimits.DEFAULT, null),
            () -> query(c).scan(ids(true), null, ReadLimits.DEFAULT, null),
            () -> query(c).scanIndex(all(false), null, ReadLimits.DEFAULT),
            () -> query(c).scanIndex(all(true), null, ReadLimits.DEFAULT),
            () -> query(c).changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT));
    for (Supplier<Page<?>> read : reads) {
      assertThat(read.get().entries()).hasSize(2);
      long before = storage.rowsRead();
      assertThat(read.get().entries()).hasSize(2);
      assertThat(storage.rowsRead() - before).isLessThan(FEW);
    }
    long before = storage.rowsRead();
    assertThat(c.count()).isEqualTo(2);
    assertThat(storage.rowsRead() - before).isLessThan(FEW);
  }

  private static Reading query(Container c) {
    return c.beginQuery(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
  }

  private static IdRange ids(boolean backwards) {
    return new IdRange(PartitionKey.of("p"), null, null, backwards);
  }

  @Test
  @Rule({"B2", "B3", "F1"})
  void readsSeekPastWhatIsDeadByTheDefault() {
    Container c = indexed(10);
    fill(c, new Object[0], new Object[] {"ttl", 1000});
    clock.advance(10);
    assertReadsSkipTheDead(c);
  }

  @Test
  @Rule({"B2", "B3", "F1"})
  void readsSeekPastWhatIsDeadByItsOwnTtl() {
    Container c = indexed(-1);
    fill(c, new Object[] {"ttl", 10}, new Object[0]);
    clock.advance(10);
    assertReadsSkipTheDead(c);
  }

  @Test
  @Rule({"B2", "B3", "D5", "F1"})
  void readsSeekPastWhatIsDeadByADate() {
    Container c = indexed(null, new DateTtl("by_at", "at", 0));
    fill(c, new Object[] {"at", Bodies.date(START + 10)}, new Object[0]);
    clock.advance(10);
    assertReadsSkipTheDead(c);
  }

  @Test
  @Rule("F1")
  void theFeedFindsTheEndOfWhatTheDefaultKilledWithoutReadingIt() {
    Container c = container(10);
    putMany(c, "d", DEAD);
    clock.advance(10);
    put(c, "z");
    long before = storage.rowsRead();
    assertThat(changed(c)).containsExactly("z");
    assertThat(storage.rowsRead() - before).isLessThan(FEW);
  }

  @Test
  @Rule({"B2", "B5"})
  void whatIsWrittenIntoADeadRangeIsSeenAtOnce() {
    Container c = indexed(10);
    fill(c, new Object[0], new Object[] {"ttl", 1000});
    clock.advance(10);
    assertReadsSkipTheDead(c);
    c.upsert(key("d7"), body("d7", 1, "ttl", 1000));
    c.upsert(key("dx"), body("dx", 1, "ttl", 20));
    assertThat(scanned(c)).containsExactly("a", "d7", "dx", "z");
    assertThat(ids(query(c).scan(ids(true), null, ReadLimits.DEFAULT, null).entries()))
        .containsExactly("z", "dx", "d7", "a");
    assertThat(indexIds(c)).containsExactly("a", "d7", "dx", "z");
    assertThat(changed(c)).containsExactly("a", "z", "d7", "dx");
    clock.advance(20);
    assertThat(scanned(c)).containsExactly("a", "d7", "z");
    assertThat(indexIds(c)).containsExactly("a", "d7", "z");
    assertThat(purge(c)).isEqualTo(DEAD);
    assertThat(scanned(c)).containsExactly("a", "d7", "z");
  }

  private static List<String> indexIds(Container c) {
    return query(c).scanIndex(all(false), null, ReadLimits.DEFAULT).entries().stream()
        .map(entry -> Bodies.id(entry.item().body()))
        .toList();
  }

  @Test
  @Rule({"B5", "D6"})
  void aReaderOfOlderRowsDoesNotSkipWhatWasDeletedSince() {
    Container c = container(10);
    put(c, "a", "ttl", 1000);
    putMany(c, "d", DEAD);
    put(c, "e", "ttl", 1000);
    clock.advance(10);
    try (Transaction transaction = engine.begin()) {
      c.delete(key("e"));
      assertThat(scanned(c)).containsExactly("a");
      assertThat(scanned(c)).containsExactly("a");
      Page<Item> old = transaction.in(c).scan(EpkRange.FULL, null, ReadLimits.DEFAULT);
      assertThat(ids(old.entries())).containsExactly("a", "e");
    }
  }

  @Test
  @Rule("B5")
  void aRangeHoldsWhateverHappensToThePolicy() {
    Container c = container(10);
    put(c, "a", "ttl", 1000);
    putMany(c, "d", DEAD);
    clock.advance(10);
    assertThat(scanned(c)).containsExactly("a");
    for (Integer next : new Integer[] {100, -1, null, 5}) {
      c = changeDefault(c, next);
      assertThat(scanned(c)).containsExactly("a");
      assertThat(changed(c)).containsExactly("a");
      assertThat(c.count()).isEqualTo(1);
    }
  }
}
