package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mayfly.mongo.TestDocuments;
import dev.mayfly.mongo.error.MongoException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Cases in files, a row each: an expression, the document it sees, and what it gives, with bars
 * between them. The last is a value, {@code missing}, or {@code error}, a code and, after a colon,
 * the text. A line that begins with a hash says what the rows below it show.
 */
public final class ExpressionCases {
  /** {@code $$NOW} of all cases: 2026-03-01T00:00:00Z. */
  public static final long NOW_MILLIS = 1_772_323_200_000L;

  private static final String BAR = " \\| ";

  private ExpressionCases() {}

  /** The cases of a room, from the file of its name. */
  public static Stream<DynamicNode> of(String room) {
    Map<String, List<DynamicNode>> sections = new LinkedHashMap<>();
    List<DynamicNode> section = null;
    for (String row : read(room + ".cases").lines().filter(line -> !line.isBlank()).toList()) {
      if (row.startsWith("# ")) {
        section = sections.computeIfAbsent(row.substring(2), heading -> new ArrayList<>());
      } else {
        assertThat(section).as("a heading above the first row").isNotNull();
        section.add(DynamicTest.dynamicTest(row, () -> check(row)));
      }
    }
    assertThat(sections).isNotEmpty();
    return sections.entrySet().stream()
        .map(each -> DynamicContainer.dynamicContainer(each.getKey(), each.getValue()));
  }

  private static String read(String file) {
    try (InputStream stream = ExpressionCases.class.getResourceAsStream(file)) {
      assertThat(stream).as(file).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void check(String row) {
    String[] columns = row.split(BAR, 3);
    assertThat(columns).as("an expression, a document, and the result").hasSize(3);
    BsonValue expression = TestDocuments.value(columns[0]);
    for (BsonDocument document :
        List.of(TestDocuments.document(columns[1]), TestDocuments.lazy(columns[1]))) {
      if (columns[2].startsWith("error ")) {
        checkError(expression, document, columns[2].substring("error ".length()));
      } else {
        BsonValue expected = columns[2].equals("missing") ? null : TestDocuments.value(columns[2]);
        assertThat(evaluate(expression, document)).isEqualTo(expected);
      }
    }
  }

  private static void checkError(BsonValue expression, BsonDocument document, String expected) {
    Throwable thrown = catchThrowable(() -> evaluate(expression, document));
    assertThat(thrown).isInstanceOf(MongoException.class);
    String[] parts = expected.split(": ", 2);
    assertThat(((MongoException) thrown).code()).isEqualTo(Integer.parseInt(parts[0]));
    if (parts.length > 1) {
      assertThat(thrown).hasMessage(parts[1]);
    }
  }

  /** What the expression gives for the document; null if it is missing. */
  public static BsonValue evaluate(BsonValue expression, BsonDocument document) {
    return ExpressionParser.parse(expression, Expressions.PLAIN)
        .evaluate(Variables.at(NOW_MILLIS).on(document));
  }
}
