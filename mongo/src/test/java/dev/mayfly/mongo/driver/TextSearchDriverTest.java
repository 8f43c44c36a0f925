package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries with {@code $text}, on the documents of MongoDB's manual. */
class TextSearchDriverTest extends CollectionTest {
  private static final Document SCORE = json("{'$meta': 'textScore'}");

  @BeforeEach
  void articles() {
    collection.createIndex(json("{'subject': 'text'}"));
    insert(
        "{'_id': 1, 'subject': 'coffee', 'author': 'xyz', 'views': 50}",
        "{'_id': 2, 'subject': 'Coffee Shopping', 'author': 'efg', 'views': 5}",
        "{'_id': 3, 'subject': 'Baking a cake', 'author': 'abc', 'views': 90}",
        "{'_id': 4, 'subject': 'baking', 'author': 'xyz', 'views': 100}",
        "{'_id': 5, 'subject': 'Café Con Leche', 'author': 'abc', 'views': 200}",
        "{'_id': 6, 'subject': 'Сырники', 'author': 'jkl', 'views': 80}",
        "{'_id': 7, 'subject': 'coffee and cream', 'author': 'efg', 'views': 10}",
        "{'_id': 8, 'subject': 'Cafe con Leche', 'author': 'xyz', 'views': 10}");
  }

  private static Document text(String search) {
    return new Document("$text", new Document("$search", search));
  }

