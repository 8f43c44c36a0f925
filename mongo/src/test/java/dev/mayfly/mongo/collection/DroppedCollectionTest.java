package dev.mayfly.mongo.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A collection that is dropped while a query reads it. */
class DroppedCollectionTest {
  private static Query query(String filter) {
    return Query.of(BsonDocument.parse(filter), null, Expressions.PLAIN, Variables.at(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{_id: 1}", "{_id: {$in: [1, 2]}}", "{n: 1}", "{_id: {$gt: 0}}"})
  void killsThePlan(String filter) {
    try (IndexedCollection indexed = new IndexedCollection()) {
      indexed.put(BsonDocument.parse("{_id: 1, n: 1}"));
      assertThat(indexed.index(BsonDocument.parse("{key: {n: 1}, name: 'n'}"))).isTrue();
      Collection collection = indexed.collection();
      ItemStream items = Candidates.of(collection, query(filter), indexed.reader(), Long.MAX_VALUE);
      indexed.drop();

      assertThatThrownBy(items::next)
          .isInstanceOfSatisfying(
              MongoException.class,
              e -> {
                assertThat(e.code()).isEqualTo(175);
                assertThat(e.codeName()).isEqualTo("QueryPlanKilled");
              });
    }
  }

  @Test
  void isEmptyForLaterQueries() {
    try (IndexedCollection indexed = new IndexedCollection()) {
      indexed.drop();
      assertThat(indexed.collection()).isNull();
    }
  }
}
