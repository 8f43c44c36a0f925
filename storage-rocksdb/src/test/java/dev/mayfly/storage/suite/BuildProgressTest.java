package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far the builds of indexes and date TTLs have come. */
class BuildProgressTest extends EachStorageTest {
  @Test
  void anIndexSaysHowManyItemsItHasRead() {
    Container c = container(null);
    putMany(c, "a", 20);
    assertThat(c.builds()).isEmpty();
    Container indexed = change(c, definition -> definition.pathIndexes(PathIndex.of("by_n", "n")));
    assertThat(indexed.builds())
        .containsExactly(new BuildProgress("by_n", BuildProgress.Kind.INDEX, 0, 20));
    while (indexed.builds().get(0).seenItems() == 0) {
      indexed.maintenance().buildIndexes(5);
    }
    BuildProgress begun = indexed.builds().get(0);
    assertThat(begun.seenItems()).isBetween(1L, 19L);
    assertThat(begun.items()).isEqualTo(20);
    while (indexed.maintenance().buildIndexes(5)) {
      assertThat(indexed.builds().get(0).seenItems()).isGreaterThanOrEqualTo(begun.seenItems());
    }
    assertThat(indexed.builds()).isEmpty();
  }

  @Test
  void buildsOutsideOfTheStoreAreListedToo() {
    Container c = container(null);
    BuildProgress graph = new BuildProgress("/v", BuildProgress.Kind.VECTORS, 3, 20);
    Runnable end =
        engine
            .background()
            .derivedBuilds()
            .add(asked -> asked.name().equals(c.name()) ? List.of(graph) : List.of());
    assertThat(c.builds()).containsExactly(graph);
    end.run();
    assertThat(c.builds()).isEmpty();
  }

  @Test
  void aDateTtlIsListedUntilItIsInForce() {
    Container c = container(null);
    put(c, "a", "at", Bodies.date(START + 100));
    Container dated = change(c, definition -> definition.dateTtls(new DateTtl("at", "at", 5)));
    assertThat(dated.builds())
        .containsExactly(new BuildProgress("at", BuildProgress.Kind.DATE_TTL, 0, 1));
    engine.background().catchUp();
    assertThat(dated.dateTtlsReady()).isTrue();
    assertThat(dated.builds()).isEmpty();
  }
}
