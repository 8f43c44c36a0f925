package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Runs a query over documents, one after the other. */
public final class DocumentQuery {
  private DocumentQuery() {}

  /** What the query selects, in the order of the documents. */
  public static Stream<BsonDocument> run(CompiledQuery query, Stream<BsonDocument> documents) {
    if (!query.order().isEmpty()) {
      throw QueryError.refused("Order-by is not supported for the target resource type.");
    }
    if (!query.isStreamed() || query.isConstant()) {
      throw QueryError.notYet("aggregates, DISTINCT or no FROM on resources that are no items");
    }
    return documents
        .map(document -> result(query, document))
        .filter(Value::isDefined)
        .skip(query.offset())
        .limit(query.limit())
        .map(DocumentQuery::document);
  }

  private static Value result(CompiledQuery query, BsonDocument document) {
    Value[] row = query.row(BsonBytes.encode(document), true);
    return row == null ? Value.UNDEFINED : query.select().evaluate(row);
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
