package dev.mayfly.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures what values take on the heap and compares it with what is said of them. */
class HeapSizeTest {
  private static final long MEASURED_BYTES = 8 << 20;
  private static final double LEAST = 0.97;
  private static final double MOST = 3;

  private static BsonValue value(String shape, int i) {
    return switch (shape) {
      case "int" -> new BsonInt32(i);
      case "text" -> new BsonString("text-" + i);
      case "wide text" -> new BsonString("\u4e2d\u6587-" + i + "-" + "\u4e2d".repeat(40));
      case "id" -> new BsonObjectId(new ObjectId());
      case "empty document" -> new BsonDocument();
      case "small document" -> parsed("{_id: " + i + "}");
      case "document" ->
          parsed("{_id: " + i + ", name: 'n" + i + "', at: {x: 1, y: 2.5}, tags: ['a', 'b', 'c']}");
      case "stored document" ->
          new LazyDocument(BsonBytes.of(parsed("{_id: " + i + ", name: 'somebody', age: 7}")));
      case "array" -> numbers(200);
      case "array of documents" ->
          new BsonArray(List.of(parsed("{a: 1}"), parsed("{b: 1}"), parsed("{c: 1}")));
      default -> throw new IllegalArgumentException(shape);
    };
  }

  private static BsonDocument parsed(String json) {
    return BsonDocument.parse(json);
  }

  private static BsonArray numbers(int count) {
    BsonArray array = new BsonArray();
    for (int i = 0; i < count; i++) {
      array.add(new BsonInt32(i));
    }
    return array;
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int",
        "text",
        "wide text",
        "id",
        "empty document",
        "small document",
        "document",
        "stored document",
        "array",
        "array of documents"
      })
  void saysRatherTooMuchThanTooLittle(String shape) {
    IntFunction<BsonValue> make = i -> value(shape, i);
    int count = (int) (MEASURED_BYTES / HeapSize.of(make.apply(0)));
    List<BsonValue> kept = new ArrayList<>(count);
    long before = usedBytes();
    long said = 0;
    for (int i = 0; i < count; i++) {
      BsonValue value = make.apply(i);
      said += HeapSize.of(value);
      kept.add(value);
    }
    long taken = usedBytes() - before;
    assertThat(kept).hasSize(count);
    assertThat((double) said / taken).as("%s: said to taken", shape).isBetween(LEAST, MOST);
    long bson = kept.stream().mapToLong(BsonSize::of).sum();
    System.out.printf(
        "%-20s heap/BSON %.1f, said/heap %.2f%n",
        shape, (double) taken / bson, (double) said / taken);
  }

  @Test
  void countingEndsWhereAValueHoldsTheSamePartOverAndOver() {
    BsonValue nested = new BsonString("x".repeat(100));
    for (int i = 0; i < 60; i++) {
      nested = new BsonArray(List.of(nested, nested));
    }
    assertThat(HeapSize.of(nested)).isGreaterThan(HeapSize.MOST);
    assertThat(BsonSize.of(nested)).isGreaterThan(1L << 31);
  }

  @Test
  void aSmallPartOfAStoredDocumentDoesNotKeepAllOfIt() {
    BsonDocument whole = parsed("{part: {a: 1}, list: [{b: 2}]}");
    whole.put("pad", new BsonString("x".repeat(100_000)));
    LazyDocument stored = new LazyDocument(BsonBytes.of(whole));

    LazyDocument part = (LazyDocument) Detached.of(stored.get("part"));
    BsonArray list = Detached.of(stored.get("list")).asArray();

    assertThat(part.raw().bytes()).hasSizeLessThan(100);
    assertThat(((LazyDocument) list.get(0)).raw().bytes()).hasSizeLessThan(100);
    assertThat(part.clone()).isEqualTo(parsed("{a: 1}"));
    assertThat(Detached.of(stored)).isSameAs(stored);
    assertThat(HeapSize.of(stored)).isGreaterThan(100_000);
    assertThat(HeapSize.of(stored.get("part"))).isLessThan(1_000);
  }
}
