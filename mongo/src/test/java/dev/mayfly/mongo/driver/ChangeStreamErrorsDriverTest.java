package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What change streams refuse, and what they do with large events. */
class ChangeStreamErrorsDriverTest extends ChangeStreamTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{$changeStream: 1} | 50808",
        "{$changeStream: {x: 1}} | 40415",
        "{$changeStream: {fullDocument: 'x'}} | 2",
        "{$changeStream: {fullDocumentBeforeChange: 'x'}} | 2",
        "{$changeStream: {resumeAfter: {}}} | 40647",
        "{$changeStream: {resumeAfter: {_data: 1}}} | 40647",
        "{$changeStream: {resumeAfter: {_data: 'xyz'}}} | 9",
        "{$changeStream: {resumeAfter: {_data: '8263'}}} | 40649",
        "{$changeStream: {startAtOperationTime: {$timestamp: {t: 1, i: 1}}}} | 286",
        "{$changeStream: {allChangesForCluster: true}} | 72",
        "{$changeStream: {}}, {$group: {_id: 1}} | 20",
        "{$changeStream: {}}, {$out: 'x'} | 20",
        "{$changeStream: {}}, {$changeStream: {}} | 40602",
        "{$match: {}}, {$changeStream: {}} | 40602",
        "{$changeStream: {}}, {$changeStreamSplitLargeEvent: {}}, {$match: {}} | 7182802",
        "{$match: {}}, {$changeStreamSplitLargeEvent: {}} | 7182800",
      })
  void badPipelinesAreRefused(String stages, int code) {
    refused(code, () -> runRaw("{aggregate: 'c', cursor: {}, pipeline: [" + stages + "]}"));
  }

  @Test
  void conflictingAndForeignTokensAreRefused() {
    BsonDocument token;
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      insert("{'_id': 1}");
      token = next(cursor).getDocument("_id");
    }
    String text = token.toJson();
    String time = "startAtOperationTime: {$timestamp: {t: 1, i: 1}}";
    String open = "{aggregate: 'c', cursor: {}, pipeline: [{$changeStream: {%s}}]}";
    refused(50865, () -> runRaw(open.formatted("resumeAfter: " + text + ", startAfter: " + text)));
    refused(40674, () -> runRaw(open.formatted("resumeAfter: " + text + ", " + time)));
    MongoCollection<Document> other = database.getCollection("other");
    refused(280, () -> open(other.watch().resumeAfter(token)));
    String data = token.getString("_data").getValue();
    // Another store, another LSN, a time to come.
    for (String forged :
        List.of(
            data.substring(0, 60) + (data.charAt(60) == '0' ? '1' : '0') + data.substring(61),
            data.substring(0, 40) + "7" + data.substring(41),
            "FF" + data.substring(2))) {
      BsonDocument forgedToken = new BsonDocument("_data", new BsonString(forged));
      refused(280, () -> open(collection.watch().resumeAfter(forgedToken)))
          .isInstanceOfSatisfying(
              com.mongodb.MongoException.class,
              e -> assertThat(e.hasErrorLabel("NonResumableChangeStreamError")).isTrue());
    }
  }

  @Test
  void aPipelineMustKeepTheToken() {
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
        open(collection.watch(List.of(bson("{$project: {_id: 0}}"))))) {
      insert("{'_id': 1}");
      refused(280, () -> next(cursor));
    }
  }

  @Test
  void viewsAndInternalNamespacesHaveNone() {
    run("{'create': 'v', 'viewOn': 'c', 'pipeline': []}");
    refused(166, () -> open(database.getCollection("v").watch()));
    refused(167, () -> run("{'create': 'w', 'viewOn': 'c', 'pipeline': [{'$changeStream': {}}]}"));
    refused(73, () -> open(database.getCollection("system.x").watch()));
    refused(73, () -> open(SERVER.client().getDatabase("config").watch()));
    refused(72, () -> open(collection.withReadConcern(com.mongodb.ReadConcern.LOCAL).watch()));
  }

  @Test
  void largeEventsAreSplit() {
    database.createCollection(
        "c",
        new CreateCollectionOptions()
            .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
    collection.insertOne(new Document("_id", 1).append("a", "x".repeat(12 << 20)));
    List<BsonDocument> split = List.of(bson("{$changeStreamSplitLargeEvent: {}}"));
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
            open(
                collection
                    .watch(split)
                    .fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED));
        MongoChangeStreamCursor<RawBsonDocument> whole =
            open(collection.watch().fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED))) {
      collection.replaceOne(
          Filters.eq("_id", 1), new Document("_id", 1).append("b", "y".repeat(12 << 20)));

      List<BsonDocument> fragments = next(cursor, 2);

      for (int i = 0; i < 2; i++) {
        assertThat(fragments.get(i).getDocument("splitEvent"))
            .isEqualTo(bson("{fragment: " + (i + 1) + ", of: 2}"));
      }
      List<BsonValue> tokens = fragments.stream().map(each -> each.get("_id")).toList();
      assertThat(tokens).doesNotHaveDuplicates();
      assertThat(fragments.get(1).containsKey("fullDocumentBeforeChange")).isTrue();
      try (MongoChangeStreamCursor<RawBsonDocument> resumed =
          open(
              collection
                  .watch(split)
                  .resumeAfter(fragments.get(0).getDocument("_id"))
                  .fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED))) {
        assertThat(next(resumed).getDocument("splitEvent")).isEqualTo(bson("{fragment: 2, of: 2}"));
      }
      refused(10334, () -> next(whole));
    }
  }

  @Test
  void aWaitingGetMoreIsWokenByAnEvent() {
    try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor =
        collection.watch().maxAwaitTime(60, TimeUnit.SECONDS).cursor()) {
      Thread writer =
          new Thread(
              () -> {
                insert("{'_id': 1}");
              });
      writer.start();
      assertThat(cursor.next().getDocumentKey()).isEqualTo(bson("{_id: 1}"));
      assertThat(cursor.getServerCursor()).isNotNull();
      writer.join(10_000);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
