package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Logical partitions: their keys, ranges over them, and their deletion. */
class PartitionTest extends EachStorageTest {
  private static List<String> within(Container c, PartitionKey key) {
    EpkRange range = EpkRange.of(c.definition().partitionKey(), key);
    return ids(c.scan(range, null, ReadLimits.DEFAULT).entries());
  }

  private static void putAt(Container c, PartitionKey key, String id, Object... properties) {
    Object[] all = new Object[properties.length + 2];
    all[0] = "id";
    all[1] = id;
    System.arraycopy(properties, 0, all, 2, properties.length);
    c.upsert(new ItemKey(key, ItemId.of(id)), Bodies.plain(all));
  }

  @Test
  void theSameIdInTwoPartitionsIsTwoItems() {
    Container c = container(null);
    c.create(ItemKey.of("p", "a"), Bodies.of("a", "n", 1));
    c.create(ItemKey.of("q", "a"), Bodies.of("a", "pk", "q", "n", 2));
    assertThat(c.live().items()).isEqualTo(2);
    c.delete(ItemKey.of("q", "a"));
    assertThat(c.read(ItemKey.of("p", "a"))).isNotNull();
  }

  @Test
  void whatIsPurgedWhileItIsCountedIsNotAlive() {
    Container c = container(null);
    for (int i = 0; i < 5; i++) {
      c.create(ItemKey.of("p", "a" + i), body("a" + i));
    }
    c.create(ItemKey.of("q", "b"), Bodies.of("b", "pk", "q"));
    c.deletePartition(PartitionKey.of("p"));
    assertThat(c.live().items()).isEqualTo(1);
    storage.beforeNextSnapshot(() -> engine.background().catchUp());
    assertThat(c.live().items()).isEqualTo(1);
  }

  @Test
  void theKeyOfTheRequestMustBeThatOfTheBody() {
    Container c = container(null);
    assertThat(
            assertFails(
                ErrorCode.WRONG_PARTITION_KEY, () -> c.create(ItemKey.of("q", "a"), body("a"))))
        .hasMessageContaining("q")
        .hasMessageContaining("p");
    assertFails(ErrorCode.WRONG_PARTITION_KEY, () -> c.read(ItemKey.of("a")));
    assertFails(
        ErrorCode.WRONG_PARTITION_KEY,
        () ->
            c.create(
                new ItemKey(PartitionKey.of("p"), ItemId.of("a")),
                Bodies.of("a", "pk", new BsonDocument())));
  }

  @Test
  void hierarchicalKeysAreScannedWholeOrByPrefix() {
    Container c = create(ContainerDefinition.named("c").partitionKey("/t", "/u", "/s"));
    for (String t : List.of("t1", "t2")) {
      for (String u : List.of("u1", "u2")) {
        for (String s : List.of("s1", "s2")) {
          putAt(c, PartitionKey.of(t, u, s), t + u + s, "t", t, "u", u, "s", s);
        }
      }
    }
    assertThat(within(c, PartitionKey.of("t1", "u2", "s1"))).containsExactly("t1u2s1");
    assertThat(within(c, PartitionKey.of("t1", "u2")))
        .containsExactlyInAnyOrder("t1u2s1", "t1u2s2");
    assertThat(within(c, PartitionKey.of("t2"))).hasSize(4).allMatch(id -> id.startsWith("t2"));
    assertThat(within(c, PartitionKey.NONE)).hasSize(8);
    EpkRange prefix = EpkRange.of(c.definition().partitionKey(), PartitionKey.of("t2"));
    assertThat(ids(c.changes(FeedStart.beginning(), prefix, ReadLimits.DEFAULT).entries()))
        .containsExactly("t2u1s1", "t2u1s2", "t2u2s1", "t2u2s2");
    assertFails(
        ErrorCode.WRONG_PARTITION_KEY,
        () -> c.read(new ItemKey(PartitionKey.of("t1", "u1"), ItemId.of("t1u1s1"))));
  }

