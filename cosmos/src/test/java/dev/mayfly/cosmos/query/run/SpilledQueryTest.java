package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillException;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What queries return when they use the disk is what they return when they do not. */
class SpilledQueryTest extends ContainerQueries {
  private static final int ITEMS = 2500;
  private static final int POOL_BYTES = 3 << 19;

  @TempDir private Path directory;
  private SpillSpace space;
  private Random random;
  private Container container;

  @BeforeEach
  void fill() throws IOException {
    space = SpillSpace.in(directory, 1 << 30, 0);
    random = Seeds.random(SpilledQueryTest.class);
    container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < ITEMS; i++) {
      put(container, item(i));
    }
  }

  private String item(int i) {
    int key = random.nextInt(ITEMS);
    String n =
        switch (random.nextInt(6)) {
          case 0 -> "\"text " + key % 100 + "\"";
          case 1 -> key / 4.0 + "";
          case 2 -> List.of("null", "true", "[1," + key + "]", "{\"x\":" + key + "}").get(key % 4);
          default -> Integer.toString(key);
        };
    return "{\"id\":\"%d\",\"pk\":\"p%d\",\"n\":%s,\"g\":%d,\"k\":%d,\"text\":\"%s\"}"
        .formatted(i, i % 7, n, key, random.nextInt(20), "\u00e9x\u4e16".repeat(100));
  }

  /** Both results, page by page; returns how often rows were moved to disk meanwhile. */
  private long compare(String text, long pageItems) {
    Pages inMemory = pages(container, text, pageItems);
    Pages spilled = pages(container, text, pageItems);
    spilled.pool = new MemoryPool(POOL_BYTES, space);
    long before = space.spills();
    assertThat(texts(spilled.all())).as(text).isEqualTo(texts(inMemory.all()));
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
    return space.spills() - before;
  }

  @Test
  void rowsThatAnOffsetPassesOverAreSortedOnDisk() {
    long spills = 0;
    for (int i = 0; i < 6; i++) {
      int offset = 1500 + random.nextInt(1200);
      String by = List.of("c.n", "c.g DESC", "c.text").get(i % 3);
      spills += compare("SELECT * FROM c ORDER BY " + by + " OFFSET " + offset + " LIMIT 300", 100);
    }
    assertThat(spills).isPositive();
  }

  @Test
  void distinctResultsAreFoundOnDisk() {
    long spills = 0;
    for (int i = 0; i < 4; i++) {
      // Some 1,500 results differ. If a page has the last of them, and all fit into memory, they
      // come as they were found and not in the order of their hashes.
      int offset = 1000 + random.nextInt(200);
      spills +=
          compare(
              "SELECT DISTINCT c.n, c.k, c.text FROM c ORDER BY c.n OFFSET "
                  + offset
                  + " LIMIT 200",
              150);
      spills +=
          compare(
              "SELECT DISTINCT VALUE c.g FROM c ORDER BY c.k OFFSET " + offset + " LIMIT 99", 40);
      spills += compare("SELECT DISTINCT c.g, c.text FROM c OFFSET " + offset + " LIMIT 200", 1000);
    }
    assertThat(spills).isPositive();
  }

  @Test
  void groupsAreMadeOnDisk() {
    long spills = 0;
    for (int i = 0; i < 3; i++) {
      int offset = 1000 + random.nextInt(400);
      spills +=
          compare(
              "SELECT c.g, c.text, COUNT(1) AS n, SUM(c.k) AS s, AVG(c.n) AS a, MIN(c.n) AS low,"
                  + " MAX(c.id) AS high FROM c GROUP BY c.g, c.text OFFSET "
                  + offset
                  + " LIMIT 100",
              1000);
      spills +=
          compare("SELECT c.g, MAKELIST(c.id) AS ids FROM c GROUP BY c.g, c.text, c.id", 1500);
    }
    assertThat(spills).isPositive();
  }

  @Test
  void aSpaceThatIsTooSmallIsAnError() throws IOException {
    Pages pages = pages(container, "SELECT * FROM c ORDER BY c.n OFFSET 2400 LIMIT 10", 10);
    pages.pool = new MemoryPool(POOL_BYTES, SpillSpace.in(directory, 100_000, 0));
    assertThatThrownBy(pages::all).isInstanceOf(SpillException.class);
    Pages without = pages(container, "SELECT * FROM c ORDER BY c.n OFFSET 2400 LIMIT 10", 10);
    without.pool = new MemoryPool(POOL_BYTES);
    assertThatThrownBy(without::all).hasMessageContaining("too much");
  }
}
