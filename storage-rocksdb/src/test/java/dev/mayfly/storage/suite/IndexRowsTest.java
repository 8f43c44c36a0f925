package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** The rows of many ranges of an index are counted as those of each, in one walk. */
class IndexRowsTest extends EachStorageTest {
  private static final List<PathIndex.Part> BY_N =
      List.of(new PathIndex.Part(FieldPath.ofSlashed("/n"), false));

  private String made(Container container) {
    container.requestIndex(BY_N, PathIndex.Arrays.WHOLE);
    engine.background().catchUp();
    return container.requestIndex(BY_N, PathIndex.Arrays.WHOLE).index().name();
  }

  private static Reading reading(Container container) {
    return container.beginUncharged(System.nanoTime());
  }

  private static IndexQuery between(String index, int lower, int upper) {
    return new IndexQuery(index, IndexRange.between(new BsonInt32(lower), new BsonInt32(upper)));
  }

  @Test
  void separateRangesTakeOneCursor() {
    Container c = container(null);
    String index = made(c);
    for (int i = 0; i < 100; i++) {
      put(c, "i" + i, "n", i % 10 < 2 ? i : -1);
    }
    List<IndexQuery> queries = new ArrayList<>();
    for (int i = 90; i >= 0; i -= 10) {
      queries.add(between(index, i, i + 2));
      queries.add(between(index, i + 5, i + 7));
    }
    long cursors = storage.cursorsOfReads();
    long[] counts = reading(c).indexRowsOfEach(queries, 1000);
    assertThat(storage.cursorsOfReads() - cursors).isEqualTo(1);
    for (int i = 0; i < counts.length; i++) {
      assertThat(counts[i]).isEqualTo(i % 2 == 0 ? 2 : 0);
    }
    assertThat(reading(c).indexRows(queries, 1000)).isEqualTo(20);
    assertThat(reading(c).indexRows(queries, 7)).isEqualTo(7);
    assertThat(reading(c).indexRows(queries, 0)).isZero();
    assertThat(reading(c).indexRowsOfEach(List.of(), 5)).isEmpty();
  }

  @Test
  void anyRangesHaveTheRowsThatEachHas() {
    Random random = Seeds.random(IndexRowsTest.class);
    Container c = create(named("c").defaultTtl(-1));
    String index = made(c);
    for (int i = 0; i < 400; i++) {
      put(c, "i" + i, "n", random.nextInt(100), "ttl", random.nextInt(3) > 0 ? 5 : -1);
    }
    for (int round = 0; round < 40; round++) {
      if (round == 20) {
        clock.advance(5);
      }
      if (round == 25) {
        // Finds ranges of dead rows, which walks pass over from now on.
        reading(c).scanIndex(new IndexQuery(index, IndexRange.ALL), null, ReadLimits.DEFAULT);
      }
      List<IndexQuery> queries = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        int lower = random.nextInt(100);
        queries.add(between(index, lower, lower + random.nextInt(12)));
      }
      long[] expected =
          queries.stream().mapToLong(query -> reading(c).indexRows(query, 1000)).toArray();
      assertThat(reading(c).indexRowsOfEach(queries, 10_000)).isEqualTo(expected);
      long all = Arrays.stream(expected).sum();
      long limit = random.nextInt(100);
      assertThat(reading(c).indexRows(queries, limit)).isEqualTo(Math.min(all, limit));
    }
  }
}
