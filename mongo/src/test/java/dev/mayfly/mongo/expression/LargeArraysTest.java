package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.mayfly.mongo.TestDocuments;
import dev.mayfly.mongo.bson.LargeArray;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Large arrays that expressions make are in chunks: those that were not paused the whole server
 * while they were collected.
 */
class LargeArraysTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String DOUBLED =
      "{$reduce: {input: {$range: [0, 20]}, initialValue: ['$a'], in:"
          + " {$concatArrays: ['$$value', '$$value']}}}";

  private static BsonValue evaluate(
      String expression, BsonDocument document, TransientMemory made) {
    return ExpressionParser.parse(TestDocuments.value(expression), Expressions.PLAIN)
        .evaluate(Variables.at(0).watchedBy(() -> {}, made).on(document));
  }

  private static BsonValue evaluate(String expression) {
    return evaluate(expression, BsonDocument.parse("{a: 1}"), new TransientMemory(bytes -> {}));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{$range: [0, 20000]}",
        "{$concatArrays: [{$range: [0, 5000]}, {$range: [0, 5000]}]}",
        "{$map: {input: {$range: [0, 20000]}, in: '$$this'}}",
        "{$filter: {input: {$range: [0, 20000]}, cond: true}}",
        "{$reverseArray: {$range: [0, 20000]}}",
        "{$slice: [{$range: [0, 20000]}, 10000]}",
        "{$zip: {inputs: [{$range: [0, 20000]}]}}",
        "{$lastN: {n: 10000, input: {$range: [0, 20000]}}}",
        "{$setUnion: [{$range: [0, 20000]}]}",
        "{$setDifference: [{$range: [0, 20000]}, []]}"
      })
  void largeArraysAreInChunks(String expression) {
    assertThat(evaluate(expression)).isInstanceOf(LargeArray.class);
  }

  @Test
  void anArrayThatIsDoubledAllocatesLittle() {
    evaluate(DOUBLED);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    BsonValue doubled = evaluate(DOUBLED);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(doubled.asArray()).hasSize(1 << 20);
    // The references alone would take 4 MB for the last step.
    assertThat(allocated).isLessThan(1 << 20);
  }

  @Test
  void concatenatedArraysAreCountedBeforeTheyAreMade() {
    BsonArray numbers = new BsonArray(Collections.nCopies(100_000, new BsonInt32(1)));
    BsonDocument document = new BsonDocument("a", numbers);
    String twenty = String.join(",", Collections.nCopies(20, "'$a'"));
    TransientMemory refusing =
        new TransientMemory(
            bytes -> {
              if (bytes > 10 << 20) {
                throw new IllegalStateException("too much");
              }
            });
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> evaluate("{$concatArrays: [" + twenty + "]}", document, refusing))
        .hasMessage("too much");
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(4 << 20);
  }
}
