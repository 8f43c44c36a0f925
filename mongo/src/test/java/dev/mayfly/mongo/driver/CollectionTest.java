package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.clock.MovableClock;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** A separate database with a collection {@code c}, on the server that all tests share. */
abstract class CollectionTest {
  static final DriverServer SERVER = DriverServer.shared();

  final MongoDatabase database = SERVER.database();
  final MongoCollection<Document> collection = database.getCollection("c");

  static MovableClock clock() {
    return SERVER.clock();
  }

  /** A document from JSON. */
  static Document json(String text) {
    return Document.parse(text.replace('\'', '"'));
  }

  Document run(String command) {
    return database.runCommand(json(command));
  }

  BsonDocument runRaw(String command) {
    return database.runCommand(BsonDocument.parse(command), BsonDocument.class);
  }

  static Document admin(String command) {
    return SERVER.client().getDatabase("admin").runCommand(json(command));
  }

  List<Object> ids() {
    return ids(new Document());
  }

  List<Object> ids(Bson filter) {
    List<Object> ids = new ArrayList<>();
    collection.find(filter).forEach(document -> ids.add(document.get("_id")));
    return ids;
  }

  void insert(String... documents) {
    for (String document : documents) {
      collection.insertOne(json(document));
    }
  }

  /** Asserts that something fails with that code. */
  static AbstractThrowableAssert<?, ? extends Throwable> refused(int code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MongoException.class, e -> Assertions.assertThat(e.getCode()).isEqualTo(code));
  }
}
