package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * Random writes and searches while time passes: what the index finds is what a model without an
 * index finds, with the same scores, and what a scan of all documents finds.
 */
@Rule({"B2", "D3"})
class TextDifferentialDriverTest {
  private static final String[] WORDS = {"ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"};
  private static final int IDS = 12;
  private static final int STEPS = 150;

  private final Random random = Seeds.random(getClass());
  private final Map<Integer, Document> model = new TreeMap<>();
  private final Map<Integer, Long> deadlines = new TreeMap<>();

  @Test
  void theIndexFindsWhatAModelFinds() {
    for (int round = 0; round < Rounds.of(2, 30); round++) {
      round();
    }
  }

  private void round() {
    model.clear();
    deadlines.clear();
    try (Storage storage = new MemoryStorage();
        DriverServer server = DriverServer.over(storage)) {
      MongoCollection<Document> collection = server.client().getDatabase("d").getCollection("c");
      collection.createIndex(
          new Document("_ts", 1), new IndexOptions().expireAfter(1000L, TimeUnit.SECONDS));
      int indexed = random.nextInt(STEPS / 2);
      for (int i = 0; i < STEPS; i++) {
        write(server, collection);
        if (i == indexed) {
          collection.createIndex(
              new Document("a", "text").append("b.c", "text"),
              new IndexOptions().defaultLanguage("none").weights(new Document("a", 3)));
        }
        if (i >= indexed) {
          search(server, collection);
        }
      }
      server.engine().background().catchUp();
      List<String> problems = new ArrayList<>();
      new Verifier(storage, new FilterItemFilters()).check(problems::add);
      assertThat(problems).isEmpty();
    }
  }

  private String words(int atMost) {
    StringBuilder words = new StringBuilder();
    for (int i = random.nextInt(atMost + 1); i > 0; i--) {
      words.append(words.isEmpty() ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
    }
    return words.toString();
  }

  private void write(DriverServer server, MongoCollection<Document> collection) {
    int id = random.nextInt(IDS);
    Document key = new Document("_id", id);
    switch (random.nextInt(6)) {
      case 0 -> {
        collection.deleteOne(key);
        model.remove(id);
      }
      case 1 -> server.clock().advance(random.nextInt(20));
      case 2 -> {
        boolean alive = live(server, id) != null;
        assertThat(
                collection
                    .updateOne(key, new Document("$set", new Document("a", "bee ant")))
                    .getMatchedCount())
            .isEqualTo(alive ? 1 : 0);
        if (alive) {
          model.get(id).put("a", "bee ant");
          touch(server, id);
        }
      }
      default -> {
        Document document = new Document("_id", id).append("a", words(5));
        document.append("b", List.of(new Document("c", words(3)), new Document("c", words(2))));
        if (random.nextBoolean()) {
          document.append("ttl", 1 + random.nextInt(30));
        }
        collection.replaceOne(
            key, document, new com.mongodb.client.model.ReplaceOptions().upsert(true));
        model.put(id, document);
        touch(server, id);
      }
    }
  }

  private void touch(DriverServer server, int id) {
    int ttl = model.get(id).getInteger("ttl", 1000);
    deadlines.put(id, server.clock().epochSecond() + ttl);
  }

  private Document live(DriverServer server, int id) {
    Document document = model.get(id);
    return document == null || deadlines.get(id) <= server.clock().epochSecond() ? null : document;
  }

  private void search(DriverServer server, MongoCollection<Document> collection) {
    String words = words(3);
    String phrase = random.nextInt(4) == 0 ? words(2) : "";
    String negated = random.nextInt(3) == 0 ? WORDS[random.nextInt(WORDS.length)] : "";
    String search =
        words
            + (phrase.isEmpty() ? "" : " \"" + phrase + "\"")
            + (negated.isEmpty() ? "" : " -" + negated);
    TreeSet<String> terms = new TreeSet<>(Arrays.asList((words + " " + phrase).split(" ")));
    terms.remove("");
    Map<Integer, Double> expected = new TreeMap<>();
    for (int id = 0; id < IDS; id++) {
      Document document = live(server, id);
      double score = document == null ? 0 : score(document, terms, phrase, negated);
      if (score > 0) {
        expected.put(id, score);
      }
    }
    Document text = new Document("$text", new Document("$search", search));
    assertThat(scores(collection, text)).as(search).isEqualTo(expected);
    Document scanned = new Document("$or", List.of(text, new Document("_id", "none")));
    assertThat(scores(collection, scanned)).as(search).isEqualTo(expected);
    assertThat(collection.countDocuments(text)).as(search).isEqualTo(expected.size());
  }

  private static Map<Integer, Double> scores(
      MongoCollection<Document> collection, Document filter) {
    Map<Integer, Double> scores = new TreeMap<>();
    Document score = new Document("$meta", "textScore");
    double[] last = {Double.MAX_VALUE};
    collection
        .find(filter)
        .projection(new Document("score", score))
        .sort(new Document("s", score))
        .batchSize(3)
        .forEach(
            document -> {
              assertThat(scores.put(document.getInteger("_id"), document.getDouble("score")))
                  .isNull();
              assertThat(document.getDouble("score")).isLessThanOrEqualTo(last[0]);
              last[0] = document.getDouble("score");
            });
    return scores;
  }

  private static double score(
      Document document, TreeSet<String> terms, String phrase, String negated) {
    List<String> texts = new ArrayList<>(List.of(document.getString("a")));
    document.getList("b", Document.class).forEach(each -> texts.add(each.getString("c")));
    String all = String.join(" ", texts);
    boolean phrased = texts.stream().anyMatch(each -> each.contains(phrase));
    if (!phrased || !negated.isEmpty() && all.contains(negated)) {
      return 0;
    }
    double sum = 0;
    for (String term : terms) {
      double score = 0;
      for (int i = 0; i < texts.size(); i++) {
        score += score(texts.get(i), term, i == 0 ? 3 : 1);
      }
      sum += score;
    }
    return sum;
  }

  private static double score(String text, String term, int weight) {
    List<String> words = List.of(text.split(" "));
    int count = (int) words.stream().filter(term::equals).count();
    if (count == 0) {
      return 0;
    }
    double coefficient = 0.5 * count / words.size() + 0.5;
    return weight
        * (2 - Math.pow(0.5, count - 1))
        * (text.equals(term) ? coefficient * 1.1 : coefficient);
  }
}
