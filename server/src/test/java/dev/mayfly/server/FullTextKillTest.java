package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it writes, deletes and searches texts: after each start, the scores
 * and matches that it finds are those that plain Java computes from the items that are there.
 */
@Timeout(300)
@LongTest
class FullTextKillTest implements KilledContainer.Lives {
  private static final int LIVES = Rounds.of(2, 4);
  private static final int BATCH = 100;
  private static final int BATCHES = 10;
  private static final int DELETED = 10;
  private static final int WORDS = 300;
  private static final int TOP = 10;
  private static final Offset<Double> EXACT = within(1e-9);
  private static final String DEFINITION =
      "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2},"
          + "'fullTextPolicy':{'defaultLanguage':'en-US','fullTextPaths':[{'path':'/t'}]},"
          + "'indexingPolicy':{'fullTextIndexes':[{'path':'/t'}]}}";

  @TempDir private Path temporary;
  private final long seed = Seeds.seedOfThreads(FullTextKillTest.class);
  private final Random random = new Random(seed);
  private final Map<String, String> partitions = new TreeMap<>();
  private int made;

  @Test
  void searchesAgreeAfterKills() throws Exception {
    KilledContainer.live(temporary, LIVES, seed, random, DEFINITION, this);
  }

  @Override
  public void begin(KilledContainer container) throws Exception {
    for (int i = 0; i < BATCHES; i++) {
      write(container);
    }
  }

  /** A word that is its own stem; some are much more frequent than others. */
  private String word() {
    return "w" + (int) (WORDS * Math.pow(random.nextDouble(), 3)) + "x";
  }

  private String text() {
    List<String> words = new ArrayList<>();
    for (int i = 3 + random.nextInt(30); i > 0; i--) {
      words.add(word());
    }
    return String.join(" ", words);
  }

  private void write(KilledContainer container) throws Exception {
    String partition = "p" + random.nextInt(3);
    List<BsonDocument> items = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      String id = "i" + made++;
      ids.add(id);
      items.add(new BsonDocument("id", new BsonString(id)).append("t", new BsonString(text())));
    }
    container.create(partition, items);
    ids.forEach(id -> partitions.put(id, partition));
  }

  private void delete(KilledContainer container) throws Exception {
    String partition = "p" + random.nextInt(3);
    List<String> ids =
        partitions.keySet().stream()
            .filter(id -> partitions.get(id).equals(partition))
            .limit(DELETED)
            .toList();
    if (!ids.isEmpty()) {
      // If the answer is lost they may be gone or not, and are not deleted again.
      partitions.keySet().removeAll(ids);
      container.delete(partition, ids);
    }
  }

  @Override
  public int killWithinMillis(int life) {
    return 400;
  }

  @Override
  public void work(KilledContainer container) throws Exception {
    container.query(ranked(List.of(word(), word())));
    write(container);
    container.query(containing(word()));
    delete(container);
  }

  private static String ranked(List<String> words) {
    String terms = String.join("', '", words);
    return "SELECT TOP 10 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.t, '" + terms + "')";
  }

  private static String containing(String phrase) {
    return "SELECT VALUE c.id FROM c WHERE FullTextContains(c.t, '" + phrase + "')";
  }

  @Override
  public void check(KilledContainer container, String when, boolean last) throws Exception {
    check(container, when);
    // It would prove nothing if all items were read for each search.
    Await.until(
        "a filter by an index",
        () -> container.query(containing("w" + (WORDS - 1) + "x")).retrieved() < BATCH);
    Await.until(
        "a ranking from the heap",
        () -> container.query(ranked(List.of("w0x"))).retrieved() <= 2 * TOP);
    check(container, "with indexes, " + when);
  }

  private void check(KilledContainer container, String when) throws Exception {
    Map<String, List<String>> there = new TreeMap<>();
    for (BsonValue each : container.query("SELECT c.id, c.t FROM c").results()) {
      BsonDocument item = each.asDocument();
      there.put(
          item.getString("id").getValue(),
          Arrays.asList(item.getString("t").getValue().split(" ")));
    }
    assertThat(there.keySet()).as(when).containsAll(partitions.keySet());
    for (int i = 0; i < 5; i++) {
      checkRanks(container, there, List.of(word()), when);
      checkRanks(container, there, List.of(word(), word(), word() + " " + word()), when);
      checkMatches(container, there, word(), when);
      checkMatches(container, there, word() + " " + word(), when);
    }
  }

  private static void checkMatches(
      KilledContainer container, Map<String, List<String>> there, String phrase, String when)
      throws Exception {
    List<String> wanted =
        there.keySet().stream().filter(id -> frequency(there.get(id), phrase) > 0).toList();
    assertThat(container.query(containing(phrase)).ids())
        .as("%s: %s", when, phrase)
        .containsExactlyInAnyOrderElementsOf(wanted);
  }

  /** Compares scores, not ids: those of several items may be equal. */
  private static void checkRanks(
      KilledContainer container, Map<String, List<String>> there, List<String> terms, String when)
      throws Exception {
    Map<String, Double> scores = scores(there, terms);
    List<Double> highest =
        scores.values().stream().sorted(Comparator.reverseOrder()).limit(TOP).toList();
    List<String> found = container.query(ranked(terms)).ids();
    assertThat(found).as("%s: %s", when, terms).doesNotHaveDuplicates().hasSize(highest.size());
    for (int i = 0; i < found.size(); i++) {
      assertThat(scores.get(found.get(i)))
          .as("%s: %s, place %s", when, terms, i)
          .isCloseTo(highest.get(i), EXACT);
    }
  }

  /** BM25 of all items. */
  private static Map<String, Double> scores(Map<String, List<String>> there, List<String> terms) {
    double average = there.values().stream().mapToInt(List::size).average().orElse(0);
    Map<String, Double> scores = new TreeMap<>();
    there.keySet().forEach(id -> scores.put(id, 0.0));
    for (String term : terms) {
      long hits = there.values().stream().filter(text -> frequency(text, term) > 0).count();
      double weight = Math.log(1 + (there.size() - hits + 0.5) / (hits + 0.5));
      there.forEach(
          (id, text) -> {
            double frequency = frequency(text, term);
            double length = 0.25 + 0.75 * text.size() / average;
            scores.merge(id, weight * frequency / (frequency + 1.2 * length), Double::sum);
          });
    }
    return scores;
  }

  private static int frequency(List<String> text, String phrase) {
    List<String> words = Arrays.asList(phrase.split(" "));
    int count = 0;
    for (int i = 0; i + words.size() <= text.size(); i++) {
      count += text.subList(i, i + words.size()).equals(words) ? 1 : 0;
    }
    return count;
  }
}
