package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import org.bson.BsonDocument;
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
    BsonDocument reply = runRaw("{delete: 'c', deletes: [{q: {}, limit: 2}]}");

    assertThat(reply.getArray("writeErrors").get(0).asDocument().getString("errmsg").getValue())
        .isEqualTo("The limit field in delete objects must be 0 or 1. Got 2");
  }

  @Test
  void nothingIsDeletedOfWhatIsMissing() {
    assertThat(database.getCollection("nothing").deleteMany(new Document()).getDeletedCount())
        .isZero();
  }
}
