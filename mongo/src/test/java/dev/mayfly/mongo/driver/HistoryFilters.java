package dev.mayfly.mongo.driver;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.bson.Document;

/** Random filters for {@link HistoryDocuments}, each with a rule that says what it selects. */
final class HistoryFilters {
  private static final String[] WORDS = HistoryDocuments.WORDS;

  private final Random random;

  /** A filter and which documents it selects. */
  record Filter(Document document, Predicate<Document> selects) {
    static Filter of(String json, Predicate<Document> selects) {
      return new Filter(Document.parse(json), selects);
    }
  }

  HistoryFilters(Random random) {
    this.random = requireNonNull(random, "random");
  }

  private static List<Integer> tags(Document document) {
    return document.getList("tags", Integer.class, List.of());
  }

  private static List<Document> items(Document document) {
    return document.getList("items", Document.class, List.of());
  }

  /** A filter that any kind of index may serve, or none. */
  Filter next() {
    Integer n = random.nextInt(HistoryDocuments.NUMBERS);
    int tag = random.nextInt(HistoryDocuments.TAGS);
    return switch (random.nextInt(8)) {
      case 0, 1 -> ofNumber(n);
      case 2 -> ofTag(tag);
      case 3 -> ofWord();
      case 4 -> ofItems(tag, random.nextInt(HistoryDocuments.TAGS));
      case 5 -> {
        Filter one = ofNumber(n);
        Filter other = ofWord();
        yield new Filter(
            new Document("$or", List.of(one.document(), other.document())),
            one.selects().or(other.selects()));
      }
      case 6 -> {
        int value = random.nextInt(HistoryDocuments.UNIQUE);
        yield Filter.of(
            "{unique: {$gte: %d, $lt: %d}}".formatted(value, value + 9),
            each -> isWithin(each.getInteger("unique"), value, value + 8));
      }
      default -> Filter.of("{dies: {$exists: true}}", each -> each.containsKey("dies"));
    };
  }

  private static boolean isWithin(Integer value, int from, int to) {
    return value != null && value >= from && value <= to;
  }

  private Filter ofNumber(Integer n) {
    return switch (random.nextInt(6)) {
      case 0 -> Filter.of("{n: null}", each -> each.getInteger("n") == null);
      case 1 ->
          Filter.of("{n: {$gt: 2, $lte: " + n + "}}", each -> isWithin(each.getInteger("n"), 3, n));
      case 2 ->
          Filter.of(
              "{n: {$in: [null, " + n + "]}}",
              each -> each.getInteger("n") == null || n.equals(each.getInteger("n")));
      case 3 -> Filter.of("{n: {$ne: " + n + "}}", each -> !n.equals(each.getInteger("n")));
      case 4 ->
          Filter.of(
              "{n: {$gte: " + n + "}, s: {$exists: true}}",
              each -> isWithin(each.getInteger("n"), n, 99) && each.containsKey("s"));
      default -> Filter.of("{n: " + n + "}", each -> n.equals(each.getInteger("n")));
    };
  }

  private Filter ofTag(int tag) {
    return switch (random.nextInt(4)) {
      case 0 -> Filter.of("{tags: []}", each -> each.containsKey("tags") && tags(each).isEmpty());
      case 1 ->
          Filter.of(
              "{tags: {$gt: " + tag + "}}", each -> tags(each).stream().anyMatch(t -> t > tag));
      case 2 ->
          Filter.of(
              "{tags: {$all: [" + tag + ", 1]}}",
              each -> tags(each).contains(tag) && tags(each).contains(1));
      default -> Filter.of("{tags: " + tag + "}", each -> tags(each).contains(tag));
    };
  }

  private Filter ofWord() {
    String word = WORDS[random.nextInt(WORDS.length)];
    return switch (random.nextInt(4)) {
      case 0 -> Filter.of("{s: {$exists: false}}", each -> !each.containsKey("s"));
      case 1 ->
          Filter.of(
              "{s: {$gte: '" + word + "'}}",
              each -> each.containsKey("s") && each.getString("s").compareTo(word) >= 0);
      case 2 ->
          Filter.of(
              "{s: {$in: ['" + word + "', 'eel']}}",
              each -> List.of(word, "eel").contains(Objects.toString(each.getString("s"))));
      default -> Filter.of("{s: '" + word + "'}", each -> word.equals(each.getString("s")));
    };
  }

  private Filter ofItems(int k, int v) {
    return switch (random.nextInt(3)) {
      case 0 ->
          Filter.of(
              "{items: {$elemMatch: {k: " + k + ", v: " + v + "}}}",
              each ->
                  items(each).stream()
                      .anyMatch(item -> item.getInteger("k") == k && item.getInteger("v") == v));
      case 1 ->
          Filter.of(
              "{'items.k': " + k + ", 'items.v': {$lte: " + v + "}}",
              each ->
                  items(each).stream().anyMatch(item -> item.getInteger("k") == k)
                      && items(each).stream().anyMatch(item -> item.getInteger("v") <= v));
      default ->
          Filter.of(
              "{'items.v': " + v + "}",
              each -> items(each).stream().anyMatch(item -> item.getInteger("v") == v));
    };
  }

  /**
   * A search for a word.
   *
   * @param ofNumber whether the index is one for each value of {@code n}
   */
  Filter words(boolean ofNumber) {
    Integer n = random.nextInt(HistoryDocuments.NUMBERS);
    String word = WORDS[random.nextInt(WORDS.length)];
    String prefix = ofNumber ? "n: " + n + ", " : "";
    return Filter.of(
        "{" + prefix + "$text: {$search: '" + word + "'}}",
        each ->
            List.of(each.get("text", "").split(" ")).contains(word)
                && (!ofNumber || n.equals(each.getInteger("n"))));
  }

  Filter box() {
    int x = random.nextInt(20) - 10;
    int y = random.nextInt(20) - 10;
    return Filter.of(
        "{xy: {$geoWithin: {$box: [[%d, %d], [%d, %d]]}}}".formatted(x, y, x + 5, y + 8),
        each -> {
          List<Integer> at = each.getList("xy", Integer.class);
          return at != null && isWithin(at.get(0), x, x + 5) && isWithin(at.get(1), y, y + 8);
        });
  }
}
