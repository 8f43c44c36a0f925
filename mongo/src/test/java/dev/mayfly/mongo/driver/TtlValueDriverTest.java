package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Rule;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.CodeWithScope;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A document's own {@code ttl}: which values count, and that all are kept. */
@Rule("D4")
class TtlValueDriverTest extends TtlTest {
  @ParameterizedTest
  @MethodSource
  void theseCount(Object twenty) {
    ttl(100);
    Document document = new Document("_id", 1).append("ttl", twenty);
    collection.insertOne(document);

    clock().advance(19);
    assertThat(collection.find().first()).isEqualTo(document);
    clock().advance(1);
    assertThat(collection.find().first()).isNull();
  }

  static Stream<Object> theseCount() {
    return Stream.of(20, 20L, 20.0);
  }

  @ParameterizedTest
  @MethodSource
  void othersAreKeptAndIgnored(Object value) {
    ttl(10);
    Document document = new Document("_id", 1).append("ttl", value);
    collection.insertOne(document);

    clock().advance(9);
    assertThat(collection.find().first().toJson()).isEqualTo(document.toJson());
    clock().advance(1);
    assertThat(ids()).isEmpty();
  }

  static Stream<Object> othersAreKeptAndIgnored() {
    return Stream.of(
        20.5,
        2147483649L,
        -2147483649.0,
        0,
        -2,
        0L,
        0.0,
        Double.POSITIVE_INFINITY,
        "20",
        true,
        Decimal128.parse("20"),
        new Date(20),
        new BsonTimestamp(20, 1),
        new ObjectId(),
        new Document("ttl", 20),
        List.of(20),
        new Binary(new byte[] {20}),
        new Code("20"),
        new CodeWithScope("20", new Document()),
        new Symbol("20"),
        new MinKey(),
        new MaxKey(),
        new BsonUndefined());
  }

  @ParameterizedTest
  @ValueSource(strings = {"null"})
  void nullIsKeptAndIgnored(String value) {
    ttl(10);
    insert("{'_id': 1, 'ttl': " + value + "}");

    assertThat(collection.find().first()).isEqualTo(json("{'_id': 1, 'ttl': null}"));
    clock().advance(10);
    assertThat(ids()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1.0", "{'$numberLong': '-1'}"})
  void minusOneNeverExpires(String never) {
    ttl(10);
    insert("{'_id': 1, 'ttl': " + never + "}");

    clock().advance(1_000_000);
    assertThat(ids()).containsExactly(1);
  }
}
