package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class IndexDriverTest extends CollectionTest {
  private static final String PREPARE_UNIQUE =
      "{'collMod': 'c', 'index': {'name': 'a_1', 'prepareUnique': true}}";
  private static final String UNIQUE = "{'collMod': 'c', 'index': {'name': 'a_1', 'unique': true}}";

  private List<String> names() {
    List<String> names = new ArrayList<>();
    collection.listIndexes().forEach(index -> names.add(index.getString("name")));
    return names;
  }

  private Document create(String spec) {
    return run("{'createIndexes': 'c', 'indexes': [" + spec + "]}");
  }

  @Test
  void indexesAreMadeListedAndDropped() {
    assertThat(collection.createIndex(json("{'a': 1, 'b': -1}"))).isEqualTo("a_1_b_-1");
    collection.createIndex(json("{'h': 'hashed'}"));
    collection.createIndex(json("{'$**': 1}"));
    assertThat(names()).containsExactly("_id_", "a_1_b_-1", "h_hashed", "$**_1");

    collection.dropIndex(json("{'a': 1, 'b': -1}"));
    assertThat(names()).containsExactly("_id_", "h_hashed", "$**_1");
    collection.dropIndexes();
    assertThat(names()).containsExactly("_id_");
  }

  @Test
  void theOptionsAreKept() {
    collection.createIndex(
        json("{'a': 1}"),
        new IndexOptions().name("mine").sparse(true).hidden(true).background(true));

    assertThat(collection.listIndexes().into(new ArrayList<>()).get(1))
        .isEqualTo(
            json("{'v': 2, 'key': {'a': 1}, 'name': 'mine', 'sparse': true, 'hidden': true}"));
  }

  @Test
  void theSameIndexAgainIsFine() {
    create("{'key': {'a': 1}, 'name': 'a_1'}");

    Document reply = create("{'key': {'a': 1.0}, 'name': 'a_1'}");

    assertThat(reply.get("note")).isEqualTo("all indexes already exist");
    assertThat(reply.get("numIndexesBefore")).isEqualTo(2);
    assertThat(reply.get("numIndexesAfter")).isEqualTo(2);
  }

  @Test
  void conflictsHaveTheirCodes() {
    create("{'key': {'a': 1}, 'name': 'a_1'}");

    refused(85, () -> create("{'key': {'a': 1}, 'name': 'other'}"))
        .hasMessageContaining("Index already exists with a different name: a_1");
    refused(86, () -> create("{'key': {'b': 1}, 'name': 'a_1'}"))
        .hasMessageContaining("An existing index has the same name as the requested index.");
    refused(86, () -> create("{'key': {'a': 1}, 'name': 'a_1', 'unique': true}"));
    refused(85, () -> create("{'key': {'a': 1}, 'name': 'a_1', 'hidden': true}"))
        .hasMessageContaining(
            "An equivalent index already exists with the same name but different options.");
    refused(85, () -> create("{'key': {'a': 1}, 'name': 'a_1', 'expireAfterSeconds': 5}"));
  }

  @Test
  void specificationsThatMakeNoSenseAreRefused() {
    refused(67, () -> create("{'key': {}, 'name': 'x'}"));
    refused(67, () -> create("{'key': {'a': 0}, 'name': 'x'}"))
        .hasMessageContaining("Values in the index key pattern cannot be 0.");
    refused(67, () -> create("{'key': {'a': true}, 'name': 'x'}"))
        .hasMessageContaining("Values in v:2 index key pattern cannot be of type bool.");
    refused(67, () -> create("{'key': {'a': 'foo'}, 'name': 'x'}"))
        .hasMessageContaining("Unknown index plugin 'foo'");
    refused(67, () -> create("{'key': {'$a': 1}, 'name': 'x'}"));
    refused(67, () -> create("{'key': {'a..b': 1}, 'name': 'x'}"));
    refused(9, () -> create("{'key': {'a': 1}}"));
    refused(9, () -> create("{'name': 'x'}"));
    refused(197, () -> create("{'key': {'a': 1}, 'name': 'x', 'foo': 1}"))
        .hasMessageContaining("The field 'foo' is not valid for an index specification.");
    refused(2, () -> create("{'key': {'a': 1}, 'name': '*'}"));
    refused(
        67,
        () ->
            create(
                "{'key': {'a': 1}, 'name': 'x', 'sparse': true,"
                    + " 'partialFilterExpression': {'b': 1}}"));
    refused(
        67,
        () ->
            create("{'key': {'a': 1}, 'name': 'x', 'partialFilterExpression': {'b': {'$ne': 1}}}"));
    refused(2, () -> run("{'createIndexes': 'c', 'indexes': []}"));
  }

  @Test
  void aDumpIsRestored() {
    run(
        "{'createIndexes': 'c', 'ignoreUnknownIndexOptions': true, 'indexes':"
            + " [{'v': 2, 'key': {'_id': 1}, 'name': '_id_', 'ns': 'x.c'},"
            + " {'v': 2, 'key': {'a': 1}, 'name': 'a_1', 'ns': 'x.c', 'foo': 1}]}");

    assertThat(names()).containsExactly("_id_", "a_1");
  }

  @Test
  void whatIsMissingIsNotFound() {
    refused(26, () -> run("{'listIndexes': 'c'}")).hasMessageContaining("ns does not exist: ");
    refused(26, () -> run("{'dropIndexes': 'c', 'index': 'a_1'}"));
    insert("{'_id': 1}");
    refused(27, () -> run("{'dropIndexes': 'c', 'index': 'a_1'}"))
        .hasMessageContaining("index not found with name [a_1]");
    refused(27, () -> run("{'dropIndexes': 'c', 'index': {'a': 1}}"));
    refused(72, () -> run("{'dropIndexes': 'c', 'index': '_id_'}"))
        .hasMessageContaining("cannot drop _id index");
    refused(26, () -> run("{'collMod': 'nothing', 'index': {'name': 'x', 'hidden': true}}"));
    refused(27, () -> run("{'collMod': 'c', 'index': {'name': 'x', 'hidden': true}}"))
        .hasMessageContaining("cannot find index x for ns");
    refused(72, () -> run("{'collMod': 'c', 'index': {'name': '_id_'}}"));
  }

  @Test
  void dropsTellHowManyThereWere() {
    create("{'key': {'a': 1}, 'name': 'a_1'}, {'key': {'b': 1}, 'name': 'b_1'}");

    assertThat(run("{'dropIndexes': 'c', 'index': ['a_1', 'b_1']}").get("nIndexesWas"))
        .isEqualTo(3);
    assertThat(names()).containsExactly("_id_");
  }

  @Test
  void uniqueValuesOccurOnce() {
    collection.createIndex(json("{'a': 1, 'b': 1}"), new IndexOptions().unique(true));
    insert("{'_id': 1, 'a': 1, 'b': 1}", "{'_id': 2, 'a': 1, 'b': 2}");

    BsonDocument error =
        runRaw("{insert: 'c', documents: [{_id: 3, a: 1, b: 2}]}")
            .getArray("writeErrors")
            .get(0)
            .asDocument();

    assertThat(error.getInt32("code").getValue()).isEqualTo(11000);
    assertThat(error.getString("errmsg").getValue())
        .isEqualTo(
            "E11000 duplicate key error collection: "
                + collection.getNamespace()
                + " index: a_1_b_1 dup key: { a: 1, b: 2 }");
    assertThat(error.getDocument("keyPattern")).isEqualTo(BsonDocument.parse("{a: 1, b: 1}"));
    assertThat(error.getDocument("keyValue")).isEqualTo(BsonDocument.parse("{a: 1, b: 2}"));
    refused(11000, () -> collection.updateOne(json("{'_id': 1}"), json("{'$set': {'b': 2}}")));
    assertThat(
            runRaw("{insert: 'c', documents: [{_id: 4, a: 1, b: 1}, {_id: 5}]}")
                .getInt32("n")
                .getValue())
        .isZero();
    assertThat(ids()).containsExactly(1, 2);
  }

  @Test
  void aMissingValueIsAValueUnlessTheIndexIsSparse() {
    collection.createIndex(json("{'a': 1}"), new IndexOptions().unique(true));
    collection.createIndex(json("{'b': 1}"), new IndexOptions().unique(true).sparse(true));
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 2}", "{'_id': 3}");

    refused(11000, () -> insert("{'_id': 4}"));
  }

  @Test
  void aPartialIndexIsUniqueAmongWhatItHolds() {
    collection.createIndex(
        json("{'a': 1}"),
        new IndexOptions().unique(true).partialFilterExpression(json("{'on': true}")));
    insert("{'_id': 1, 'a': 1, 'on': true}", "{'_id': 2, 'a': 1}", "{'_id': 3, 'a': 1}");

    refused(11000, () -> insert("{'_id': 4, 'a': 1, 'on': true}"));
  }

  @Test
  void aUniqueIndexCannotBeMadeOverDuplicates() {
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 1}");

    refused(11000, () -> collection.createIndex(json("{'a': 1}"), new IndexOptions().unique(true)))
        .hasMessageContaining("E11000 duplicate key error collection: ");
    assertThat(names()).containsExactly("_id_");
    insert("{'_id': 3, 'a': 1}");
    collection.deleteMany(json("{'_id': {'$gt': 1}}"));
    collection.createIndex(json("{'a': 1}"), new IndexOptions().unique(true));
    refused(11000, () -> insert("{'_id': 3, 'a': 1}"));
  }

  @Test
  void anUpsertLosesAgainstAUniqueValue() {
    collection.createIndex(json("{'a': 1}"), new IndexOptions().unique(true));
    insert("{'_id': 1, 'a': 1, 'b': 1}");

    BsonDocument reply =
        runRaw("{update: 'c', updates: [{q: {a: 1, b: 2}, u: {$set: {c: 1}}, upsert: true}]}");

    assertThat(reply.getArray("writeErrors").get(0).asDocument().getInt32("code").getValue())
        .isEqualTo(11000);
  }

  @Test
  void anIndexBecomesUniqueIfItsValuesAre() {
    collection.createIndex(json("{'a': 1}"));
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 1}");
    refused(72, () -> run(UNIQUE));
    run(PREPARE_UNIQUE);

    refused(359, () -> run(UNIQUE));
    assertThat(names()).containsExactly("_id_", "a_1");
    insert("{'_id': 3, 'a': 1}");
    collection.deleteMany(json("{'_id': {'$gt': 1}}"));
    assertThat(run(UNIQUE)).containsEntry("unique_new", true);
    assertThat(collection.listIndexes().into(new ArrayList<>()).get(1))
        .containsEntry("unique", true)
        .doesNotContainKey("prepareUnique");
    refused(11000, () -> insert("{'_id': 3, 'a': 1}"));
    assertThat(run(PREPARE_UNIQUE)).doesNotContainKey("prepareUnique_new");
  }

  @Test
  void toolsAskForStatistics() {
    insert("{'_id': 1}");
    collection.createIndex(json("{'a': 1}"));

    assertThat(
            collection
                .aggregate(
                    List.of(json("{'$collStats': {'storageStats': {'scale': 1}, 'count': {}}}")))
                .first())
        .containsEntry("ns", collection.getNamespace().getFullName())
        .containsEntry("count", 1);
    assertThat(collection.aggregate(List.of(json("{'$indexStats': {}}")))).hasSize(2);
  }

  @Test
  void aHashedIndexTakesNoArrays() {
    insert("{'_id': 1, 'a': {'b': 5}}", "{'_id': 2, 'a': [1]}");
    refused(16766, () -> collection.createIndex(json("{'a.b': 'hashed'}")));
    collection.deleteOne(json("{'_id': 2}"));
    collection.createIndex(json("{'a.b': 'hashed', 'c': 1}"));

    for (String refused : List.of("{'a': {'b': [1]}}", "{'a': []}", "{'c': [1]}")) {
      refused(16766, () -> collection.insertOne(json(refused)));
    }
    refused(16766, () -> collection.updateOne(json("{}"), json("{'$set': {'a.b': [1]}}")));
    assertThat(ids(json("{'a.b': 5}"))).containsExactly(1);
    Document plan = run("{'explain': {'find': 'c', 'filter': {'a.b': 5}}}");
    assertThat(plan.toJson()).contains("a.b_hashed_c_1");
    refused(31303, () -> collection.createIndex(json("{'x': 'hashed', 'y': 'hashed'}")));
  }

  @Test
  void anIndexNameHasNoNul() {
    refused(67, () -> collection.createIndex(json("{'a': 1}"), new IndexOptions().name("x\0y")));
  }

  @Test
  void anIndexThatIsToBecomeUniqueRefusesNothingYet() {
    collection.createIndex(json("{'a': 1}"));
    assertThat(run(PREPARE_UNIQUE)).containsEntry("prepareUnique_new", true);
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 1}");
    refused(359, () -> run(UNIQUE));
    collection.deleteOne(json("{'_id': 2}"));
    run(UNIQUE);
    refused(11000, () -> insert("{'_id': 3, 'a': 1}"));
    refused(
        72,
        () ->
            run(
                "{'collMod': 'c', 'index': {'name': 'a_1', 'prepareUnique': true, 'hidden':"
                    + " true}}"));
  }
}
