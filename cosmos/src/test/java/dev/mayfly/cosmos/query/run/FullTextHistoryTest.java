package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random histories of texts: scores are those of a plain model of the items that are alive. */
class FullTextHistoryTest extends FullTextFixture {
  private static final String[] WORDS = {"bak", "dom", "fig", "lun", "mip", "pat", "rud", "zot"};
  private static final double NEARLY = 1e-9;

  private final Random random = Seeds.random(FullTextHistoryTest.class);
  private final Map<String, Alive> model = new HashMap<>();

  private record Alive(List<String> words, long deadline) {}

  private String word() {
    return WORDS[Math.min(random.nextInt(WORDS.length), random.nextInt(WORDS.length))];
  }

  private void write(Container container) {
    String id = "i" + random.nextInt(60);
    ItemKey key = ItemKey.of("p" + id.hashCode() % 3, id);
    if (random.nextInt(5) == 0) {
      if (model.remove(id) != null && container.read(key) != null) {
        container.delete(key);
      }
      return;
    }
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      words.add(word());
    }
    int ttl = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : -1;
    put(container, id, String.join(" ", words), ttl < 0 ? "" : ",\"ttl\":" + ttl);
    model.put(id, new Alive(words, ttl < 0 ? Long.MAX_VALUE : clock.epochSecond() + ttl));
  }

  private static int frequency(List<String> words, String[] phrase) {
    int found = 0;
    for (int i = 0; i + phrase.length <= words.size(); i++) {
      found += words.subList(i, i + phrase.length).equals(Arrays.asList(phrase)) ? 1 : 0;
    }
    return found;
  }

  /** The scores of all living items, by the textbook. */
  private Map<String, Double> scores(List<String[]> terms) {
    model.values().removeIf(each -> each.deadline() <= clock.epochSecond());
    double items = model.size();
    double length = model.values().stream().mapToInt(each -> each.words().size()).sum() / items;
    Map<String, Double> scores = new HashMap<>();
    model.forEach(
        (id, item) -> {
          double score = 0;
          for (String[] term : terms) {
            double hits =
                model.values().stream().filter(any -> frequency(any.words(), term) > 0).count();
            double tf = frequency(item.words(), term);
            double idf = Math.log(1 + (items - hits + 0.5) / (hits + 0.5));
            score += idf * tf / (tf + 1.2 * (0.25 + 0.75 * item.words().size() / length));
          }
          scores.put("\"" + id + "\"", score);
        });
    return scores;
  }

  @Test
  void scoresAreThoseOfTheLiving() {
    Container container = texts("c");
    for (int step = 0; step < (Rounds.isFull() ? 600 : 120); step++) {
      for (int i = random.nextInt(6); i > 0; i--) {
        write(container);
      }
      clock.advance(random.nextInt(3) == 0 ? random.nextInt(3) : 0);
      if (random.nextInt(10) == 0) {
        engine.background().catchUp();
      }
      check(container);
    }
  }

  private void check(Container container) {
    List<String[]> terms = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      terms.add(random.nextInt(3) == 0 ? new String[] {word(), word()} : new String[] {word()});
    }
    Map<String, Double> scores = scores(terms);
    int top = 1 + random.nextInt(12);
    StringBuilder query = new StringBuilder("SELECT TOP " + top);
    query.append(" VALUE c.id FROM c ORDER BY RANK FullTextScore(c.t");
    terms.forEach(term -> query.append(", '").append(String.join(" ", term)).append("'"));
    query.append(")");
    List<String> found = searched(container, query.toString(), 1 + random.nextInt(5));
    assertThat(read(container, query.toString())).as("%s", query).isEqualTo(found);
    List<Double> best =
        scores.values().stream().sorted(Comparator.reverseOrder()).limit(top).toList();
    assertThat(found).as("%s", query).hasSize(best.size()).doesNotHaveDuplicates();
    for (int i = 0; i < best.size(); i++) {
      assertThat(scores.get(found.get(i))).as("%s", query).isCloseTo(best.get(i), within(NEARLY));
    }
  }
}
