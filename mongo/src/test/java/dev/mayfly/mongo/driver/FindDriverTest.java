package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.FindIterable;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FindDriverTest extends CollectionTest {
  @BeforeEach
  void someDocuments() {
    for (int i = 0; i < 10; i++) {
      collection.insertOne(new Document("_id", i).append("n", i * 7 % 10).append("s", "x" + i));
    }
  }

  private static List<Object> ids(FindIterable<Document> found) {
    List<Object> ids = new ArrayList<>();
    found.forEach(document -> ids.add(document.get("_id")));
    return ids;
  }

  @Test
  void documentsAreFoundByTheirFields() {
    assertThat(ids(collection.find(Filters.lt("n", 3)))).containsExactly(0, 3, 6);
    assertThat(ids(collection.find(Filters.in("_id", 5, 1, 99)))).containsExactly(1, 5);
    assertThat(ids(collection.find(Filters.eq("s", "nothing")))).isEmpty();
  }

  @Test
  void theyAreSortedSkippedAndLimited() {
    assertThat(ids(collection.find().sort(Sorts.ascending("n")).limit(3))).containsExactly(0, 3, 6);
    assertThat(ids(collection.find().sort(Sorts.descending("n")).skip(1).limit(2)))
        .containsExactly(4, 1);
    assertThat(ids(collection.find().skip(8))).containsExactly(8, 9);
  }

  @Test
  void partsOfThemAreShown() {
    assertThat(collection.find(Filters.eq(3)).projection(Projections.include("n")).first())
        .isEqualTo(json("{'_id': 3, 'n': 1}"));
    assertThat(collection.find(Filters.eq(3)).projection(Projections.exclude("n", "_id")).first())
        .isEqualTo(json("{'s': 'x3'}"));
  }

  @Test
  void nothingIsFoundInWhatIsMissing() {
    assertThat(database.getCollection("nothing").find()).isEmpty();
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    refused(2, () -> run("{'find': 'c', 'filter': {'a': {'$foo': 1}}}"))
        .hasMessageContaining("unknown operator: $foo");
    refused(14, () -> run("{'find': 'c', 'limit': 'x'}"))
        .hasMessageContaining(
            "BSON field 'find.limit' is the wrong type 'string', expected types"
                + " '[long, int, decimal, double]'");
    refused(40415, () -> run("{'find': 'c', 'foo': 1}"));
    refused(51024, () -> run("{'find': 'c', 'skip': -1}"));
    refused(2, () -> run("{'find': 'c', 'hint': 'nothing_1'}"));
    refused(73, () -> run("{'find': ''}"));
    refused(73, () -> run("{'find': 'a$b'}"));
  }

  @Test
  void anIndexThatExistsMayBeHintedAt() {
    collection.createIndex(new Document("n", 1));

    assertThat(ids(collection.find(Filters.eq("n", 7)).hint(new Document("n", 1))))
        .containsExactly(1);
    assertThat(ids(collection.find(Filters.eq("n", 7)).hintString("n_1"))).containsExactly(1);
    assertThat(ids(collection.find().hint(new Document("$natural", 1)))).hasSize(10);
  }

  @Test
  void onlyTheLivingAreCounted() {
    assertThat(collection.estimatedDocumentCount()).isEqualTo(10);
    assertThat(run("{'count': 'c', 'query': {'n': {'$lt': 5}}, 'skip': 1, 'limit': 3}").get("n"))
        .isEqualTo(3);
  }

  @Test
  void distinctValuesAreFound() {
    collection.insertOne(json("{'_id': 50, 's': ['x1', 'y'], 'n': 1}"));

    assertThat(collection.distinct("s", Filters.in("_id", 1, 2, 50), String.class))
        .containsExactlyInAnyOrder("x1", "x2", "y");
  }

  @Test
  void theLastComesFirstBackwards() {
    assertThat(ids(collection.find().sort(new Document("$natural", -1)).limit(2)))
        .containsExactly(9, 8);
    Document hint = new Document("$natural", -1);
    assertThat(ids(collection.find().hint(hint).limit(2))).containsExactly(9, 8);
    assertThat(ids(collection.find(Filters.lt("_id", 5)).hint(hint)))
        .containsExactly(4, 3, 2, 1, 0);
    assertThat(ids(collection.find().hint(hint).sort(new Document("_id", 1)).limit(2)))
        .containsExactly(0, 1);
    assertThat(collection.aggregate(List.of(new Document("$limit", 2))).hint(hint))
        .extracting(document -> document.get("_id"))
        .containsExactly(9, 8);
  }

  @Test
  void boundsAreThoseOfTheHintedIndex() {
    collection.createIndex(new Document("n", 1));

    assertThat(
            ids(
                collection
                    .find()
                    .hint(new Document("n", 1))
                    .min(new Document("n", 3))
                    .max(new Document("n", 5))))
        .containsExactly(9, 2);
    refused(51173, () -> run("{'find': 'c', 'min': {'n': 1}}"));
  }

  @Test
  void textsCompareByTheCollation() {
    collection.insertOne(json("{'_id': 'A', 's': 'Été'}"));
    com.mongodb.client.model.Collation french =
        com.mongodb.client.model.Collation.builder()
            .locale("fr")
            .collationStrength(com.mongodb.client.model.CollationStrength.PRIMARY)
            .build();

    assertThat(ids(collection.find(Filters.eq("s", "ete")).collation(french))).containsExactly("A");
    assertThat(ids(collection.find(Filters.eq("_id", "a")).collation(french))).containsExactly("A");
    assertThat(ids(collection.find(Filters.eq("_id", "a")))).isEmpty();
  }

  @Test
  void variablesOfTheCommandAreSeen() {
    Document reply =
        run(
            "{'find': 'c', 'filter': {'$expr': {'$eq': ['$n', '$$wanted']}},"
                + " 'let': {'wanted': 4}}");

    assertThat(reply.get("cursor", Document.class).getList("firstBatch", Document.class))
        .extracting(document -> document.get("_id"))
        .containsExactly(2);
  }

  @Test
  void slicesReachDocumentsOfOneArray() {
    insert("{'_id': 'x', 'a': [{'b': [1, 2]}, [{'b': [1, 2]}], 3]}");
    assertThat(collection.find(Filters.eq("_id", "x")).projection(json("{'a.b': {'$slice': 1}}")))
        .containsExactly(json("{'_id': 'x', 'a': [{'b': [1]}, [{'b': [1, 2]}], 3]}"));
  }

  @Test
  void minAndMaxTakeADocumentByEachOfItsKeys() {
    collection.drop();
    insert("{'_id': 1, 'a': [1, 20]}", "{'_id': 2, 'a': 5}", "{'_id': 3, 'a': [{'b': 7}, 8]}");
    collection.createIndex(json("{'a': 1, 'b': -1}"));
    Document hint = json("{'a': 1, 'b': -1}");

    assertThat(
            collection
                .find()
                .hint(hint)
                .min(json("{'a': 6, 'b': 0}"))
                .max(json("{'a': 25, 'b': 0}")))
        .extracting(found -> found.get("_id"))
        .containsExactlyInAnyOrder(3, 1);
    assertThat(collection.find().hint(hint).max(json("{'a': 2, 'b': 0}")))
        .extracting(found -> found.get("_id"))
        .containsExactly(1);
    refused(
        51175,
        () ->
            collection
                .find()
                .hint(hint)
                .min(json("{'a': 6, 'b': 0}"))
                .max(json("{'a': 6, 'b': 0}"))
                .first());
  }

  @Test
  void naturalOrderStandsAlone() {
    refused(2, () -> run("{'find': 'c', 'sort': {'$natural': 1, 'a': 1}}"));
    refused(2, () -> run("{'find': 'c', 'hint': {'$natural': 1, 'a': 1}}"));
  }

  @Test
  void undefinedOptionsCountAsMissing() {
    collection.drop();
    insert("{'_id': 1}");
    for (String option : List.of("limit", "sort", "projection", "collation", "let", "hint")) {
      assertThat(run("{'find': 'c', '" + option + "': {'$undefined': true}}").get("ok"))
          .as(option)
          .isEqualTo(1.0);
    }
    assertThat(run("{'count': 'c', 'query': {'$undefined': true}}").get("n")).isEqualTo(1);
  }
}
