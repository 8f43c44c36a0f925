package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Filters;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeleteDriverTest extends CollectionTest {
  @BeforeEach
  void threeDocuments() {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 2}", "{'_id': 3, 'n': 3}");
  }

  @Test
  void oneIsDeletedById() {
    assertThat(collection.deleteOne(Filters.eq(2)).getDeletedCount()).isEqualTo(1);
    assertThat(collection.deleteOne(Filters.eq(2)).getDeletedCount()).isZero();
    assertThat(ids()).containsExactly(1, 3);
  }

  @Test
  void theFilterCountsBesideTheId() {
    assertThat(
            collection.deleteOne(Filters.and(Filters.eq(2), Filters.eq("n", 5))).getDeletedCount())
        .isZero();
    assertThat(ids()).containsExactly(1, 2, 3);
  }

  @Test
  void oneOfManyIsDeleted() {
    assertThat(collection.deleteOne(Filters.gte("n", 2)).getDeletedCount()).isEqualTo(1);
    assertThat(ids()).containsExactly(1, 3);
  }

  @Test
  void allThatMatchAreDeleted() {
    collection.insertMany(InsertDriverTest.documents(100, 1500));

    assertThat(collection.deleteMany(Filters.gte("_id", 3)).getDeletedCount()).isEqualTo(1401);
    assertThat(ids()).containsExactly(1, 2);
    assertThat(collection.deleteMany(new Document()).getDeletedCount()).isEqualTo(2);
  }

  @Test
  void theLimitIsNoneOrOne() {
    refused(9, () -> runRaw("{delete: 'c', deletes: [{q: {}, limit: 2}]}"))
        .hasMessageContaining("The limit field in delete objects must be 0 or 1. Got 2");
  }

  @Test
  void nothingIsDoneIfAStatementIsMalformed() {
    for (String malformed :
        List.of(
            "{q: {}}",
            "{q: 1, limit: 1}",
            "{q: {}, limit: 1, x: 1}",
            "{q: null, limit: 0}",
            "{q: {}, limit: null}",
            "{q: {}, limit: 0.5}")) {
      String command = "{delete: 'c', deletes: [{q: {}, limit: 1}, " + malformed + "]}";
      assertThatThrownBy(() -> runRaw(command))
          .as(malformed)
          .isInstanceOf(MongoCommandException.class);
    }
    assertThat(ids()).containsExactly(1, 2, 3);
  }

  @Test
  void nothingIsDeletedOfWhatIsMissing() {
    assertThat(database.getCollection("nothing").deleteMany(new Document()).getDeletedCount())
        .isZero();
  }
}
