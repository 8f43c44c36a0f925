package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.compile.Collector;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Runs a query over documents, one after the other. */
public final class DocumentQuery {
  private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

  private DocumentQuery() {}

  /** What the query selects, in the order of the documents. */
  public static Stream<BsonDocument> run(CompiledQuery query, Stream<BsonDocument> documents) {
    if (!query.order().isEmpty() || !query.ranks().isEmpty()) {
      throw QueryError.refused("Order-by is not supported for the target resource type.");
    }
    if (query.constant() || query.inner() != null) {
      throw QueryError.notYet("subqueries of all or no FROM on resources that are no items");
    }
    query.budget().endAt(System.nanoTime() + NANOS_MAX);
    Stream<Value> results =
        query.isStreamed()
            ? documents.flatMap(document -> results(query, document).stream())
            : collected(query, documents).stream();
    return results.skip(query.offset()).limit(query.limit()).map(DocumentQuery::document);
  }

  private static List<Value> results(CompiledQuery query, BsonDocument document) {
    return collected(query, Stream.of(document));
  }

  private static List<Value> collected(CompiledQuery query, Stream<BsonDocument> documents) {
    List<Value> results = new ArrayList<>();
    Collector collector = new Collector(query, CompiledQuery.NO_ROW, results::add);
    documents.forEach(
        document -> {
          query.budget().begin();
          collector.addAll(CompiledQuery.document(BsonBytes.encode(document)));
        });
    collector.finish();
    return results;
  }

  private static BsonDocument document(Value result) {
    if (result.kind() != Kind.OBJECT) {
      throw QueryError.notYet("SELECT VALUE of something that is no object, here,");
    }
    JsonWriter json = new JsonWriter();
    ValueWriter.write(result, json);
    return Json.parse(json.toByteArray());
  }
}
