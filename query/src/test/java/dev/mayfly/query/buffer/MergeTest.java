package dev.mayfly.query.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergeTest {
  @Test
  void anyNumberOfSourcesIsMerged() {
    Random random = Seeds.random(MergeTest.class);
    for (int round = 0; round < 300; round++) {
      List<Integer> all = new ArrayList<>();
      List<Iterator<Integer>> sources = new ArrayList<>();
      for (int i = random.nextInt(20); i > 0; i--) {
        List<Integer> source = new ArrayList<>();
        for (int j = random.nextInt(30); j > 0; j--) {
          source.add(random.nextInt(100));
        }
        source.sort(Comparator.naturalOrder());
        all.addAll(source);
        sources.add(source.iterator());
      }
      all.sort(Comparator.naturalOrder());
      Merge<Integer> merge = new Merge<>(sources, Comparator.naturalOrder());
      assertThat(merge).toIterable().containsExactlyElementsOf(all);
      assertThatThrownBy(merge::next).isInstanceOf(NoSuchElementException.class);
    }
  }
}