  @Test
  void hashVersionOneWorksForEveryKindOfValue() {
    PartitionKeyDefinition versionOne =
        new PartitionKeyDefinition(
            PartitionKeyDefinition.Kind.HASH, List.of(FieldPath.ofSlashed("/pk")), 1);
    everyKindOfValue(create(ContainerDefinition.named("c").partitionKey(versionOne)));
  }

  @Test
  void hashVersionTwoWorksForEveryKindOfValue() {
    everyKindOfValue(container(null));
  }

  private static void everyKindOfValue(Container c) {
    String longText = "x".repeat(150);
    String longerText = "x".repeat(151);
    putAt(c, PartitionKey.of("p"), "text", "pk", "p");
    putAt(c, PartitionKey.of("pp"), "text2", "pk", "pp");
    putAt(c, PartitionKey.of(longText), "long", "pk", longText);
    putAt(c, PartitionKey.of(longerText), "longer", "pk", longerText);
    putAt(c, PartitionKey.of(5), "number", "pk", 5);
    putAt(c, PartitionKey.of(5.5), "fraction", "pk", 5.5);
    putAt(c, PartitionKey.of(true), "true", "pk", true);
    putAt(c, PartitionKey.of(false), "false", "pk", false);
    putAt(c, PartitionKey.of((Object) null), "null", "pk", null);
    putAt(c, PartitionKey.of(PartitionKey.UNDEFINED), "undefined");
    assertThat(scanned(c)).hasSize(10);
    assertThat(within(c, PartitionKey.of("p"))).containsExactly("text");
    assertThat(within(c, PartitionKey.of("pp"))).containsExactly("text2");
    assertThat(within(c, PartitionKey.of(longText))).contains("long");
    assertThat(within(c, PartitionKey.of(longerText))).contains("longer");
    assertThat(within(c, PartitionKey.of(5))).containsExactly("number");
    assertThat(within(c, PartitionKey.of(5.5))).containsExactly("fraction");
    assertThat(within(c, PartitionKey.of(true))).containsExactly("true");
    assertThat(within(c, PartitionKey.of(false))).containsExactly("false");
    assertThat(within(c, PartitionKey.of((Object) null))).containsExactly("null");
    assertThat(within(c, PartitionKey.of(PartitionKey.UNDEFINED))).containsExactly("undefined");
    assertThat(within(c, PartitionKey.of("none"))).isEmpty();
    assertThat(c.read(new ItemKey(PartitionKey.of(5.0), ItemId.of("number")))).isNotNull();
  }

  @Test
  void rangesThatTouchCoverEverythingOnce() {
    Container c = container(null);
    for (int i = 0; i < 50; i++) {
      putAt(c, PartitionKey.of("p" + i), "a" + i, "pk", "p" + i);
    }
    EpkRange lower = EpkRange.parse("", "1F");
    EpkRange upper = EpkRange.parse("1F", "FF");
    List<String> low = ids(c.scan(lower, null, ReadLimits.DEFAULT).entries());
    List<String> high = ids(c.scan(upper, null, ReadLimits.DEFAULT).entries());
    assertThat(low).isNotEmpty().doesNotContainAnyElementsOf(high);
    assertThat(low.size() + high.size()).isEqualTo(50);
    assertThat(c.scan(EpkRange.parse("1F", "1F"), null, ReadLimits.DEFAULT).entries()).isEmpty();
    String all = "FF".repeat(20);
    assertThat(c.scan(EpkRange.parse("", all), null, ReadLimits.DEFAULT).entries()).hasSize(50);
    assertThat(c.scan(EpkRange.parse(all, all), null, ReadLimits.DEFAULT).entries()).isEmpty();
  }

