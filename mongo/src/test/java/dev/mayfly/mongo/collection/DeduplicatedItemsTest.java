package dev.mayfly.mongo.collection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents that are changed while they are read are returned once, however far they move. */
class DeduplicatedItemsTest {
  private static final int DOCUMENTS = 200;

  private final IndexedCollection indexed = new IndexedCollection();

  @BeforeEach
  void fill() {
    for (int i = 0; i < DOCUMENTS; i++) {
      put(i, i);
    }
    assertThat(indexed.index(BsonDocument.parse("{key: {n: 1}, name: 'n'}"))).isTrue();
  }

  @AfterEach
  void close() {
    indexed.close();
  }

  private void put(int id, int n) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    indexed.update(document.append("n", new BsonInt32(n)));
  }

  /** Moves each document that is met ahead of the walk. */
  private List<Integer> met(int remembered) {
    Query query =
        Query.of(BsonDocument.parse("{n: {$gte: 0}}"), null, Expressions.PLAIN, Variables.at(0));
    Reader reader = indexed.reader();
    assertThat(Candidates.access(indexed.collection(), query, reader).kind())
        .isEqualTo(Access.Kind.INDEXES);
    List<Integer> met = new ArrayList<>();
    DeduplicatedItems each = new DeduplicatedItems(indexed.collection(), query, reader, remembered);
    while (each.next()) {
      int id = each.document().getInt32("_id").getValue();
      met.add(id);
      put(id, each.document().getInt32("n").getValue() + 500);
      assertThat(met).hasSizeLessThanOrEqualTo(DOCUMENTS);
    }
    return met;
  }

  @Test
  void aDocumentThatMovesAheadIsNotReturnedAgain() {
    assertThat(met(1_000_000))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, DOCUMENTS).boxed().toList());
  }

  @Test
  void whenTooManyAreRememberedTheRestIsFoundByTheIds() {
    assertThat(met(50))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, DOCUMENTS).boxed().toList());
  }
}
