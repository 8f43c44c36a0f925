package dev.mayfly.cosmos.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextSearchTest {
  @Test
  void findsLongTextsWhereTheyAre() {
    long seed = Seeds.seed(TextSearchTest.class);
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(3_000); j >= 0; j--) {
        text.append(random.nextInt(40) == 0 ? 'b' : 'a');
      }
      int from = random.nextInt(text.length());
      StringBuilder part = new StringBuilder(text.substring(from));
      part.setLength(Math.min(part.length(), 257 + random.nextInt(300)));
      if (random.nextBoolean()) {
        part.setCharAt(random.nextInt(part.length()), 'b');
      }
      int start = random.nextInt(text.length());
      assertThat(TextSearch.indexOf(text.toString(), part.toString(), start))
          .as("seed %d", seed)
          .isEqualTo(text.indexOf(part.toString(), start));
      assertThat(TextSearch.lastIndexOf(text.toString(), part.toString(), text.length()))
          .as("seed %d", seed)
          .isEqualTo(text.lastIndexOf(part.toString()));
    }
  }
}