  @Test
  void aContainerWithoutAPartitionKeyIsOnePartition() {
    Container c = create(ContainerDefinition.named("c").defaultTtl(10));
    c.create(ItemKey.of("a"), Bodies.plain("id", "a"));
    c.create(ItemKey.of("b"), Bodies.plain("id", "b", "ttl", 5));
    assertThat(scanned(c)).containsExactly("a", "b");
    assertThat(within(c, PartitionKey.NONE)).containsExactly("a", "b");
    clock.advance(5);
    assertThat(within(c, PartitionKey.NONE)).containsExactly("a");
    assertThat(purge(c)).isEqualTo(1);
    assertThat(c.read(ItemKey.of("a"))).isNotNull();
  }

  @Test
  void deletingAPartitionHidesItAtOnceAndRemovesItLater() {
    Container c = create(named("c").uniqueKeys(UniqueKey.of("/u")));
    for (int i = 0; i < 20; i++) {
      put(c, "a" + i, "u", i);
    }
    c.create(ItemKey.of("q", "b"), Bodies.of("b", "pk", "q"));
    c.deletePartition(PartitionKey.of("p"));
    assertThat(scanned(c)).containsExactly("b");
    assertThat(changed(c)).containsExactly("b");
    assertThat(isThere(c, "a0")).isFalse();
    assertThat(c.live().items()).isEqualTo(1);
    assertFails(ErrorCode.ITEM_NOT_FOUND, () -> c.delete(key("a0")));
    put(c, "new", "u", 0);
    c.create(key("a1"), Bodies.of("a1", "u", 1));
    assertThat(scanned(c)).containsExactlyInAnyOrder("b", "new", "a1");
    reopen();
    Container after = again(c);
    assertThat(scanned(after)).containsExactlyInAnyOrder("b", "new", "a1");
    assertThat(after.live().items()).isEqualTo(3);
    engine.background().catchUp();
    assertThat(scanned(after)).containsExactlyInAnyOrder("b", "new", "a1");
    assertThat(after.live().items()).isEqualTo(3);
    assertThat(after.metrics().backlog().items()).isZero();
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(after, "again", "u", 0));
  }

  @Test
  void deletingAPartitionTwiceAndWithDeadItemsInIt() {
    Container c = container(10);
    putMany(c, "dead", 3);
    clock.advance(10);
    putMany(c, "alive", 3);
    c.deletePartition(PartitionKey.of("p"));
    assertThat(c.live().items()).isZero();
    put(c, "between");
    c.deletePartition(PartitionKey.of("p"));
    assertThat(scanned(c)).isEmpty();
    put(c, "after");
    assertThat(c.live().items()).isEqualTo(1);
    engine.background().catchUp();
    purge(c);
    assertThat(scanned(c)).containsExactly("after");
    assertThat(c.live().items()).isEqualTo(1);
    assertThat(c.metrics().backlog().items()).isZero();
  }

  @Test
  @Rule("B3")
  void aPausedPurgeKeepsADeletedPartitionHidden() {
    Container c = container(null);
    putMany(c, "a", 3);
    engine.background().pause();
    c.deletePartition(PartitionKey.of("p"));
    engine.background().catchUp();
    assertThat(scanned(c)).isEmpty();
    assertThat(c.metrics().backlog().items()).isEqualTo(3);
    engine.background().resume();
    engine.background().catchUp();
    assertThat(c.metrics().backlog().items()).isZero();
  }

  @Test
  void uniqueKeysHoldWithinAPartitionOnly() {
    Container c = create(named("c").uniqueKeys(UniqueKey.of("/u", "/v")));
    put(c, "a", "u", 1, "v", 1);
    put(c, "b", "u", 1, "v", 2);
    c.create(ItemKey.of("q", "c"), Bodies.of("c", "pk", "q", "u", 1, "v", 1));
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "d", "u", 1, "v", 1));
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "d", "u", 1.0, "v", 1L));
    put(c, "a", "u", 1, "v", 1, "n", 5);
    put(c, "missing");
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(c, "missing2", "u", null));
    c.delete(key("a"));
    put(c, "d", "u", 1, "v", 1);
  }
}
