package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** Runs a query over a list of documents in memory. */
public final class DocumentQuery {
  private DocumentQuery() {}

  /** What the query selects, in the order of the documents. */
  public static List<BsonDocument> run(CompiledQuery query, List<BsonDocument> documents) {
    if (!query.order().isEmpty()) {
      throw QueryError.refused("Order-by is not supported for the target resource type.");
    }
    if (query.inner() != null || query.constant()) {
      throw QueryError.notYet("subqueries or no FROM on resources that are no items");
    }
    List<Value> results = new ArrayList<>();
    Collector collector = new Collector(query, CompiledQuery.NO_ROW, results::add);
    for (BsonDocument document : documents) {
      query.budget().begin();
      collector.addAll(CompiledQuery.document(BsonBytes.encode(document)));
    }
    collector.finish();
    return results.stream()
        .skip(query.offset())
        .limit(query.limit())
        .map(DocumentQuery::document)
        .toList();
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
