package dev.mayfly.mongo.driver;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.Document;

/** Random documents with a value for every kind of index, and the distances of their places. */
final class HistoryDocuments {
  static final String[] WORDS = {"ant", "bee", "cat", "dog", "eel", "fox"};

  /** Below how many the values of n, of tags and of unique are. */
  static final int NUMBERS = 8;

  static final int TAGS = 4;
  static final int UNIQUE = 60;

  private final Random random;

  HistoryDocuments(Random random) {
    this.random = requireNonNull(random, "random");
  }

  /** Each field but the id may be missing. */
  Document document(int id, long nowSecond) {
    Document document = new Document("_id", id).append("pad", "x".repeat(200 + dice(600)));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("n", dice(NUMBERS));
    fields.put("s", WORDS[dice(WORDS.length)]);
    fields.put("tags", some(() -> dice(TAGS)));
    fields.put("items", some(() -> new Document("k", dice(TAGS)).append("v", dice(TAGS))));
    fields.put("text", text());
    fields.put("xy", List.of(dice(20) - 10, dice(20) - 10));
    fields.put("at", place());
    fields.put("unique", dice(UNIQUE));
    fields.forEach(
        (name, value) -> {
          if (dice(7) > 0) {
            document.append(name, value);
          }
        });
    if (random.nextBoolean()) {
      document.append("ttl", 1 + dice(25));
    }
    if (dice(4) == 0) {
      document.append("dies", dice(2) == 0 ? date(nowSecond) : some(() -> date(nowSecond)));
    }
    return document;
  }

  private int dice(int sides) {
    return random.nextInt(sides);
  }

  private Date date(long nowSecond) {
    return new Date((nowSecond - 2 + dice(30)) * 1000 + (dice(2) == 0 ? 0 : dice(1000)));
  }

  private <T> List<T> some(Supplier<T> maker) {
    return Stream.generate(maker).limit(dice(4)).toList();
  }

  /** New values for some fields. */
  Document change() {
    return new Document("text", text()).append("n", dice(NUMBERS)).append("at", place());
  }

  private String text() {
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
