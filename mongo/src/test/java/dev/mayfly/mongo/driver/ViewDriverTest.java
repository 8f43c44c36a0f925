package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.RenameCollectionOptions;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Views, and what is refused when one is made. */
class ViewDriverTest extends CollectionTest {
  private void view(String name, String on, String... stages) {
    database.createView(
        name, on, java.util.Arrays.stream(stages).map(CollectionTest::json).toList());
  }

  @Test
  void aViewShowsItsCollection() {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 2}");
    view("v", "c", "{'$match': {'n': {'$gt': 1}}}", "{'$set': {'m': '$n'}}");

    assertThat(database.getCollection("v").find())
        .containsExactly(json("{'_id': 2, 'n': 2, 'm': 2}"));
    assertThat(database.getCollection("v").countDocuments()).isEqualTo(1);
  }

  @Test
  void aHintIsAboutWhatTheViewShows() {
    insert("{'_id': 1, 'n': 5}", "{'_id': 2, 'n': 4}", "{'_id': 3, 'n': 1}");
    collection.createIndex(new Document("n", 1));
    view("v", "c", "{'$match': {'n': {'$gt': 1}}}");
    MongoCollection<Document> shown = database.getCollection("v");

    assertThat(shown.find().hintString("n_1")).hasSize(2);
    assertThat(shown.find().hint(new Document("n", 1)).sort(new Document("_id", 1))).hasSize(2);
    assertThat(shown.find().hint(new Document("$natural", -1)))
        .extracting(document -> document.get("_id"))
        .containsExactly(2, 1);
    assertThat(shown.find().sort(new Document("$natural", -1)).limit(1))
        .extracting(document -> document.get("_id"))
        .containsExactly(2);
    refused(2, () -> run("{'find': 'v', 'hint': 'nothing_1'}"));
  }

  @Test
  void aPipelineThatCannotRunIsRefused() {
    refused(40324, () -> view("v", "c", "{'$nothing': {}}"));
    refused(40323, () -> view("v", "c", "{'$match': {}, '$limit': 1}"));
    refused(168, () -> view("v", "c", "{'$set': {'a': {'$nothing': 1}}}"));
    refused(2, () -> view("v", "c", "{'$match': {'a': {'$nothing': 1}}}"));
    refused(167, () -> view("v", "c", "{'$out': 'd'}"));
    refused(167, () -> view("v", "c", "{'$merge': {'into': 'd'}}"));
    refused(73, () -> view("v", "c", "{'$documents': [{'a': 1}]}"));
    assertThat(database.listCollectionNames()).isEmpty();
  }

  @Test
  void whatIsNullIsNotSaid() {
    insert("{'_id': 1}");
    run("{'create': 'v', 'viewOn': 'c', 'pipeline': null}");
    run("{'create': 'plain', 'viewOn': null}");
    refused(72, () -> run("{'create': 'w', 'viewOn': null, 'pipeline': []}"));
    run("{'collMod': 'v', 'viewOn': null, 'pipeline': [{'$set': {'n': 1}}]}");
    run("{'collMod': 'v', 'viewOn': 'c', 'pipeline': null}");

    assertThat(database.getCollection("v").find()).containsExactly(json("{'_id': 1, 'n': 1}"));
  }

  @Test
  void aViewDoesNotShowItself() {
    refused(5, () -> view("v", "v"));
    view("v", "w");
    refused(5, () -> view("w", "v"));
    refused(
        5,
        () ->
            view(
                "w",
                "c",
                "{'$facet': {'a': [{'$lookup': {'from': 'v', 'as': 'v',"
                    + " 'localField': 'a', 'foreignField': 'a'}}]}}"));
    refused(5, () -> view("u", "c", "{'$unionWith': 'u'}"));
    refused(
        5,
        () -> view("u", "c", "{'$unionWith': {'coll': 'v', 'pipeline': [{'$unionWith': 'u'}]}}"));
    assertThat(database.listCollectionNames()).containsExactly("v");
  }

  @Test
  void viewsAreNotPiledUpWithoutEnd() {
    view("v1", "c");
    for (int i = 2; i <= 20; i++) {
      view("v" + i, "v" + (i - 1));
    }
    assertThat(database.getCollection("v20").find()).isEmpty();
    refused(165, () -> view("v21", "v20"));
  }

  @Test
  void collModChangesAViewToWhatCanRun() {
    insert("{'_id': 1, 'n': 1}");
    view("v", "c");
    refused(40324, () -> run("{'collMod': 'v', 'viewOn': 'c', 'pipeline': [{'$nothing': {}}]}"));
    refused(5, () -> run("{'collMod': 'v', 'viewOn': 'v', 'pipeline': []}"));
    run("{'collMod': 'v', 'viewOn': 'c', 'pipeline': [{'$set': {'m': 1}}]}");

    assertThat(database.getCollection("v").find().into(new java.util.ArrayList<Document>()))
        .isEqualTo(List.of(json("{'_id': 1, 'n': 1, 'm': 1}")));
  }

  @Test
  void aRenamedCollectionDoesNotReplaceAView() {
    insert("{'_id': 1}");
    view("v", "c");
    MongoNamespace target = new MongoNamespace(database.getName(), "v");
    RenameCollectionOptions replacing = new RenameCollectionOptions().dropTarget(true);
    refused(48, () -> collection.renameCollection(target, replacing));
    assertThat(database.getCollection("v").find()).containsExactly(json("{'_id': 1}"));
  }

  @Test
  void viewsAreNotPiledUpFromBelow() {
    for (int i = 20; i >= 1; i--) {
      view("v" + i, "v" + (i - 1));
    }
    view("w", "c", "{'$lookup': {'from': 'v19', 'as': 'x', 'pipeline': []}}");
    refused(165, () -> view("v0", "c"));
    database.getCollection("v20").drop();
    refused(165, () -> view("v0", "c"));
    database.getCollection("w").drop();
    view("v0", "c");
    assertThat(database.getCollection("v19").find()).isEmpty();
  }
}
