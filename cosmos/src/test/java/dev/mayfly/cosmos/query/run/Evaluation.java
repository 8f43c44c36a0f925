package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.compile.Collector;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Queries over one document, without a container. */
final class Evaluation {
  static final String UNDEFINED = "undefined";

  private Evaluation() {}

  static byte[] document(String json) {
    return BsonBytes.encode(Json.parse(json.getBytes(StandardCharsets.UTF_8)));
  }

  /** What the query makes of the document, as JSON; "undefined" for no result. */
  static String result(String query, String json) {
    return result(query, Parameters.NONE, json);
  }

  static String result(String query, Parameters parameters, String json) {
    CompiledQuery compiled = QueryCompiler.compile(QueryParser.query(query), parameters);
    List<Value> results = new ArrayList<>();
    Collector collector = new Collector(compiled, CompiledQuery.NO_ROW, results::add);
    collector.addAll(CompiledQuery.document(document(json)));
    collector.finish();
    return results.isEmpty() ? UNDEFINED : text(results.get(0));
  }

  static String text(Value value) {
    if (!value.isDefined()) {
      return UNDEFINED;
    }
    JsonWriter writer = new JsonWriter();
    ValueWriter.write(value, writer);
    return new String(writer.toByteArray(), StandardCharsets.UTF_8);
  }
}
