package dev.mayfly.mongo.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Runs pipelines over documents, both written as JSON. */
public final class Pipelines {
  /** {@code $$NOW} in all tests: 2024-05-06T07:08:09.010Z. */
  public static final long NOW_MILLIS = 1_714_979_289_010L;

  private Pipelines() {}

  public static List<BsonDocument> documents(String json) {
    List<BsonDocument> documents = new ArrayList<>();
    for (BsonValue value : BsonArray.parse(json)) {
      documents.add(value.asDocument());
    }
    return documents;
  }

  /** The same documents as they lie in the store. */
  public static List<BsonDocument> stored(List<BsonDocument> documents) {
    List<BsonDocument> stored = new ArrayList<>();
    for (BsonDocument document : documents) {
      stored.add(new LazyDocument(BsonBytes.of(document)));
    }
    return stored;
  }

  public static List<BsonDocument> run(
      String pipeline, List<BsonDocument> input, MemoryContext context) {
    return run(Pipeline.parse(documents(pipeline), Expressions.PLAIN), input, context);
  }

  public static List<BsonDocument> run(
      Pipeline pipeline, List<BsonDocument> input, MemoryContext context) {
    DocumentStream opened =
        pipeline.open(new FleetingDocuments(input), Variables.at(NOW_MILLIS), context);
    return DocumentStreams.all(opened);
  }

  /**
   * What comes out, the same whether documents come from the store or were made on the way, written
   * as the bytes that a client would get.
   */
  public static void expect(String pipeline, String input, String output) {
    expect(pipeline, input, output, new MemoryContext());
  }

  public static void expect(String pipeline, String input, String output, MemoryContext context) {
    List<BsonDocument> made = run(pipeline, documents(input), context);
    assertThat(plain(made)).as(pipeline).isEqualTo(documents(output));
    List<BsonDocument> read = run(pipeline, stored(documents(input)), context);
    assertThat(plain(read)).as(pipeline + " over stored").isEqualTo(documents(output));
    assertThat(context.heldBytes).as("bytes held after " + pipeline).isZero();
  }

  /** The documents as a client reads them. */
  public static List<BsonDocument> plain(List<BsonDocument> documents) {
    List<BsonDocument> plain = new ArrayList<>();
    for (BsonDocument document : documents) {
      plain.add(new LazyDocument(BsonBytes.of(document)).clone());
    }
    return plain;
  }

  /** The pipeline is refused when it is parsed or when it runs over a document. */
  public static void refuse(String pipeline, String input, int code, String text) {
    MongoException failure =
        catchThrowableOfType(
            MongoException.class,
            () -> run(pipeline, stored(documents(input)), new MemoryContext()));
    assertThat(failure).as(pipeline).isNotNull();
    assertThat(failure.getMessage()).isEqualTo(text);
    assertThat(failure.code()).isEqualTo(code);
  }

  public static void refuse(String pipeline, int code, String text) {
    refuse(pipeline, "[{_id: 1}]", code, text);
  }
}
