package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drivers whose documents are lists can name a field twice: each of them counts, or none. */
class RepeatedFieldsDriverTest extends CollectionTest {
  @BeforeEach
  void threeDocuments() {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 2}", "{'_id': 3, 'n': 3}");
  }

  private static RawBsonDocument twice(String name, String first, String second) {
    BasicOutputBuffer bytes = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(bytes)) {
      writer.writeStartDocument();
      for (String each : List.of(first, second)) {
        writer.writeName(name);
        BsonValue value = BsonDocument.parse("{v: " + each + "}").get("v");
        new BsonValueCodec().encode(writer, value, EncoderContext.builder().build());
      }
      writer.writeEndDocument();
    }
    return new RawBsonDocument(bytes.toByteArray());
  }

  @Test
  void bothConditionsAreAsked() {
    assertThat(ids(twice("n", "{$gt: 1}", "{$lt: 3}"))).containsExactly(2);
    assertThat(ids(new BsonDocument("n", twice("$gt", "1", "2")))).containsExactly(3);
    assertThat(ids(twice("$or", "[{n: 1}, {n: 2}]", "[{n: 2}, {n: 3}]"))).containsExactly(2);
    assertThat(ids(twice("_id", "1", "2"))).isEmpty();
  }

  @Test
  void bothConditionsAreAskedBeforeADeletion() {
    assertThat(collection.deleteMany(twice("n", "{$gt: 0}", "{$lt: 2}")).getDeletedCount())
        .isEqualTo(1);
    assertThat(collection.deleteOne(twice("_id", "2", "3")).getDeletedCount()).isZero();
    assertThat(ids()).containsExactly(2, 3);
  }

  @Test
  void twoUpdatesOfAFieldAreInEachOthersWay() {
    BsonDocument set = new BsonDocument("$set", twice("n", "7", "8"));

    refused(40, () -> collection.updateOne(new BsonDocument(), set));
    refused(40, () -> collection.updateOne(new BsonDocument(), twice("$inc", "{n: 1}", "{n: 2}")));
    assertThat(ids(new BsonDocument("n", new BsonInt32(1)))).containsExactly(1);
  }

  @Test
  void aCommandSaysEverythingOnce() {
    BsonDocument statement = twice("q", "{_id: 1}", "{}");
    BsonDocument delete =
        new BsonDocument("delete", new BsonString("c"))
            .append("deletes", new BsonArray(List.of(statement)));

    refused(40413, () -> database.runCommand(delete))
        .hasMessageContaining("BSON field 'delete.deletes.q' is a duplicate field");
    assertThat(ids()).containsExactly(1, 2, 3);
  }
}
