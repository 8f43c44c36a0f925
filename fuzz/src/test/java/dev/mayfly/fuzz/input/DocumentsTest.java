package dev.mayfly.fuzz.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.mayfly.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  private static final String TEXT =
      "{'find': 'items', 'filter': {'a': {'$gt': 1.5}, 'zz': ['$tags', null, true, 70000]}}\n"
          + "{'getMore': {'$numberLong': '5'}, 'when': {'$date': '2024-01-01T00:00:00Z'},"
          + " 'r': {'$regularExpression': {'pattern': '^a', 'options': 'im'}}}\n";

  @Test
  void textsAndTheirCodeAreTheSameDocuments() {
    byte[] text = TEXT.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    byte[] code = Documents.code(text);
    List<BsonDocument> documents = Documents.read(text, 10);
    assertThat(documents).hasSize(2);
    assertThat(code).isNotEqualTo(text);
    assertThat(Documents.read(code, 10)).isEqualTo(documents);
    assertThat(Documents.read(Documents.text(code, 10), 10)).isEqualTo(documents);
  }

  @Test
  void anyBytesAreDocuments() {
    long seed = Seeds.seed(DocumentsTest.class);
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      assertThatCode(() -> Documents.read(bytes, 6)).as("seed %d", seed).doesNotThrowAnyException();
    }
  }
}
