package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Throughput;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Databases and containers. */
class CatalogTest extends EachStorageTest {
  private static final BsonDocument OPAQUE = new BsonDocument("x", new BsonInt32(1));

  @Test
  void databasesAreCreatedListedReplacedAndDeleted() {
    engine.createDatabase("b", Throughput.manual(400), OPAQUE);
    assertThat(engine.databases().stream().map(Database::name)).containsExactly("b", "d");
    assertThat(engine.database("b").throughput()).isEqualTo(Throughput.manual(400));
    assertThat(engine.database("b").opaque()).isEqualTo(OPAQUE);
    engine.replaceDatabase("b", Throughput.autoscale(4000), new BsonDocument());
    assertThat(engine.database("b").throughput()).isEqualTo(Throughput.autoscale(4000));
    reopen();
    assertThat(engine.database("b").throughput()).isEqualTo(Throughput.autoscale(4000));
    engine.deleteDatabase("b");
    assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> engine.database("b"));
    reopen();
    assertThat(engine.databases().stream().map(Database::name)).containsExactly("d");
  }

  @Test
  void namesThatAreTakenMissingOrNotValidAreRefused() {
    assertFails(ErrorCode.ALREADY_EXISTS, () -> engine.createDatabase(DATABASE));
    assertFails(ErrorCode.BAD_REQUEST, () -> engine.createDatabase(""));
    assertFails(ErrorCode.BAD_REQUEST, () -> engine.createDatabase("x".repeat(256)));
    assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> engine.containers("none"));
    assertFails(ErrorCode.DATABASE_NOT_FOUND, () -> engine.deleteDatabase("none"));
    assertFails(
        ErrorCode.DATABASE_NOT_FOUND, () -> engine.createContainer("none", named("c").build()));
    container(null);
    assertFails(ErrorCode.ALREADY_EXISTS, () -> container(null));
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> engine.container(DATABASE, "none"));
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> engine.deleteContainer(DATABASE, "none"));
    assertFails(
        ErrorCode.CONTAINER_NOT_FOUND,
        () -> engine.replaceContainer(DATABASE, named("none").build()));
    assertFails(ErrorCode.BAD_REQUEST, () -> named("").build());
  }

  @Test
  void aDefinitionComesBackWholeAlsoAfterARestart() {
    ContainerDefinition definition =
        ContainerDefinition.named("all")
            .partitionKey("/a", "/b/c")
            .defaultTtl(-1)
            .dateTtls(new DateTtl("at", "x.at", 5))
            .indexing(
                new IndexingPolicy(
                    IndexingPolicy.Mode.CONSISTENT, List.of("/*"), List.of("/secret/?")))
            .uniqueKeys(UniqueKey.of("/u", "/v"), UniqueKey.of("/w"))
            .throughput(Throughput.autoscale(2000))
            .analyticalStorageTtl(77)
            .allVersions(new Retention(5, 6))
            .expiryEvents(new Retention(7, 8))
            .quotaBytes(1 << 20)
            .partitionQuotaBytes(1 << 16)
            .opaque(OPAQUE)
            .build();
    engine.createContainer(DATABASE, definition);
    assertThat(engine.container(DATABASE, "all").definition()).isEqualTo(definition);
    reopen();
    assertThat(engine.container(DATABASE, "all").definition()).isEqualTo(definition);
    assertThat(engine.containers(DATABASE).stream().map(Container::name)).containsExactly("all");
  }

  @Test
  void partitionKeyAndUniqueKeysCannotBeChanged() {
    Container c = create(named("c").uniqueKeys(UniqueKey.of("/u")));
    assertFails(ErrorCode.BAD_REQUEST, () -> change(c, each -> each.partitionKey("/other")));
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            change(
                c,
                each ->
                    each.partitionKey(
                        new PartitionKeyDefinition(
                            PartitionKeyDefinition.Kind.HASH,
                            c.definition().partitionKey().paths(),
                            1))));
    assertFails(ErrorCode.BAD_REQUEST, () -> change(c, each -> each.uniqueKeys()));
    assertFails(
        ErrorCode.BAD_REQUEST, () -> change(c, each -> each.uniqueKeys(UniqueKey.of("/v"))));
    assertThat(again(c).definition()).isEqualTo(c.definition());
  }

  @Test
  void aReplacedDefinitionHoldsForAllWhoHaveTheContainer() {
    Container c = container(null);
    Container other = engine.container(DATABASE, "c");
    change(c, each -> each.analyticalStorageTtl(5).opaque(OPAQUE));
    assertThat(other.definition().analyticalStorageTtl()).isEqualTo(5);
    assertThat(other.definition().opaque()).isEqualTo(OPAQUE);
  }

  @Test
  void aChangeOfSomethingThatHasChangedSinceIsRefused() {
    Container c = container(null);
    Database d = engine.database(DATABASE);
    Etag containerBefore = engine.etag(c.state());
    Etag databaseBefore = engine.etag(d);
    change(c, each -> each.analyticalStorageTtl(5));
    engine.replaceDatabase(DATABASE, Throughput.NONE, OPAQUE, databaseBefore);
    Etag containerNow = engine.etag(c.state());
    Etag databaseNow = engine.etag(engine.database(DATABASE));
    for (Etag old : List.of(containerBefore, databaseBefore, new Etag(0, containerNow.lsn()))) {
      assertFails(
          ErrorCode.PRECONDITION_FAILED,
          () -> engine.replaceContainer(DATABASE, named("c").build(), old));
      assertFails(
          ErrorCode.PRECONDITION_FAILED,
          () -> engine.forceReplaceContainer(DATABASE, named("c").build(), old));
      assertFails(ErrorCode.PRECONDITION_FAILED, () -> engine.deleteContainer(DATABASE, "c", old));
      assertFails(
          ErrorCode.PRECONDITION_FAILED,
          () -> engine.replaceDatabase(DATABASE, Throughput.NONE, new BsonDocument(), old));
      assertFails(ErrorCode.PRECONDITION_FAILED, () -> engine.deleteDatabase(DATABASE, old));
    }
    assertThat(again(c).definition().analyticalStorageTtl()).isEqualTo(5);
    reopen();
    assertThat(engine.etag(again(c).state())).isEqualTo(containerNow);
    engine.replaceContainer(DATABASE, named("c").build(), containerNow);
    engine.deleteContainer(DATABASE, "c", engine.etag(again(c).state()));
    engine.deleteDatabase(DATABASE, databaseNow);
    assertThat(engine.databases()).isEmpty();
  }

  @Test
  void aDeletedContainerIsGoneForWhoeverHasIt() {
    Container c = create(named("c").defaultTtl(10).uniqueKeys(UniqueKey.of("/u")));
    putMany(c, "a", 1, "u", 1);
    engine.deleteContainer(DATABASE, "c");
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> c.read(key("a0")));
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> put(c, "b"));
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> c.live());
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> c.maintenance().purge(1));
    assertFails(
        ErrorCode.CONTAINER_NOT_FOUND,
        () -> c.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT));
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> again(c));
  }

  @Test
  void aContainerOfTheSameNameBeginsEmpty() {
    Container old = create(named("c").defaultTtl(10).uniqueKeys(UniqueKey.of("/u")));
    put(old, "a", "u", 1);
    engine.background().foldCounts();
    put(old, "b", "u", 2);
    engine.deleteContainer(DATABASE, "c");
    Container c = create(named("c").defaultTtl(10).uniqueKeys(UniqueKey.of("/u")));
    assertThat(scanned(c)).isEmpty();
    assertThat(changed(c)).isEmpty();
    assertThat(c.live().items()).isZero();
    put(c, "x", "u", 1);
    assertThat(c.live().items()).isEqualTo(1);
    reopen();
    assertThat(scanned(again(c))).containsExactly("x");
    assertThat(again(c).live().items()).isEqualTo(1);
  }

  @Test
  void deletingADatabaseDeletesItsContainersOnly() {
    engine.createDatabase("other");
    Container kept = engine.createContainer("other", named("c").build());
    put(kept, "a");
    Container c = container(10);
    put(c, "a");
    engine.deleteDatabase(DATABASE);
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> c.read(key("a")));
    assertThat(scanned(kept)).containsExactly("a");
    engine.createDatabase(DATABASE);
    assertThat(engine.containers(DATABASE)).isEmpty();
    reopen();
    assertThat(engine.containers(DATABASE)).isEmpty();
    assertThat(scanned(engine.container("other", "c"))).containsExactly("a");
  }

  @Test
  void itemsAndTheirFateSurviveARestart() {
    Container c = container(10);
    put(c, "a", "n", 1);
    var before = c.read(key("a"));
    clock.advance(4);
    reopen();
    var after = again(c).read(key("a"));
    assertThat(after.body()).isEqualTo(before.body());
    assertThat(after.etag()).isEqualTo(before.etag());
    assertThat(after.rid()).isEqualTo(before.rid());
    assertThat(after.remainingSeconds()).isEqualTo(6);
    assertDiesAfter(again(c), "a", 6);
  }

  @Test
  void etagsAndLsnsAreNeverUsedAgainAfterARestart() {
    Container c = container(null);
    long before = put(c, "a").item().lsn();
    reopen();
    assertThat(put(again(c), "b").item().lsn()).isGreaterThan(before);
  }

  @Test
  void aClosedEngineSaysSo() {
    Container c = container(null);
    put(c, "a");
    Engine closed = engine;
    closed.close();
    closed.close();
    assertFails(ErrorCode.CLOSED, closed::databases);
    assertFails(ErrorCode.CLOSED, () -> closed.container(DATABASE, "c"));
    assertFails(ErrorCode.CLOSED, closed::begin);
    assertFails(ErrorCode.CLOSED, () -> c.read(key("a")));
    assertFails(ErrorCode.CLOSED, () -> put(c, "a"));
    assertFails(ErrorCode.CLOSED, () -> c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT));
    reopen();
    assertThat(scanned(again(c))).containsExactly("a");
  }

  @Test
  void tooMuchInADefinitionIsRefused() {
    DateTtl[] dates = new DateTtl[33];
    for (int i = 0; i < dates.length; i++) {
      dates[i] = new DateTtl("n" + i, "f" + i, 1);
    }
    assertFails(ErrorCode.BAD_REQUEST, () -> named("c").dateTtls(dates).build());
    UniqueKey[] keys = new UniqueKey[11];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = UniqueKey.of("/f" + i);
    }
    assertFails(ErrorCode.BAD_REQUEST, () -> named("c").uniqueKeys(keys).build());
    assertFails(ErrorCode.BAD_REQUEST, () -> named("c").quotaBytes(-1).build());
    assertFails(ErrorCode.BAD_TTL, () -> named("c").analyticalStorageTtl(-2).build());
  }
}
