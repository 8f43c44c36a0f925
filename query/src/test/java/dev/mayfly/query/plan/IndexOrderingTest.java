package dev.mayfly.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** When an index is in the order of a sort. */
class IndexOrderingTest {
  private static final List<PathIndex.Part> PARTS = PathIndex.of("i", "a", "-b", "c").parts();
  private static final List<String> ID = List.of("_id");

  /**
   * @param fixed the paths that have one value
   * @param sort paths, after '-' if they are descending
   */
  private static IndexOrdering ordering(Set<String> fixed, String... sort) {
    KeySet one = KeySet.of(KeyInterval.point(new BsonInt32(1)));
    IndexBounds bounds =
        IndexBounds.fit(PARTS, part -> fixed.contains(part.path().names().get(0)) ? one : null, 9);
    List<IndexOrdering.SortKey> keys = new ArrayList<>();
    for (String each : sort) {
      String path = each.startsWith("-") ? each.substring(1) : each;
      keys.add(new IndexOrdering.SortKey(List.of(path), each.startsWith("-")));
    }
    return IndexOrdering.of(bounds, keys, ID);
  }

  @Test
  void itsPathsAreInOrderInBothDirections() {
    assertThat(ordering(Set.of(), "a")).isEqualTo(new IndexOrdering(0, false));
    assertThat(ordering(Set.of(), "a", "-b")).isEqualTo(new IndexOrdering(0, false));
    assertThat(ordering(Set.of(), "-a", "b")).isEqualTo(new IndexOrdering(0, true));
    assertThat(ordering(Set.of(), "a", "b")).isNull();
    assertThat(ordering(Set.of(), "b")).isNull();
    assertThat(ordering(Set.of(), "a", "c")).isNull();
  }

  @Test
  void aPathWithOneValueMakesNoDifference() {
    assertThat(ordering(Set.of("a"), "b")).isEqualTo(new IndexOrdering(1, true));
    assertThat(ordering(Set.of("a"), "-a", "-b", "c")).isEqualTo(new IndexOrdering(1, false));
    assertThat(ordering(Set.of("a", "b"), "c")).isEqualTo(new IndexOrdering(2, false));
    assertThat(ordering(Set.of("a"), "a")).isEqualTo(new IndexOrdering(3, false));
  }

  @Test
  void idsFollowWhereAllPathsAreEqual() {
    assertThat(ordering(Set.of("a", "b", "c"), "-_id")).isEqualTo(new IndexOrdering(3, true));
    assertThat(ordering(Set.of(), "a", "-b", "c", "_id", "x"))
        .isEqualTo(new IndexOrdering(0, false));
    assertThat(ordering(Set.of(), "a", "_id")).isNull();
  }
}
