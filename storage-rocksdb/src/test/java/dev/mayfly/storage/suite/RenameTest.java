package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.EngineFixture;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Containers that get another name. */
class RenameTest extends EachStorageTest {
  private Container named(String name, String item) {
    Container container = create(EngineFixture.named(name).defaultTtl(10));
    put(container, item);
    return container;
  }

  @Test
  void aRenamedContainerKeepsEverythingAndOpenHandlesGoOn() {
    Container c = create(named("c").pathIndexes(PathIndex.of("by_u", "u").asUnique()));
    put(c, "a", "u", 1);
    long lsn = c.state().lsn();
    engine.renameContainer(DATABASE, "c", DATABASE, "e", false);
    assertThat(c.name()).isEqualTo("e");
    put(c, "b", "u", 2);
    assertThat(c.state().lsn()).isGreaterThan(lsn);
    assertThat(scanned(engine.container(DATABASE, "e"))).containsExactly("a", "b");
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> engine.container(DATABASE, "c"));
    reopen();
    Container again = engine.container(DATABASE, "e");
    assertThat(scanned(again)).containsExactly("a", "b");
    assertFails(ErrorCode.UNIQUE_KEY_VIOLATION, () -> put(again, "c", "u", 1));
  }

  @Test
  void itMayMoveToAnotherDatabase() {
    engine.createDatabase("other");
    Container c = named("c", "a");
    engine.renameContainer(DATABASE, "c", "other", "c", false);
    assertThat(c.database()).isEqualTo("other");
    assertThat(engine.containers(DATABASE)).isEmpty();
    reopen();
    assertThat(engine.container("other", "c").database()).isEqualTo("other");
    engine.deleteDatabase(DATABASE);
    assertThat(scanned(engine.container("other", "c"))).containsExactly("a");
  }

  @Test
  void aTargetIsDroppedInTheSameCommitIfThatIsAskedFor() {
    Container c = named("c", "a");
    Container target = named("e", "b");
    assertFails(
        ErrorCode.ALREADY_EXISTS,
        () -> engine.renameContainer(DATABASE, "c", DATABASE, "e", false));
    engine.renameContainer(DATABASE, "c", DATABASE, "e", true);
    assertFails(ErrorCode.CONTAINER_NOT_FOUND, () -> target.live());
    assertThat(scanned(engine.container(DATABASE, "e"))).containsExactly("a");
    assertThat(engine.containers(DATABASE)).hasSize(1);
    assertThat(c.live().items()).isEqualTo(1);
    reopen();
    assertThat(scanned(engine.container(DATABASE, "e"))).containsExactly("a");
  }

  @Test
  void namesThatAreMissingTheSameOrNotValidAreRefused() {
    Container c = named("c", "a");
    assertFails(
        ErrorCode.CONTAINER_NOT_FOUND,
        () -> engine.renameContainer(DATABASE, "none", DATABASE, "e", false));
    assertFails(
        ErrorCode.DATABASE_NOT_FOUND,
        () -> engine.renameContainer(DATABASE, "c", "none", "e", false));
    assertFails(
        ErrorCode.BAD_REQUEST, () -> engine.renameContainer(DATABASE, "c", DATABASE, "c", true));
    assertFails(
        ErrorCode.BAD_REQUEST, () -> engine.renameContainer(DATABASE, "c", DATABASE, "", false));
    assertThat(scanned(c)).containsExactly("a");
  }

  @Test
  void whatSharesItsDatabasesThroughputNeedsADatabaseThatHasSome() {
    engine.createDatabase("rich", Throughput.manual(400), new BsonDocument());
    engine.createDatabase("richer", Throughput.manual(800), new BsonDocument());
    Container c =
        engine.createContainer(
            "rich", EngineFixture.named("c").throughput(Throughput.SHARED).build());
    assertFails(
        ErrorCode.BAD_REQUEST, () -> engine.renameContainer("rich", "c", DATABASE, "c", false));
    engine.renameContainer("rich", "c", "richer", "c", false);
    put(c, "a");
    assertThat(c.database()).isEqualTo("richer");
  }

  @Test
  @Rule("B1")
  void deadlinesStayWhatTheyAre() {
    Container c = named("c", "a");
    clock.advance(4);
    engine.renameContainer(DATABASE, "c", DATABASE, "e", false);
    assertDiesAfter(c, "a", 6);
    assertThat(purge(c)).isEqualTo(1);
  }
}
