package dev.mayfly.mongo.driver;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import dev.mayfly.testkit.Rule;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command would refuse is not explained either. */
class ExplainDriverTest extends CollectionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          14    | {find: 'c', filter: 1}
          14    | {find: 'c', sort: []}
          51024 | {find: 'c', limit: -1}
          40415 | {find: 'c', nothing: 1}
          9     | {find: 'c', hint: 1}
          14    | {aggregate: 'c', pipeline: 1, cursor: {}}
          14    | {aggregate: 'c', pipeline: [null], cursor: {}}
          40414 | {aggregate: 'c', cursor: {}}
          14    | {count: 'c', query: 'x'}
          40414 | {distinct: 'c'}
          40414 | {update: 'c'}
          16    | {update: 'c', updates: []}
          40414 | {update: 'c', updates: [{q: null, u: {}}]}
          9     | {update: 'c', updates: [{q: {}, u: {$nothing: {a: 1}}}]}
          40414 | {delete: 'c', deletes: [{q: {}}]}
          16    | {delete: 'c', deletes: [{q: {}, limit: 1}, {q: {}, limit: 1}]}
          9     | {findAndModify: 'c', query: {}}
          """)
  void whatIsWrongIsRefused(int code, String command) {
    insert("{'_id': 1}");

    refused(code, () -> runRaw("{explain: " + command + "}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | {find: 'c', filter: {a: {$gt: 1}}, comment: 'x'}
          1 | {find: 'c', filter: {a: {$gt: 1}}, sort: {a: 1}, limit: 1}
          2 | {aggregate: 'c', pipeline: [{$match: {a: {$gt: 1}}}], cursor: {}}
          1 | {count: 'c', query: {a: {$gt: 1}}, limit: -1}
          3 | {distinct: 'c', key: 'a'}
          1 | {update: 'c', updates: [{q: {a: {$gt: 1}}, u: {$set: {b: 1}}}]}
          2 | {update: 'c', updates: [{q: {a: {$gt: 1}}, u: {$set: {b: 1}}, multi: true}]}
          2 | {delete: 'c', deletes: [{q: {a: {$gt: 1}}, limit: 0}]}
          1 | {findAndModify: 'c', query: {a: {$gt: 1}}, remove: true}
          """)
  void thePlanIsShown(int returned, String command) {
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 2}", "{'_id': 3, 'a': 3}");

    assertThat(
            runRaw("{explain: " + command + "}")
                .getDocument("executionStats")
                .getNumber("nReturned")
                .intValue())
        .isEqualTo(returned);
  }

  @Test
  void theOrderInWhichDocumentsLieHasTwoDirections() {
    insert("{'_id': 1}");
    for (String wrong : new String[] {"0", "2", "'x'", "{}"}) {
      refused(2, () -> runRaw("{find: 'c', hint: {$natural: " + wrong + "}}"));
      refused(2, () -> runRaw("{find: 'c', sort: {$natural: " + wrong + "}}"));
    }
    refused(9, () -> runRaw("{find: 'c', sort: {$natural: 1}, hint: 5}"));
  }

  @Test
  void eachStageOfAPlanIsCounted() {
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 2}", "{'_id': 3, 'a': 2, 'b': 1}");
    collection.createIndex(json("{'a': 1}"));
    Document stats =
        run("{'explain': {'find': 'c', 'filter': {'a': 2, 'b': null}, 'sort': {'_id': -1},"
                + " 'projection': {'a': 1}, 'skip': 0, 'limit': 5}}")
            .get("executionStats", Document.class);
    Document limit = stats.get("executionStages", Document.class);
    Document projection = limit.get("inputStage", Document.class);
    assertThat(limit).containsEntry("stage", "LIMIT").containsEntry("limitAmount", 5L);
    assertThat(projection)
        .containsEntry("stage", "PROJECTION_SIMPLE")
        .containsEntry("nReturned", 1);
    Document fetch = projection.get("inputStage", Document.class);
    assertThat(fetch)
        .containsEntry("stage", "FETCH")
        .containsEntry("docsExamined", 2)
        .containsEntry("nReturned", 1)
        .containsEntry("needTime", 1);
    assertThat(fetch.get("inputStage", Document.class))
        .containsEntry("stage", "IXSCAN")
        .containsEntry("keysExamined", 2);
    assertThat(stats)
        .containsEntry("totalKeysExamined", 2)
        .containsEntry("totalDocsExamined", 2)
        .containsEntry("nReturned", 1);
  }

  @Test
  @Rule("B2")
  void aQueryOfIndexedFieldsReadsDocumentsToo() {
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 1.0}", "{'_id': 3, 'a': 1, 'ttl': 5}");
    collection.createIndex(json("{'a': 1}"));
    collection.createIndex(json("{'_ts': 1}"), new IndexOptions().expireAfter(100L, SECONDS));
    clock().advance(5);
    String covered = "{'find': 'c', 'filter': {'a': 1}, 'projection': {'a': 1, '_id': 0}}";
    Document projection = root(covered);
    assertThat(projection)
        .containsEntry("stage", "PROJECTION_SIMPLE")
        .containsEntry("nReturned", 2);
    assertThat(projection.get("inputStage", Document.class)).containsEntry("stage", "FETCH");
    // The key of both numbers is the same; the documents know which is a double.
    assertThat(
            collection
                .find(json("{'a': 1}"))
                .projection(json("{'a': 1, '_id': 0}"))
                .map(Document::toJson))
        .containsExactly("{\"a\": 1}", "{\"a\": 1.0}");
  }

  @Test
  void writesAndCountsStandAtTheTop() {
    insert("{'_id': 1, 'a': 1}");
    assertThat(root("{'update': 'c', 'updates': [{'q': {'a': 1}, 'u': {'$set': {'b': 1}}}]}"))
        .containsEntry("stage", "UPDATE")
        .containsEntry("nMatched", 1);
    assertThat(root("{'delete': 'c', 'deletes': [{'q': {}, 'limit': 1}]}"))
        .containsEntry("stage", "DELETE")
        .containsEntry("nWouldDelete", 1);
    assertThat(root("{'count': 'c', 'query': {'a': 1}}"))
        .containsEntry("stage", "COUNT")
        .containsEntry("nCounted", 1);
    assertThat(ids()).containsExactly(1);
  }

  private Document root(String command) {
    return run("{'explain': " + command + "}")
        .get("executionStats", Document.class)
        .get("executionStages", Document.class);
  }

  @Test
  void theStagesOfAPipelineAreShownAndCounted() {
    insert("{'_id': 1, 'a': [1, 2]}", "{'_id': 2, 'a': [3]}", "{'_id': 3}");
    String pipeline =
        "{'aggregate': 'c', 'pipeline': [{'$match': {'_id': {'$lt': 3}}}, {'$unwind': '$a'},"
            + " {'$group': {'_id': null}}, {'$out': 'other'}], 'cursor': {}}";
    Document reply = run("{'explain': " + pipeline + "}");
    List<Document> stages = reply.getList("stages", Document.class);
    assertThat(stages)
        .extracting(stage -> stage.keySet().iterator().next())
        .containsExactly("$cursor", "$unwind", "$group", "$out");
    assertThat(stages.get(0).get("$cursor", Document.class))
        .containsKeys("queryPlanner", "executionStats");
    assertThat(stages)
        .extracting(stage -> stage.get("nReturned"))
        .containsExactly(null, 3, 1, null);
    assertThat(database.listCollectionNames()).containsExactly("c");

    Document planned = run("{'explain': " + pipeline + ", 'verbosity': 'queryPlanner'}");
    assertThat(planned.getList("stages", Document.class).get(0).get("$cursor", Document.class))
        .containsOnlyKeys("queryPlanner");
    assertThat(planned.get("serverInfo", Document.class))
        .containsEntry("port", SERVER.port())
        .containsKeys("host", "version");
  }

  @Test
  void theKeyOfTheSortIsShown() {
    insert("{'_id': 1, 'a': [1, 5], 'b': 1}", "{'_id': 2, 'a': 3}");
    assertThat(
            collection
                .find()
                .sort(json("{'a': -1, 'b': 1}"))
                .projection(json("{'_id': 0, 'a': 0, 'k': {'$meta': 'sortKey'}}")))
        .containsExactly(json("{'b': 1, 'k': [5, 1]}"), json("{'k': [3, null]}"));
    assertThat(
            collection.aggregate(
                List.of(
                    json("{'$set': {'b': 7}}"),
                    json("{'$sort': {'b': 1, '_id': -1}}"),
                    json("{'$limit': 1}"),
                    json("{'$project': {'k': {'$meta': 'sortKey'}}}"))))
        .containsExactly(json("{'_id': 2, 'k': [7, 2]}"));
    refused(40218, () -> collection.find().projection(json("{'k': {'$meta': 'sortKey'}}")).first());
  }
}
