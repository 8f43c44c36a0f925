package dev.mayfly.mongo.driver;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;

/** Random documents with a value for every kind of index, and the distances of their places. */
final class HistoryDocuments {
  static final String[] WORDS = {"ant", "bee", "cat", "dog", "eel", "fox"};

  private final Random random;

  HistoryDocuments(Random random) {
    this.random = requireNonNull(random, "random");
  }

  Document document(int id) {
    Document document =
        new Document("_id", id)
            .append("n", random.nextInt(8))
            .append("s", WORDS[random.nextInt(WORDS.length)])
            .append("tags", List.of(random.nextInt(4), random.nextInt(4)))
            .append("text", text())
            .append("xy", List.of(random.nextInt(20) - 10, random.nextInt(20) - 10))
            .append("at", place())
            .append("unique", id)
            .append("pad", "x".repeat(200 + random.nextInt(600)));
    if (random.nextBoolean()) {
      document.append("ttl", 1 + random.nextInt(25));
    }
    return document;
  }

  String text() {
    List<String> chosen = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      chosen.add(WORDS[random.nextInt(WORDS.length)]);
    }
    return String.join(" ", chosen);
  }

  Document place() {
    List<Double> at = List.of(random.nextDouble() * 360 - 180, random.nextDouble() * 180 - 90);
    return new Document("type", "Point").append("coordinates", at);
  }

  static double flat(List<Double> from, Document document) {
    List<Integer> at = document.getList("xy", Integer.class);
    return Math.hypot(from.get(0) - at.get(0), from.get(1) - at.get(1));
  }

  /** By the haversine formula. */
  static double angle(List<Double> from, Document document) {
    List<Double> at = document.get("at", Document.class).getList("coordinates", Double.class);
    double dy = Math.sin(Math.toRadians(at.get(1) - from.get(1)) / 2);
    double dx = Math.sin(Math.toRadians(at.get(0) - from.get(0)) / 2);
    double h =
        dy * dy
            + dx * dx * Math.cos(Math.toRadians(from.get(1))) * Math.cos(Math.toRadians(at.get(1)));
    return 2 * Math.asin(Math.sqrt(Math.min(1, h)));
  }
}
