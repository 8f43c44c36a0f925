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
    if (!query.isStreamed() || query.isConstant()) {
      throw QueryError.notYet("aggregates, DISTINCT or no FROM on resources that are no items");
    }
    List<BsonDocument> results = new ArrayList<>();
    long toSkip = query.offset();
    for (BsonDocument document : documents) {
      Value[] row = query.row(BsonBytes.encode(document), true);
      Value result = row == null ? Value.UNDEFINED : query.select().evaluate(row);
      if (result.isDefined() && toSkip-- <= 0 && results.size() < query.limit()) {
        results.add(document(result));
      }
    }
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
