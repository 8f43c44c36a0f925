package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

/** Change streams with the real driver: events, options, resuming. */
class ChangeStreamDriverTest extends ChangeStreamTest {
  @Test
  void anInsertHasTheDocument() {
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      none(cursor);
      collection.insertOne(json("{'_id': 1, 'a': 2}"));

      BsonDocument event = next(cursor);

      assertThat(event.keySet())
          .containsExactly(
              "_id",
              "operationType",
              "clusterTime",
              "wallTime",
              "fullDocument",
              "ns",
              "documentKey");
      assertThat(type(event)).isEqualTo("insert");
      assertThat(event.getDocument("fullDocument")).isEqualTo(bson("{_id: 1, a: 2}"));
      assertThat(event.getDocument("documentKey")).isEqualTo(bson("{_id: 1}"));
      assertThat(event.getDocument("ns"))
          .isEqualTo(
              new BsonDocument("db", new BsonString(database.getName()))
                  .append("coll", new BsonString("c")));
      assertThat(event.getDocument("_id").getString("_data").getValue()).matches("[0-9A-F]+");
      assertThat(event.getTimestamp("clusterTime").getTime())
          .isEqualTo((int) clock().epochSecond());
      none(cursor);
    }
  }

  @Test
  void updatesReplacementsAndDeletesFollowInOrder() {
    insert("{'_id': 1, 'a': {'b': 1, 'c': 2}, 'l': [1, 2, 3, 4], 'x': 1}");
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      collection.updateOne(
          Filters.eq("_id", 1),
          Updates.combine(Updates.set("a.b", 5), Updates.set("new", 1), Updates.unset("x")));
      collection.updateOne(Filters.eq("_id", 1), Updates.set("l.3", 9));
      collection.updateOne(Filters.eq("_id", 1), Updates.popLast("l"));
      collection.updateOne(Filters.eq("_id", 1), List.of(Aggregates.unset("a")));
      collection.updateOne(Filters.eq("_id", 1), Updates.set("new", 1));
      collection.replaceOne(Filters.eq("_id", 1), json("{'z': 1}"));
      collection.updateOne(
          Filters.eq("_id", 2),
          Updates.set("a", 1),
          new com.mongodb.client.model.UpdateOptions().upsert(true));
      collection.findOneAndDelete(Filters.eq("_id", 1));

      List<BsonDocument> events = next(cursor, 7);

      assertThat(types(events))
          .containsExactly("update", "update", "update", "update", "replace", "insert", "delete");
      assertThat(events.get(0).getDocument("updateDescription"))
          .isEqualTo(
              bson(
                  "{updatedFields: {'a.b': 5, new: 1}, removedFields: ['x'],"
                      + " truncatedArrays: []}"));
      assertThat(events.get(1).getDocument("updateDescription").getDocument("updatedFields"))
          .isEqualTo(bson("{'l.3': 9}"));
      assertThat(events.get(2).getDocument("updateDescription").getArray("truncatedArrays"))
          .isEqualTo(BsonArray.parse("[{field: 'l', newSize: 3}]"));
      assertThat(events.get(3).getDocument("updateDescription").getArray("removedFields"))
          .isEqualTo(BsonArray.parse("['a']"));
      assertThat(events.get(4).getDocument("fullDocument")).isEqualTo(bson("{_id: 1, z: 1}"));
      assertThat(events.get(6).keySet())
          .containsExactly("_id", "operationType", "clusterTime", "wallTime", "ns", "documentKey");
      List<String> tokens =
          events.stream()
              .map(each -> each.getDocument("_id").getString("_data").getValue())
              .toList();
      assertThat(tokens).isSorted().doesNotHaveDuplicates();
      none(cursor);
    }
  }

  @Test
  void aTransactionAppearsAsAWholeWithItsSession() {
    insert("{'_id': 1, 'a': 1}");
    insert("{'_id': 2, 'a': 1}");
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open();
        ClientSession session = SERVER.client().startSession()) {
      none(cursor);
      session.startTransaction();
      collection.updateOne(session, Filters.eq("_id", 1), Updates.set("b", 2));
      collection.replaceOne(session, Filters.eq("_id", 2), json("{'c': 3}"));
      collection.insertOne(session, json("{'_id': 3}"));
      none(cursor);
      session.commitTransaction();

      List<BsonDocument> events = next(cursor, 3);

      assertThat(types(events)).containsExactly("update", "replace", "insert");
      assertThat(events.get(0).getDocument("updateDescription").getDocument("updatedFields"))
          .isEqualTo(bson("{b: 2}"));
      assertThat(events)
          .allSatisfy(
              each -> {
                assertThat(each.keySet()).startsWith("txnNumber", "lsid", "_id");
                assertThat(each.get("clusterTime")).isEqualTo(events.get(0).get("clusterTime"));
                assertThat(each.getInt64("txnNumber").getValue())
                    .isEqualTo(session.getServerSession().getTransactionNumber());
                assertThat(each.getDocument("lsid").get("id"))
                    .isEqualTo(session.getServerSession().getIdentifier().get("id"));
              });
      collection.insertOne(json("{'_id': 4}"));
      assertThat(next(cursor).keySet()).doesNotContain("lsid", "txnNumber");
    }
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open();
        ClientSession session = SERVER.client().startSession()) {
      session.startTransaction();
      collection.insertOne(session, json("{'_id': 5}"));
      session.abortTransaction();
      none(cursor);
    }
  }

  @Test
  void aStreamResumesAfterAnyEvent() {
    List<BsonDocument> all;
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      for (int i = 0; i < 5; i++) {
        collection.insertOne(new Document("_id", i));
      }
      all = next(cursor, 5);
    }
    for (int i = 0; i < 5; i++) {
      BsonDocument token = all.get(i).getDocument("_id");
      try (MongoChangeStreamCursor<RawBsonDocument> resumed =
              open(collection.watch().resumeAfter(token));
          MongoChangeStreamCursor<RawBsonDocument> started =
              open(collection.watch().startAfter(token))) {
        assertThat(next(resumed, 4 - i)).isEqualTo(all.subList(i + 1, 5));
        assertThat(next(started, 4 - i)).isEqualTo(all.subList(i + 1, 5));
        none(resumed);
      }
      BsonTimestamp time = all.get(i).getTimestamp("clusterTime");
      try (MongoChangeStreamCursor<RawBsonDocument> at =
          open(collection.watch().startAtOperationTime(time))) {
        assertThat(next(at, 5 - i)).isEqualTo(all.subList(i, 5));
      }
    }
  }

  @Test
  void theFirstStreamMayStartAtAWriteThatWasAcknowledgedBefore() {
    try (DriverServer own = DriverServer.inMemory(options -> options)) {
      MongoDatabase fresh = own.client().getDatabase("d");
      BsonDocument reply =
          fresh.runCommand(
              bson("{insert: 'c', documents: [{_id: 1}, {_id: 2}]}"), BsonDocument.class);
      BsonTimestamp time = reply.getTimestamp("operationTime");

      try (MongoChangeStreamCursor<RawBsonDocument> cursor =
          open(fresh.getCollection("c").watch().startAtOperationTime(time))) {
        assertThat(next(cursor).getDocument("documentKey")).isEqualTo(bson("{_id: 2}"));
        none(cursor);
      }
    }
  }

  @Test
  void thePlaceAdvancesPastWhatIsFilteredOut() {
    ChangeStreamIterable<Document> matching =
        collection.watch(List.of(Aggregates.match(Filters.eq("fullDocument.a", 1))));
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(matching)) {
      none(cursor);
      String first = cursor.getResumeToken().getString("_data").getValue();
      insert("{'_id': 1, 'a': 2}", "{'_id': 2, 'a': 2}");
      none(cursor);
      BsonDocument token = cursor.getResumeToken();
      assertThat(token.getString("_data").getValue()).isGreaterThan(first);
      insert("{'_id': 3, 'a': 1}");
      assertThat(next(cursor).getDocument("documentKey")).isEqualTo(bson("{_id: 3}"));
      try (MongoChangeStreamCursor<RawBsonDocument> resumed =
          open(collection.watch().resumeAfter(token))) {
        assertThat(next(resumed).getDocument("documentKey")).isEqualTo(bson("{_id: 3}"));
      }
      database.getCollection("other").insertOne(new Document());
      none(cursor);
      assertThat(cursor.getResumeToken().getString("_data").getValue())
          .isGreaterThan(token.getString("_data").getValue());
    }
  }

  @Test
  void fullDocumentsAreLookedUp() {
    insert("{'_id': 1}", "{'_id': 2}");
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
        open(collection.watch().fullDocument(FullDocument.UPDATE_LOOKUP))) {
      collection.updateOne(Filters.eq("_id", 1), Updates.set("a", 1));
      collection.updateOne(Filters.eq("_id", 1), Updates.set("a", 2));
      collection.updateOne(Filters.eq("_id", 2), Updates.set("a", 1));
      collection.deleteOne(Filters.eq("_id", 2));

      List<BsonDocument> events = next(cursor, 4);

      assertThat(events.get(0).getDocument("fullDocument")).isEqualTo(bson("{_id: 1, a: 2}"));
      assertThat(events.get(2).get("fullDocument").isNull()).isTrue();
    }
  }

  @Test
  void imagesAreKeptWhereTheCollectionAsksForThem() {
    database.createCollection(
        "c",
        new CreateCollectionOptions()
            .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
    assertThat(run("{'listCollections': 1}").toJson())
        .contains("\"changeStreamPreAndPostImages\": {\"enabled\": true}");
    insert("{'_id': 1, 'a': 1}");
    ChangeStreamIterable<Document> stream =
        collection
            .watch()
            .fullDocument(FullDocument.REQUIRED)
            .fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED);
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(stream)) {
      collection.updateOne(Filters.eq("_id", 1), Updates.set("a", 2));
      collection.updateOne(Filters.eq("_id", 1), Updates.set("a", 3));
      collection.replaceOne(Filters.eq("_id", 1), json("{'b': 1}"));
      collection.deleteOne(Filters.eq("_id", 1));

      List<BsonDocument> events = next(cursor, 4);

      assertThat(events.get(0).getDocument("fullDocument")).isEqualTo(bson("{_id: 1, a: 2}"));
      assertThat(events.get(0).getDocument("fullDocumentBeforeChange"))
          .isEqualTo(bson("{_id: 1, a: 1}"));
      assertThat(events.get(2).getDocument("fullDocumentBeforeChange"))
          .isEqualTo(bson("{_id: 1, a: 3}"));
      assertThat(events.get(3).getDocument("fullDocumentBeforeChange"))
          .isEqualTo(bson("{_id: 1, b: 1}"));
      run("{'collMod': 'c', 'changeStreamPreAndPostImages': {'enabled': false}}");
      insert("{'_id': 1, 'a': 1}");
      next(cursor);
      collection.deleteOne(Filters.eq("_id", 1));
      refused(47, () -> next(cursor));
    }
    ChangeStreamIterable<Document> lenient =
        collection
            .watch()
            .fullDocument(FullDocument.WHEN_AVAILABLE)
            .fullDocumentBeforeChange(FullDocumentBeforeChange.WHEN_AVAILABLE);
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(lenient)) {
      insert("{'_id': 1, 'a': 1}");
      collection.updateOne(Filters.eq("_id", 1), Updates.set("a", 2));
      next(cursor);
      BsonDocument update = next(cursor);
      assertThat(update.get("fullDocument").isNull()).isTrue();
      assertThat(update.get("fullDocumentBeforeChange").isNull()).isTrue();
    }
  }

  @Test
  void dropsRenamesAndDropDatabaseEndStreams() {
    insert("{'_id': 1}");
    try (MongoChangeStreamCursor<RawBsonDocument> ofCollection = open();
        MongoChangeStreamCursor<RawBsonDocument> ofDatabase = open(database.watch())) {
      MongoCollection<Document> target = database.getCollection("target");
      target.insertOne(new Document("_id", 2));
      collection.renameCollection(
          target.getNamespace(),
          new com.mongodb.client.model.RenameCollectionOptions().dropTarget(true));
      database.drop();

      List<BsonDocument> events = next(ofCollection, 2);
      assertThat(types(events)).containsExactly("rename", "invalidate");
      assertThat(events.get(0).getDocument("to").getString("coll").getValue()).isEqualTo("target");
      assertThat(events.get(1).keySet())
          .containsExactly("_id", "operationType", "clusterTime", "wallTime");
      assertThat(ofCollection.getServerCursor()).isNull();
      BsonDocument invalidate = events.get(1).getDocument("_id");
      refused(260, () -> open(collection.watch().resumeAfter(invalidate)));
      insert("{'_id': 7}");
      try (MongoChangeStreamCursor<RawBsonDocument> again =
          open(collection.watch().startAfter(invalidate))) {
        assertThat(type(next(again))).isEqualTo("insert");
      }
      try (MongoChangeStreamCursor<RawBsonDocument> again =
          open(collection.watch().resumeAfter(events.get(0).getDocument("_id")))) {
        assertThat(type(next(again))).isEqualTo("invalidate");
      }

      assertThat(types(next(ofDatabase, 5)))
          .containsExactly("insert", "rename", "drop", "dropDatabase", "invalidate");
      assertThat(ofDatabase.getServerCursor()).isNull();
    }
  }

  @Test
  void aFilteredInvalidationStillEndsTheStream() {
    insert("{'_id': 1}");
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
        open(collection.watch(List.of(Aggregates.match(Filters.eq("operationType", "insert")))))) {
      collection.drop();
      none(cursor);
      assertThat(cursor.getServerCursor()).isNull();
    }
  }

  @Test
  void expandedEventsDescribeDefinitions() {
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
            open(database.watch().showExpandedEvents(true));
        MongoChangeStreamCursor<RawBsonDocument> plain = open(database.watch())) {
      run("{'create': 'c', 'capped': true, 'size': 4096}");
      run("{'createIndexes': 'c', 'indexes': [{'key': {'a': 1}, 'name': 'a_1'}]}");
      run("{'collMod': 'c', 'index': {'name': 'a_1', 'hidden': true}}");
      run("{'dropIndexes': 'c', 'index': 'a_1'}");
      insert("{'_id': 1, 'l': [{'x': 1}, 2, 3]}");
      collection.updateOne(Filters.eq("_id", 1), Updates.set("l.0.x", 5));

      List<BsonDocument> events = next(cursor, 6);

      assertThat(types(events))
          .containsExactly("create", "createIndexes", "modify", "dropIndexes", "insert", "update");
      BsonDocument created = events.get(0).getDocument("operationDescription");
      assertThat(created.getDocument("idIndex"))
          .isEqualTo(bson("{v: 2, key: {_id: 1}, name: '_id_'}"));
      assertThat(created.getBoolean("capped").getValue()).isTrue();
      assertThat(
              events
                  .get(1)
                  .getDocument("operationDescription")
                  .getArray("indexes")
                  .get(0)
                  .asDocument()
                  .getString("name")
                  .getValue())
          .isEqualTo("a_1");
      assertThat(events.get(2).getDocument("operationDescription").getDocument("index"))
          .isEqualTo(bson("{name: 'a_1', hidden: true}"));
      assertThat(events.get(2).containsKey("stateBeforeChange")).isTrue();
      for (BsonDocument each : events) {
        assertThat(each.isBinary("collectionUUID")).as(each.toJson()).isTrue();
      }
      assertThat(
              events
                  .get(5)
                  .getDocument("updateDescription")
                  .getDocument("disambiguatedPaths")
                  .getArray("l.0.x"))
          .isEqualTo(BsonArray.parse("['l', 0, 'x']"));
      assertThat(types(next(plain, 2))).containsExactly("insert", "update");
    }
  }

  @Test
  void theWholeDeploymentIsWatched() {
    MongoDatabase other = SERVER.database();
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
        open(
            SERVER
                .client()
                .watch(
                    List.of(
                        Aggregates.match(
                            Filters.in("ns.db", database.getName(), other.getName())))))) {
      insert("{'_id': 1}");
      other.getCollection("x").insertOne(new Document("_id", 2));
      database.drop();

      assertThat(types(next(cursor, 4)))
          .containsExactly("insert", "insert", "drop", "dropDatabase");
      none(cursor);
    }
  }

  @Test
  void anExpiredDocumentIsDeletedWhenItIsPurged() {
    run(
        "{'createIndexes': 'c', 'indexes': [{'key': {'_ts': 1}, 'name': '_ts_1',"
            + " 'expireAfterSeconds': 10}]}");
    insert("{'_id': 1}", "{'_id': 2, 'ttl': 20}");
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      clock().advance(10);
      BsonDocument first = next(cursor);
      assertThat(type(first)).isEqualTo("delete");
      assertThat(first.getDocument("documentKey")).isEqualTo(bson("{_id: 1}"));
      clock().advance(10);
      assertThat(next(cursor).getDocument("documentKey")).isEqualTo(bson("{_id: 2}"));
      none(cursor);
    }
  }
}