  private List<Document> aggregate(String... stages) {
    List<Document> parsed = new ArrayList<>();
    for (String stage : stages) {
      parsed.add(json(stage));
    }
    return collection.aggregate(parsed).into(new ArrayList<>());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "coffee                                            | 1 2 7",
        "bake coffee cake                                  | 1 2 3 4 7",
        "\"coffee shop\"                                   | 2",
        "'coffee shop'                                     | 1 2 7",
        "coffee -shop                                      | 1 7",
        "coffee -\"and cream\"                             | 1 2",
        "-coffee                                           |",
        "the and                                           |",
        "``                                                |",
        "сырники CAFÉS                                     | 5 6 8",
      })
  void wordsPhrasesAndNegations(String search, String ids) {
    List<Object> expected = new ArrayList<>();
    for (String id : ids == null ? new String[0] : ids.split(" ")) {
      expected.add(Integer.parseInt(id));
    }
    assertThat(ids(text(search))).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void languageCaseAndDiacritics() {
    assertThat(ids(json("{'$text': {'$search': 'leche', '$language': 'es'}}")))
        .containsExactlyInAnyOrder(5, 8);
    assertThat(ids(json("{'$text': {'$search': 'Coffee', '$caseSensitive': true}}")))
        .containsExactly(2);
    assertThat(ids(json("{'$text': {'$search': '\\\"Café Con\\\"', '$caseSensitive': true}}")))
        .containsExactly(5);
    assertThat(ids(json("{'$text': {'$search': 'CAFÉ', '$diacriticSensitive': true}}")))
        .containsExactly(5);
    assertThat(ids(json("{'$text': {'$search': 'leches -cafés', '$diacriticSensitive': true}}")))
        .containsExactly(8);
  }

  @Test
  void scoresAreShownAndSortedBy() {
    assertThat(
            collection
                .find(text("coffee"))
                .projection(Projections.metaTextScore("score"))
                .sort(Sorts.orderBy(Sorts.metaTextScore("score"), Sorts.descending("_id"))))
        .containsExactly(
            json("{'_id': 1, 'subject': 'coffee', 'author': 'xyz', 'views': 50, 'score': 1.0}"),
            json(
                "{'_id': 7, 'subject': 'coffee and cream', 'author': 'efg', 'views': 10,"
                    + " 'score': 0.75}"),
            json(
                "{'_id': 2, 'subject': 'Coffee Shopping', 'author': 'efg', 'views': 5,"
                    + " 'score': 0.75}"));
    assertThat(
            collection
                .find(text("bake cake"))
                .projection(json("{'_id': 1, 's': {'$meta': 'textScore'}}"))
                .sort(new Document("unused", SCORE))
                .limit(1))
        .containsExactly(json("{'_id': 3, 's': 1.5}"));
    assertThat(
            collection
                .find(text("coffee"))
                .projection(
                    json("{'subject': 0, 'author': 0, 'views': 0, 's': {'$meta': 'textScore'}}"))
                .sort(json("{'_id': 1}"))
                .first())
        .isEqualTo(json("{'_id': 1, 's': 1.0}"));
  }

  @Test
  void weightsCount() {
    collection.dropIndexes();
    collection.createIndex(
        json("{'subject': 'text', 'author': 'text'}"),
        new IndexOptions().weights(json("{'subject': 10, 'author': 3}")));
    insert("{'_id': 9, 'subject': 'xyz', 'author': 'xyz'}");
    assertThat(
            collection
                .find(text("xyz"))
                .projection(json("{'_id': 1, 's': {'$meta': 'textScore'}}"))
                .sort(json("{'s': {'$meta': 'textScore'}, '_id': 1}"))
                .limit(2))
        .containsExactly(
            new Document("_id", 9).append("s", 10 * 1.1 + 3 * 1.1),
            new Document("_id", 1).append("s", 3 * 1.1));
  }

  @Test
  void documentsMayNameTheirLanguages() {
    insert(
        "{'_id': 20, 'language': 'german', 'subject': 'die Häuser'}",
        "{'_id': 21, 'language': 'none', 'subject': 'the houses'}");
    assertThat(ids(json("{'$text': {'$search': 'haus', '$language': 'de'}}"))).containsExactly(20);
    assertThat(ids(json("{'$text': {'$search': 'the', '$language': 'none'}}"))).containsExactly(21);
    assertThat(ids(text("house"))).isEmpty();
  }

  @Test
  void otherConditionsHoldToo() {
    assertThat(ids(json("{'$text': {'$search': 'coffee'}, 'author': 'efg', 'views': {'$gt': 5}}")))
        .containsExactly(7);
    assertThat(ids(json("{'$and': [{'views': {'$lt': 20}}, {'$text': {'$search': 'coffee'}}]}")))
        .containsExactlyInAnyOrder(2, 7);
    assertThat(ids(json("{'_id': 7, '$text': {'$search': 'coffee'}}"))).containsExactly(7);
    assertThat(ids(json("{'_id': {'$in': [3, 7]}, '$text': {'$search': 'coffee'}}")))
        .containsExactly(7);
    assertThat(collection.find(text("coffee")).sort(json("{'views': 1}")).skip(1).limit(1).first())
        .containsEntry("_id", 7);
  }

  @Test
  void alternativesMustHaveIndexes() {
    Document either = json("{'$or': [{'$text': {'$search': 'cake'}}, {'views': 10}]}");
    refused(291, () -> ids(either)).hasMessageContaining("TEXT under OR");
    collection.createIndex(json("{'views': 1}"));
    assertThat(ids(either)).containsExactlyInAnyOrder(3, 7, 8);
    assertThat(ids(json("{'$or': [{'$text': {'$search': 'coffee'}}, {'_id': 6}, {'_id': 7}]}")))
        .containsExactlyInAnyOrder(1, 2, 6, 7);
    assertThat(ids(json("{'$or': [{'$text': {'$search': 'the'}}, {'views': 10}]}")))
        .containsExactlyInAnyOrder(7, 8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'$text': 5}                                                         | 2",
        "{'$text': {}}                                                        | 4",
        "{'$text': {'$search': 5}}                                            | 14",
        "{'$text': {'$search': 'a', '$language': 5}}                          | 14",
        "{'$text': {'$search': 'a', '$language': 'klingon'}}                  | 2",
        "{'$text': {'$search': 'a', '$caseSensitive': 'x'}}                   | 14",
        "{'$text': {'$search': 'a', '$diacriticSensitive': 1}}                | 14",
        "{'$text': {'$search': 'a', '$more': 1}}                              | 2",
        "{'$nor': [{'$text': {'$search': 'a'}}]}                              | 2",
        "{'$and': [{'$text': {'$search': 'a'}}, {'$text': {'$search': 'b'}}]} | 2",
        "{'a': {'$elemMatch': {'$text': {'$search': 'a'}}}}                   | 2",
      })
  void badSearchesAreRefused(String filter, int code) {
    refused(code, () -> ids(json(filter)));
    refused(code, () -> collection.countDocuments(json(filter)));
    refused(code, () -> collection.deleteMany(json(filter)));
    assertThat(collection.countDocuments()).isEqualTo(8);
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    refused(2, () -> collection.find(text("a")).hint(json("{'_id': 1}")).first())
        .hasMessageContaining("text and hint not allowed in same query");
    refused(2, () -> collection.find(text("a")).sort(json("{'$natural': 1}")).first());
    refused(40218, () -> collection.find().sort(new Document("s", SCORE)).first());
    refused(40218, () -> collection.find().projection(new Document("s", SCORE)).first());
    refused(2, () -> ids(text("w0" + words(1, 1001)))).hasMessageContaining("1000");
    assertThat(ids(text("coffee" + words(1, 1000)))).hasSize(3);
    refused(224, () -> run("{'create': 'v', 'validator': {'$text': {'$search': 'a'}}}"));
  }

  private static String words(int from, int to) {
    StringBuilder words = new StringBuilder();
    for (int i = from; i < to; i++) {
      words.append(" w").append(i);
    }
    return words.toString();
  }

  @Test
  void everyCommandTakesASearch() {
    assertThat(collection.countDocuments(text("coffee"))).isEqualTo(3);
    assertThat(run("{'count': 'c', 'query': {'$text': {'$search': 'coffee'}}}").get("n"))
        .isEqualTo(3);
    assertThat(collection.distinct("author", text("coffee"), String.class))
        .containsExactlyInAnyOrder("xyz", "efg");
    assertThat(
            collection
                .updateMany(text("coffee"), json("{'$set': {'subject': 'more tea and coffee'}}"))
                .getModifiedCount())
        .isEqualTo(3);
    assertThat(ids(text("tea"))).containsExactlyInAnyOrder(1, 2, 7);
    assertThat(
            collection.findOneAndUpdate(
                json("{'_id': 1, '$text': {'$search': 'tea'}}"),
                json("{'$set': {'subject': 'water'}}")))
        .containsEntry("subject", "more tea and coffee");
    assertThat(ids(text("tea"))).containsExactlyInAnyOrder(2, 7);
    assertThat(collection.findOneAndDelete(text("water"))).containsEntry("_id", 1);
    assertThat(collection.deleteMany(text("tea")).getDeletedCount()).isEqualTo(2);
    assertThat(collection.countDocuments()).isEqualTo(5);
    collection.updateOne(
        text("nothing"),
        json("{'$set': {'subject': 'new words'}}"),
        new com.mongodb.client.model.UpdateOptions().upsert(true));
    assertThat(ids(text("words"))).hasSize(1);
  }

  @Test
  void pipelinesBeginWithASearch() {
    String match = "{'$match': {'$text': {'$search': 'coffee cake'}}}";
    assertThat(aggregate(match, "{'$group': {'_id': null, 'views': {'$sum': '$views'}}}"))
        .containsExactly(json("{'_id': null, 'views': 155}"));
    assertThat(
            aggregate(
                match,
                "{'$sort': {'s': {'$meta': 'textScore'}, '_id': 1}}",
                "{'$limit': 2}",
                "{'$project': {'s': {'$meta': 'textScore'}}}"))
        .containsExactly(json("{'_id': 1, 's': 1.0}"), json("{'_id': 2, 's': 0.75}"));
    assertThat(
            aggregate(
                match,
                "{'$project': {'views': 1}}",
                "{'$unwind': '$views'}",
                "{'$addFields': {'s': {'$meta': 'textScore'}, 'subject': 'changed'}}",
                "{'$match': {'s': {'$gt': 0.8}}}"))
        .containsExactly(json("{'_id': 1, 'views': 50, 's': 1.0, 'subject': 'changed'}"));
    assertThat(
            aggregate(
                match,
                "{'$project': {'views': 1}}",
                "{'$sort': {'x': {'$meta': 'textScore'}, '_id': -1}}",
                "{'$limit': 2}"))
        .containsExactly(json("{'_id': 1, 'views': 50}"), json("{'_id': 7, 'views': 10}"));
    assertThat(
            aggregate(
                match,
                "{'$group': {'_id': {'$meta': 'textScore'}, 'n': {'$sum': 1}}}",
                "{'$sort': {'_id': 1}}"))
        .containsExactly(json("{'_id': 0.75, 'n': 3}"), json("{'_id': 1.0, 'n': 1}"));
    refused(17313, () -> aggregate("{'$limit': 5}", match))
        .hasMessageContaining("only allowed as the first pipeline stage");
    refused(17313, () -> aggregate(match, match));
    refused(40600, () -> aggregate("{'$facet': {'a': [" + match + "]}}"));
    refused(40218, () -> aggregate("{'$project': {'s': {'$meta': 'textScore'}}}"));
    refused(
        40218,
        () ->
            aggregate(
                match,
                "{'$group': {'_id': '$author'}}",
                "{'$project': {'s': {'$meta': 'textScore'}}}"));
    refused(27, () -> database.getCollection("d").aggregate(List.of(json(match))).first());
  }

  @Test
  void subPipelinesBeginWithASearchToo() {
    database.getCollection("d").insertMany(List.of(json("{'_id': 1}"), json("{'_id': 2}")));
    String match = "{'$match': {'$text': {'$search': 'coffee'}}}";
    String scored = "{'$project': {'s': {'$meta': 'textScore'}}}";
    String sort = "{'$sort': {'x': {'$meta': 'textScore'}, '_id': -1}}";
    String inner = "[" + match + ", " + sort + ", {'$limit': 2}, " + scored + "]";
    List<Document> best = List.of(json("{'_id': 1, 's': 1.0}"), json("{'_id': 7, 's': 0.75}"));
    assertThat(others("{'$lookup': {'from': 'c', 'pipeline': " + inner + ", 'as': 'found'}}"))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.get("found")).isEqualTo(best));
    assertThat(others("{'$match': {'_id': 2}}", union("c", inner)))
        .containsExactly(json("{'_id': 2}"), best.get(0), best.get(1));
    // The other collection's own documents come first; a search within may depend on them.
    assertThat(
            others(
                "{'$lookup': {'from': 'c', 'let': {'n': '$_id'}, 'as': 'found', 'pipeline': ["
                    + match
                    + ", {'$match': {'$expr': {'$eq': ['$_id', '$$n']}}}, "
                    + scored
                    + "]}}"))
        .extracting(each -> each.get("found"))
        .containsExactly(
            List.of(json("{'_id': 1, 's': 1.0}")), List.of(json("{'_id': 2, 's': 0.75}")));
    refused(27, () -> others(union("d", "[" + match + "]")));
    refused(
        17313,
        () ->
            others(
                "{'$lookup': {'from': 'c', 'localField': 'a', 'foreignField': 'a', 'as': 'f',"
                    + " 'pipeline': ["
                    + match
                    + "]}}"));
  }

  @Test
  void viewsBeginWithASearchToo() {
    String match = "{'$match': {'$text': {'$search': 'coffee'}}}";
    database.createView("plain", "c", List.of());
    database.createView("found", "c", List.of(json(match)));
    assertThat(idsOf("found")).containsExactlyInAnyOrder(1, 2, 7);
    database.getCollection("d").insertOne(json("{'_id': 100}"));
    assertThat(others(union("found", "[{'$match': {'_id': {'$gt': 1}}}]")))
        .extracting(each -> each.get("_id"))
        .containsExactlyInAnyOrder(100, 2, 7);
    assertThat(others(union("plain", "[" + match + "]")))
        .extracting(each -> each.get("_id"))
        .containsExactlyInAnyOrder(100, 1, 2, 7);
    refused(27, () -> others(union("found", "[" + match + "]")));
    collection.dropIndexes();
    refused(27, () -> idsOf("found"));
  }

  private List<Object> idsOf(String view) {
    List<Object> ids = new ArrayList<>();
    database.getCollection(view).find().forEach(each -> ids.add(each.get("_id")));
    return ids;
  }

  private static String union(String collection, String pipeline) {
    return "{'$unionWith': {'coll': '" + collection + "', 'pipeline': " + pipeline + "}}";
  }

  /** Aggregates over another collection. */
  private List<Document> others(String... stages) {
    List<Document> parsed = new ArrayList<>();
    for (String stage : stages) {
      parsed.add(json(stage));
    }
    return database.getCollection("d").aggregate(parsed).into(new ArrayList<>());
  }

  @Test
  void aCompoundIndexNeedsEqualities() {
    collection.dropIndexes();
    collection.createIndex(json("{'author': 1, 'views': -1, 'subject': 'text', 'z': 1}"));
    refused(291, () -> ids(text("coffee"))).hasMessageContaining("equality predicates");
    refused(
        291,
        () -> ids(json("{'author': {'$gt': 'a'}, 'views': 5, '$text': {'$search': 'coffee'}}")));
    assertThat(ids(json("{'author': 'efg', 'views': 5, '$text': {'$search': 'coffee'}}")))
        .containsExactly(2);
    assertThat(
            ids(
                json(
                    "{'$text': {'$search': 'coffee'}, '$and': [{'author': {'$eq': 'efg'}},"
                        + " {'views': 10}]}")))
        .containsExactly(7);
    insert("{'_id': 30, 'subject': 'coffee'}");
    assertThat(ids(json("{'author': null, 'views': null, '$text': {'$search': 'coffee'}}")))
        .containsExactly(30);
    refused(201, () -> insert("{'_id': 31, 'subject': 'a', 'author': ['x']}"));
    refused(201, () -> insert("{'_id': 31, 'subject': 'a', 'z': [{'x': 1}]}"));
    Collation german = Collation.builder().locale("de").build();
    Bson query = json("{'author': 'efg', 'views': 5, '$text': {'$search': 'coffee'}}");
    refused(291, () -> collection.find(query).collation(german).first());
  }

  @Test
  void aCollationChangesOtherConditionsOnly() {
    Collation loose =
        Collation.builder()
            .locale("en")
            .collationStrength(com.mongodb.client.model.CollationStrength.PRIMARY)
            .build();
    assertThat(
            collection
                .find(json("{'author': 'EFG', '$text': {'$search': 'coffee'}}"))
                .collation(loose))
        .hasSize(2);
  }

  @Test
  void explainShowsTheStages() {
    Document plan =
        run(
            "{'explain': {'find': 'c', 'filter': {'views': 5, '$text': {'$search':"
                + " 'coffee cakes -\\\"a b\\\" -tea'}}}, 'verbosity': 'executionStats'}");
    Document winning = plan.get("queryPlanner", Document.class).get("winningPlan", Document.class);
    assertThat(winning.getString("stage")).isEqualTo("FETCH");
    assertThat(winning.get("filter")).isEqualTo(json("{'views': 5}"));
    Document match = winning.get("inputStage", Document.class);
    assertThat(match.getString("stage")).isEqualTo("TEXT_MATCH");
    assertThat(match.getString("indexName")).isEqualTo("subject_text");
    assertThat(match.get("parsedTextQuery"))
        .isEqualTo(
            json(
                "{'terms': ['cake', 'coffe'], 'negatedTerms': ['tea'], 'phrases': [],"
                    + " 'negatedPhrases': ['a b']}"));
    assertThat(match.get("textIndexVersion")).isEqualTo(3);
    assertThat(match.get("inputStage", Document.class).getString("stage")).isEqualTo("FETCH");
    assertThat(plan.get("executionStats", Document.class))
        .containsEntry("nReturned", 1)
        .containsEntry("totalDocsExamined", 4);
    Document sorted =
        run(
            "{'explain': {'find': 'c', 'filter': {'$text': {'$search': 'tea'}}, 'sort': {'s':"
                + " {'$meta': 'textScore'}}}}");
    assertThat(sorted.toJson()).contains("\"stage\": \"SORT\"", "\"stage\": \"TEXT_OR\"");
    assertThat(
            run("{'explain': {'aggregate': 'c', 'pipeline': [{'$match': {'$text': {'$search':"
                    + " 'tea'}}}, {'$project': {'s': {'$meta': 'textScore'}}}], 'cursor': {}},"
                    + " 'verbosity': 'executionStats'}")
                .toJson())
        .contains("TEXT_MATCH");
  }

  @Test
  void aCursorReturnsEachDocumentOnce() {
    for (int i = 100; i < 400; i++) {
      insert("{'_id': " + i + ", 'subject': 'many coffee cakes'}");
    }
    List<Object> ids = new ArrayList<>();
    collection
        .find(text("coffee cake many"))
        .batchSize(7)
        .forEach(document -> ids.add(document.get("_id")));
    assertThat(ids).hasSize(304).doesNotHaveDuplicates();
  }

  @Test
  void transactionsSeeTheirOwnWords() {
    try (ClientSession session = SERVER.client().startSession()) {
      session.startTransaction();
      collection.insertOne(session, json("{'_id': 50, 'subject': 'secret coffee'}"));
      collection.updateOne(session, json("{'_id': 1}"), json("{'$set': {'subject': 'tea'}}"));
      collection.deleteOne(session, json("{'_id': 2}"));
      List<Object> ids = new ArrayList<>();
      collection.find(session, text("coffee")).forEach(each -> ids.add(each.get("_id")));
      assertThat(ids).containsExactlyInAnyOrder(7, 50);
      assertThat(collection.countDocuments(session, text("tea"))).isEqualTo(1);
      assertThat(ids(text("coffee"))).containsExactlyInAnyOrder(1, 2, 7);
      session.commitTransaction();
    }
    assertThat(ids(text("coffee"))).containsExactlyInAnyOrder(7, 50);
  }
}
