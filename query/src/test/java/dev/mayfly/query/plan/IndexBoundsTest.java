package dev.mayfly.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import java.util.List;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Which ranges of an index the conditions on its paths give, and in which order they are. */
class IndexBoundsTest {
  private static final List<PathIndex.Part> PARTS = PathIndex.of("i", "a", "-b", "c").parts();

  private static BsonValue number(int number) {
    return new BsonInt32(number);
  }

  private static KeySet points(int... numbers) {
    KeySet set = KeySet.NONE;
    for (int each : numbers) {
      set = set.union(KeySet.of(KeyInterval.point(number(each))));
    }
    return set;
  }

  private static KeySet between(int lower, int upper) {
    return KeySet.of(KeyInterval.closed(number(lower), number(upper)));
  }

  private static IndexBounds fit(Map<String, KeySet> conditions, long rangesMax) {
    return IndexBounds.fit(
        PARTS, part -> conditions.get(String.join(".", part.path().names())), rangesMax);
  }

  @Test
  void theFirstPathWithoutAConditionEndsThem() {
    assertThat(fit(Map.of("b", points(1)), 10).isWhole()).isTrue();
    assertThat(fit(Map.of("b", points(1)), 10).ranges()).containsExactly(IndexRange.ALL);
    assertThat(fit(Map.of("a", points(1), "c", points(2)), 10).keys()).containsExactly(points(1));
  }

  @Test
  void aRangeEndsThemToo() {
    IndexBounds bounds = fit(Map.of("a", between(1, 2), "b", points(1)), 10);

    assertThat(bounds.keys()).containsExactly(between(1, 2));
    assertThat(bounds.isPoints()).isFalse();
    assertThat(bounds.ranges()).containsExactly(IndexRange.between(number(1), number(2)));
  }

  @Test
  void valuesAreCombinedInTheOrderOfTheIndex() {
    IndexBounds bounds = fit(Map.of("a", points(1, 2), "b", points(3, 4)), 10);

    assertThat(bounds.rangesInOrder(false))
        .containsExactly(equal(1, 4), equal(1, 3), equal(2, 4), equal(2, 3));
    assertThat(bounds.rangesInOrder(true))
        .containsExactly(equal(2, 3), equal(2, 4), equal(1, 3), equal(1, 4));
    assertThat(bounds.ranges()).containsExactly(equal(1, 3), equal(1, 4), equal(2, 3), equal(2, 4));
  }

  private static IndexRange equal(int first, int second) {
    return IndexRange.equalTo(number(first), number(second));
  }

  @Test
  void aPathWithTooManyRangesIsLeftOut() {
    assertThat(fit(Map.of("a", points(1, 2), "b", points(1, 2, 3)), 5).keys())
        .containsExactly(points(1, 2));
  }

  @Test
  void withoutAPossibleValueNothingIsRead() {
    assertThat(fit(Map.of("a", KeySet.NONE, "b", points(1)), 10).ranges()).isEmpty();
  }

  @Test
  void onlyASingleValueIsFixed() {
    IndexBounds bounds = fit(Map.of("a", points(1), "b", points(1, 2), "c", points(3)), 10);

    assertThat(bounds.isFixed(0)).isTrue();
    assertThat(bounds.isFixed(1)).isFalse();
    assertThat(bounds.isFixed(2)).isTrue();
    assertThat(bounds.isFixed(3)).isFalse();
  }
}
